// States of the ferry: {season, seed, days, glasses, who, day, long}. `season` counts from 1; `days` is a string of digits, the key of
// the price of each day; `glasses` says which possible shares are drawn, "L=0.4" those by another L than the season's; `who` is looked at on which `day`, once the season is over; and
// `long` is whether ten thousand days are shown.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.ferryStates) return;
  const RIVALS = ["UCB", "KL-UCB", "CKL-UCB", "OSLB", "Greedy"];
  const WHO = ["You", ...RIVALS];
  const GLASSES = { none: "nothing", own: "own days", L: "all days" };
  const PARTS = ["season", "seed", "days", "glasses", "who", "day", "long"];

  const isOver = (state, spec) => state.days.length === spec.days;
  // {name: label} of the glasses that lie ready: a place of the book may have more than these.
  const glassesOf = ({ view }) => view?.glasses ?? GLASSES;
  // The L through which glasses look.
  const lipschitzOf = ({ glasses, season }, { seasons }) => (glasses.startsWith("L=") ? Number(glasses.slice(2)) : seasons[season - 1].lipschitz);
  // Whether the true shares are no secret before the last day.
  const isOpen = ({ view }) => view?.open === true;
  const armsOf = (days) => Array.from(days, (digit) => Number(digit) - 1);

  const refuse = (/** @type {any} */ kind, name, value, accepted) => {
    throw new kind(`${name}: ${typeof value === "string" ? JSON.stringify(value) : String(value)}; expected ${accepted}`);
  };

  function checkCount(name, value, least, most) {
    const accepted = `a whole number from ${least} to ${most}`;
    if (typeof value !== "number") refuse(TypeError, name, value, accepted);
    if (!Number.isInteger(value) || value < least || value > most) refuse(RangeError, name, value, accepted);
  }

  function checkName(name, value, names) {
    if (!names.includes(value)) refuse(typeof value === "string" ? RangeError : TypeError, name, value, `one of ${names.join(", ")}`);
  }

  // Refuses what cannot be shown, by name. Whom one may look at, and the long run, come after the last day.
  function check(state, spec) {
    const { season, seed, days, glasses, who, day, long } = state;
    const keys = `at most ${spec.days} digits from 1 to ${spec.prices.length}, a day each`;
    checkCount("season", season, 1, spec.seasons.length);
    checkCount("seed", seed, 0, Number.MAX_SAFE_INTEGER);
    if (typeof days !== "string") refuse(TypeError, "days", days, keys);
    if (days.length > spec.days || armsOf(days).some((k) => !(k >= 0 && k < spec.prices.length))) refuse(RangeError, "days", days, keys);
    checkName("glasses", glasses, Object.keys(glassesOf(spec)));
    checkName("who", who, WHO);
    checkCount("day", day, 1, spec.days);
    if (typeof long !== "boolean") refuse(TypeError, "long", long, "true or false");
    if (isOpen(spec) && who !== "You") refuse(RangeError, "who", who, "You, where nobody else plays");
    if (isOpen(spec) && long) refuse(RangeError, "long", long, "false, where nobody else plays");
    if (isOver(state, spec)) return;
    if (who !== "You") refuse(RangeError, "who", who, `You, before ${spec.days} days are played`);
    if (long) refuse(RangeError, "long", long, `false, before ${spec.days} days are played`);
  }

  // The part of a link after "?".
  function queryOf({ season, seed, days, glasses, who, day, long }, spec) {
    const own = [["season", season], ["seed", seed]];
    // What another first state would put in its place is said.
    if (days !== "" || spec.start.days !== "") own.push(["days", days]);
    if (glasses !== "none" || spec.start.glasses !== "none") own.push(["glasses", glasses]);
    if (who !== "You") own.push(["who", who]);
    if (day !== spec.days) own.push(["day", day]);
    if (long) own.push(["long", "1"]);
    return String(new URLSearchParams(own));
  }

  function whole(query, name, { least, most, otherwise }, notes) {
    if (!query.has(name)) return otherwise;
    const text = query.get(name);
    const wanted = text.trim() === "" ? NaN : Number(text);
    const there = Number.isNaN(wanted) ? otherwise : Math.min(most, Math.max(least, Math.round(wanted)));
    if (there !== wanted) notes.push(`The link asks for ${name} = ${text.slice(0, 20)}; this is ${there}.`);
    return there;
  }

  function named(query, name, names, otherwise, notes) {
    if (!query.has(name)) return otherwise;
    const found = query.get(name);
    if (names.includes(found)) return found;
    notes.push(`The link asks for ${name} = ${found.slice(0, 20)}, which is not here; this is ${otherwise}.`);
    return otherwise;
  }

  function daysOf(query, spec, notes) {
    const text = query.get("days") ?? spec.start.days;
    const good = Array.from(text).filter((digit) => digit >= "1" && digit <= String(spec.prices.length)).join("");
    if (good !== text) notes.push(`Days are digits from 1 to ${spec.prices.length}; the link's others are left out.`);
    if (good.length > spec.days) notes.push(`The link has more than ${spec.days} days; these are the first ${spec.days}.`);
    return good.slice(0, spec.days);
  }

  // A state from a link: the nearest one where it asks for what is not there, and words that say so.
  function parse(query, spec) {
    const notes = [];
    for (const name of query.keys()) if (!PARTS.includes(name)) notes.push(`The link names “${name.slice(0, 20)}”, which is nothing here.`);
    const { start } = spec;
    const state = {
      season: whole(query, "season", { least: 1, most: spec.seasons.length, otherwise: start.season }, notes),
      seed: whole(query, "seed", { least: 0, most: Number.MAX_SAFE_INTEGER, otherwise: start.seed }, notes),
      days: daysOf(query, spec, notes),
      glasses: named(query, "glasses", Object.keys(glassesOf(spec)), start.glasses, notes),
      who: named(query, "who", WHO, "You", notes),
      day: whole(query, "day", { least: 1, most: spec.days, otherwise: spec.days }, notes),
      long: query.has("long") && query.get("long") !== "0",
    };
    if ((!isOver(state, spec) || isOpen(spec)) && (state.who !== "You" || state.long)) {
      notes.push(isOpen(spec) ? "The link asks for other players; here nobody else plays." : `What the link asks for comes after ${spec.days} days, and it has ${state.days.length}.`);
      Object.assign(state, { who: "You", long: false });
    }
    return { state, note: notes.join(" ") };
  }

  // The season after this one, with rewards of its own.
  const next = ({ season, seed }, spec) => ({ season: (season % spec.seasons.length) + 1, seed: seed + 1 });

  lipbandits.ferryStates = { RIVALS, WHO, GLASSES, PARTS, isOver, isOpen, glassesOf, lipschitzOf, armsOf, check, queryOf, parse, next };
})();
