// The picture of a round: above the arms their averages with the indexes on top, what an index is compared with, and the arm that is
// played; on the same arms plays so far, and what limits the index of one arm; below, which arm was played in each round before, by
// which rule. Functions from numbers to marks.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.stepsPicture) return;
  const { stack, frame, panel, cone, roomOf, dotOf, truth, band, inside, ends } = lipbandits.meansPicture;
  // Above the means, in letters: where the marks of indexes above 1 lie, the base of what fired, and of lines that say what is drawn.
  const LID = 0.55;
  const FIRED_AT = 1.75;
  const LINES_AT = [3, 4.25];
  // Of the rules those that look alike.
  const LOOKS = { leader: "lead", index: "lead", initial: "first", explore: "try", above: "try", forced: "force" };
  const FIRED = {
    leader: "no index above it", index: "the largest index", initial: "never played", above: "the fewest plays", explore: "the fewest of these",
    forced: "too few plays",
  };

  const isNarrow = ({ width, font }) => width < 44 * font;
  // Two lines of words fit beside each other.
  const isRoomy = ({ width, font }) => width >= 48 * font;
  // Indexes above 1 have little room.
  const heightOf = (on, value) => Math.max(on.y(value), on.lid);
  const ringOf = (on) => Math.min(Math.max(7, 2 * dotOf(on)), 0.75 * on.font);
  // A number of rounds in little room.
  const roundsText = (rounds) => (rounds < 1e5 ? lipbandits.draw.whole(rounds) : `${rounds / 1000}k`);

  // Where the panels lie, as `stack` says it, and that of the rounds: {left, right, top, bottom, x, round}.
  function layout(size, horizon = 1) {
    const { height, font } = size;
    const bottom = 0.79 * height;
    const [barAt, titleAt] = isRoomy(size) ? [LINES_AT[0], LINES_AT[0]] : LINES_AT;
    const on = stack(size, { heights: { means: 0.54, plays: 0.24, evidence: 0.22 }, words: (titleAt - 0.6) * font, bottom });
    const { left, right } = on;
    const { top } = on.panels.means;
    Object.assign(on, { lid: top - LID * font, title: top - titleAt * font, name: isRoomy(size) ? { x: right, y: top - barAt * font, anchor: "end" } : { x: left, y: top - barAt * font, anchor: "start" } });
    const span = Math.max(horizon - 1, 1);
    on.rounds = {
      ...{ left, right, top: bottom + 1.6 * font, bottom: height - 1.5 * font },
      x: (n) => left + ((right - left) * (n - 1)) / span,
      round: (x) => Math.min(horizon, Math.max(1, Math.round(1 + (span * (x - left)) / (right - left)))),
    };
    return on;
  }

  const heard = ({ candidates }, i) => candidates.includes(i);
  // OSLB explores those that lag behind the plan, whatever their index.
  const lags = ({ policy, targets, averages, leader, plays: t, candidates }, i) =>
    (policy === "OSLB" ? targets && averages[i] < averages[leader] && t[i] <= targets[i] : candidates.includes(i));

  // Averages, indexes and the line between.
  function indexes(on, state, { mark, px }) {
    const size = Math.max(2.2, 0.9 * dotOf(on));
    return state.arms.flatMap((at, i) => {
      const x = on.x(at);
      const seen = state.plays[i] > 0;
      const [low, high] = [on.y(seen ? state.averages[i] : 0), heightOf(on, state.indexes[i])];
      const looks = `lab-index${heard(state, i) ? " lab-candidate" : ""}`;
      const there = Number.isFinite(high);
      const peak = there ? `M${px(x - size)} ${px(high + size)}h${px(2 * size)}l${px(-size)} ${px(-1.8 * size)}z` : "";
      return [
        mark("line", `stem ${i}`, { class: "lab-stem", x1: x, x2: x, y1: low, y2: there ? high : low }),
        mark("path", `index ${i}`, { class: looks, d: peak }),
        mark("line", `average ${i}`, { class: `lab-average${i === state.leader ? " lab-leader" : ""}`, x1: seen ? x - 1.8 * size : x, x2: seen ? x + 1.8 * size : x, y1: low, y2: low }),
      ];
    });
  }

  // What an index must exceed, or the largest one.
  function threshold(on, { bar, policy, leader }, { mark }) {
    const there = Number.isFinite(bar);
    const y = there ? heightOf(on, bar) : on.y(0);
    const of = { "OSLB": `average of leader ${leader}`, "CKL-UCB": `index of leader ${leader}` }[policy] ?? "the largest index";
    const { name } = on;
    return [
      mark("line", "bar", { class: "lab-bar", x1: on.left, x2: there ? on.right : on.left, y1: y, y2: y }),
      mark("text", "bar name", { class: "lab-bar-text", x: name.x, y: name.y, "text-anchor": name.anchor }, there ? `dotted: ${of}, ${bar.toFixed(3)}` : ""),
    ];
  }

  // Bars on a scale of logarithms, with room for a single play; and the marks that they are compared with.
  function plays(on, state, { mark, px }) {
    const { bottom, size, top } = on.panels.plays;
    const height = (t) => Math.min(1, Math.log1p(Math.max(t, 0)) / Math.log1p(state.horizon)) * size;
    const width = Math.min(1.3 * on.font, 0.55 * on.room);
    const few = state.few > 0 ? bottom - height(state.few) : bottom;
    const peaks = state.arms.map((at, i) => {
      const target = state.targets?.[i];
      if (!(target > 0)) return "";
      const [x, y] = [on.x(at), bottom - height(target)];
      return `M${px(x - 0.7 * width)} ${px(y)}h${px(1.4 * width)}M${px(x - 4)} ${px(Math.max(y - 5, top))}L${px(x)} ${px(y)}L${px(x + 4)} ${px(Math.max(y - 5, top))}`;
    });
    return [
      ...panel(on, "plays", state.titles.plays, state.horizon, { mark }, roundsText(state.horizon)),
      ...state.arms.map((at, i) => {
        const tall = height(state.plays[i]);
        return mark("rect", `plays ${i}`, { class: `lab-count${lags(state, i) ? " lab-candidate" : ""}`, x: on.x(at) - width / 2, y: bottom - tall, width, height: tall });
      }),
      mark("path", "targets", { class: "lab-target", d: peaks.join("") }),
      mark("line", "few", { class: "lab-few", x1: on.left, x2: state.few > 0 ? on.right : on.left, y1: few, y2: few }),
      mark("line", "plays lid", { class: "lab-grid", x1: on.left, x2: on.right, y1: top, y2: top }),
    ];
  }

  // What each arm says against a larger index of the one that is looked at.
  function evidence(on, state, { mark, px }) {
    const scaled = state.evidence.map((each) => (state.level > 0 ? each / state.level : 0));
    return [
      ...panel(on, "evidence", state.titles.evidence, state.level, { mark }, state.level > 0 ? lipbandits.draw.short(state.level) : ""),
      ...lipbandits.meansPicture.bars(on, "evidence", "lab-evidence", state.arms, scaled, { mark, px }),
    ];
  }

  // The arm that is played, and the rule where it fires.
  function fired(on, state, { mark, px }) {
    const { arm, rule, arms, indexes: index, averages } = state;
    const { means, plays: counts } = on.panels;
    const x = on.x(arms[arm]);
    const known = Number.isFinite(index[arm]) ? index[arm] : averages[arm];
    const y = heightOf(on, known);
    const bar = counts.bottom - Math.min(1, Math.log1p(state.plays[arm]) / Math.log1p(state.horizon)) * counts.size;
    const base = means.top - FIRED_AT * on.font;
    const ring = ringOf(on);
    const ofPlans = state.policy === "OSLB" ? { forced: "the fewest of all", explore: "the fewest behind the plan" }[rule] : undefined;
    const said = `arm ${arm}: ${ofPlans ?? FIRED[rule]}`;
    // From the words through the ring to the bar, but for the line of words between the panels.
    const down = [[base + 0.4 * on.font, y - ring], [y + ring, means.bottom], [counts.top, bar]].filter(([from, to]) => to > from);
    return [
      mark("circle", "played", { class: "lab-here", cx: x, cy: y, r: ring }),
      mark("path", "played down", { class: "lab-down", d: down.map(([from, to]) => `M${px(x)} ${px(from)}V${px(to)}`).join("") }),
      mark("text", "fired", { class: "lab-fired", x: inside(on, x, said), y: base, "text-anchor": "middle" }, said),
    ];
  }

  // Rounds before this one: neighbours by the same rule on the same arm are one line.
  function pathsOf({ played, rules }, { x, y, width }, { px }) {
    const paths = { lead: [], first: [], try: [], force: [] };
    for (let from = 0; from < played.length; ) {
      let to = from + 1;
      while (to < played.length && played[to] === played[from] && rules[to] === rules[from]) to += 1;
      const [start, end] = [x(from + 1) - width / 2, x(to) + width / 2];
      paths[LOOKS[rules[from]]].push(`M${px(start)} ${px(y(played[from]))}H${px(end)}`);
      from = to;
    }
    return paths;
  }

  function rounds(on, state, { mark, px }) {
    const { left, right, top, bottom, x } = on.rounds;
    const last = Math.max(state.arms.length - 1, 1);
    const y = (arm) => bottom - 3 - ((bottom - top - 6) * arm) / last;
    const width = Math.max(1.5, Math.min(6, 0.7 * (x(2) - x(1))));
    const paths = pathsOf(state.history, { x, y, width }, { px });
    const now = x(state.round);
    const { font } = on;
    const legend = { lead: state.policy === "OSLB" ? "exploited" : { "CKL-UCB": "leader" }[state.policy] ?? "index", try: "explored", force: "forced" };
    const names = Object.entries(legend).filter(([name]) => name === "lead" || state.policy in { "OSLB": 1, "CKL-UCB": 1 });
    let room = right;
    const texts = names.reverse().map(([name, text]) => {
      const at = room;
      room -= (0.58 * text.length + 1) * font;
      return mark("text", `legend ${name}`, { class: `lab-rule-text lab-rule-${name}`, x: at, y: top - 0.45 * font, "text-anchor": "end" }, text);
    });
    return [
      mark("text", "rounds title", { class: "lab-title", x: left, y: top - 0.45 * font }, "arm of each round"),
      ...texts,
      mark("rect", "rounds box", { class: "lab-box", x: left, y: top, width: right - left, height: bottom - top }),
      ...Object.entries(paths).map(([name, parts]) => mark("path", `rounds ${name}`, { class: `lab-rule lab-rule-${name}`, d: parts.join("") })),
      mark("line", "now", { class: "lab-now", x1: now, x2: now, y1: top - 3, y2: bottom + 3 }),
      mark("text", "first round", { class: "lab-faint", x: left, y: bottom + 1.15 * font }, "round 1"),
      mark("text", "last round", { class: "lab-faint", x: right, y: bottom + 1.15 * font, "text-anchor": "end" }, lipbandits.stepsWords.whole(state.horizon)),
      mark("text", "lowest arm", { class: "lab-faint", x: left - 0.5 * font, y: bottom, "text-anchor": "end" }, "0"),
      mark("text", "highest arm", { class: "lab-faint", x: left - 0.5 * font, y: top + 0.7 * font, "text-anchor": "end" }, String(state.arms.length - 1)),
    ];
  }

  // All marks of what `drawn` gives.
  function scene(state, size) {
    const { draw } = lipbandits;
    const on = layout(size, state.horizon);
    on.room = roomOf(on, state.arms);
    const shy = truth(on, state, draw).map((each) => ({ ...each, attributes: { ...each.attributes, class: `${each.attributes.class} lab-shy` } }));
    const marks = [
      ...cone(on, state, draw), ...frame(on, draw), band(on, state, draw),
      draw.mark("text", "means title", { class: "lab-title", x: on.left, y: on.title }, state.titles.means),
      ...shy, ...threshold(on, state, draw), ...indexes(on, state, draw), ...plays(on, state, draw), ...evidence(on, state, draw),
      ...fired(on, state, draw), ...ends(on, state.arms, "arm", draw), ...rounds(on, state, draw),
    ];
    return { ...size, marks };
  }

  function titlesOf(state, { hot }, narrow) {
    const limits = { "UCB": "its index is no matter of evidence", "KL-UCB": `what holds arm ${hot}'s index down, in nats: its own plays` }[state.policy] ?? `what holds arm ${hot}'s index down, in nats`;
    const targets = state.policy === "OSLB" ? "; marks: the plan" : state.policy === "CKL-UCB" && state.forced ? "; line: log log n" : "";
    return {
      means: narrow ? "dash: average, peak: index, disc: true mean" : "dashes: averages; peaks: indexes; discs: true means",
      plays: `plays so far (log scale)${targets}`,
      evidence: narrow ? limits.replace("what holds ", "against ").replace("'s index down, in nats", "'s index (nats)") : limits,
    };
  }

  // What the arms' indexes are compared with.
  function barOf({ policy }, { leader, indexes: index, averages }) {
    if (policy === "OSLB") return averages[leader];
    if (policy === "CKL-UCB") return index[leader];
    return Math.max(...index);
  }

  // What is drawn of a state, of what the policy saw in its round, of what limits one index, and of the rounds before.
  function drawn(state, found, { hot, held = false, evidence: limits, history, size }) {
    const { theta, arms, lipschitz, k, policy, round, horizon, forced } = state;
    const best = Math.max(...theta);
    return {
      ...{ theta, arms, lipschitz, k, policy, round, horizon, hot, held, history },
      ...{ arm: found.arm, rule: found.rule, leader: found.leader, plays: found.plays, averages: found.averages, level: found.level },
      indexes: found.indexes ?? arms.map(() => NaN), targets: found.targets, candidates: found.candidates,
      bar: barOf(state, { ...found, indexes: found.indexes ?? [NaN] }), few: policy === "CKL-UCB" && forced && round >= 3 ? Math.log(Math.log(round)) : 0,
      best: theta.map((mean) => best - mean < 1e-12), evidence: limits ?? arms.map(() => 0),
      titles: titlesOf(state, { hot }, isNarrow(size)),
    };
  }

  // The round under a place in the panel of the rounds, if it is there.
  function roundAt({ rounds: { left, right, top, bottom, round } }, x, y) {
    return x > left - 8 && x < right + 8 && y > top - 4 && y < bottom + 14 ? round(x) : undefined;
  }

  lipbandits.stepsPicture = { layout, scene, drawn, roundAt, indexes, threshold, plays, isNarrow, roundsText, LID };
})();
