// What a page asks of the engine about means on a line: C(θ) and the tent over an arm, and how far neighbours follow a hand.
// The functions are those of lipbandits/engine/tent.py; they are added to `lipbandits.engine`.
//
// It has a name, so that its text can be sent to a worker.
(function meansEngineScript() {
  "use strict";
  const { engine } = globalThis.lipbandits ?? {};
  if (!engine?.tools || engine.tent) return;
  const { within, refuse, ROUNDING, checkedNumber, checkedArm, checkedInstance, checkedOptions } = engine.tools;

  /** On a line neighbours tell: what fits between them fits everywhere. */
  function checkFit({ theta, arms, lipschitz }) {
    let least = 0;
    let at = -1;
    for (let i = 1; i < theta.length; i++) {
      const [rise, away] = [Math.abs(theta[i] - theta[i - 1]), arms[i] - arms[i - 1]];
      least = Math.max(least, rise / away);
      if (at < 0 && rise > lipschitz * away + ROUNDING) at = i;
    }
    if (at < 0) return;
    const differ = `arms ${at - 1} and ${at} differ by ${Math.abs(theta[at] - theta[at - 1])}`;
    const accepted = `L-Lipschitz means; the smallest lipschitz that fits is ${least}`;
    refuse(RangeError, "theta", `${differ}, more than lipschitz = ${lipschitz} allows`, accepted);
  }

  function tent(options) {
    const instance = checkedInstance(checkedOptions(options));
    const count = instance.theta.length;
    const k = checkedArm(options.k, count);
    checkFit(instance);
    return within((arrays) => {
      const [theta, arms] = [arrays.given(instance.theta), arrays.given(instance.arms)];
      const [numbers, rows] = [arrays.take(Float64Array, [3]), arrays.take(Float64Array, [7, count])];
      arrays.call("tent", theta, arms, instance.lipschitz, k, ...instance.family.passed, numbers, rows);
      const [value, laiRobbins, leastLipschitz] = numbers.view();
      const [rates, alone, prices, binding, confusing, evidence, best] = rows.rows();
      return {
        ...{ value, laiRobbins, rates, alone, prices, binding: binding.map(Boolean), confusing, evidence },
        best: Array.from(best.keys()).filter((i) => best[i] !== 0),
        leastLipschitz,
      };
    });
  }

  function follow(options) {
    const instance = checkedInstance(checkedOptions(options));
    const k = checkedArm(options.k, instance.theta.length);
    const mean = checkedNumber("mean", options.mean, "a mean from 0 to 1", 0, 1);
    checkFit(instance);
    return within((arrays) => {
      const [theta, arms] = [arrays.given(instance.theta), arrays.given(instance.arms)];
      const moved = arrays.take(Float64Array, [instance.theta.length]);
      arrays.call("follow", theta, arms, instance.lipschitz, k, mean, moved);
      return Array.from(moved.view());
    });
  }

  Object.assign(engine, { tent, follow });
  engine.parts.push(`(${meansEngineScript})();`);
})();
