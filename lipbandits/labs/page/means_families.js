// Families of rewards of labs with means: their names, what is said of them, and their part of states and links. One changes no mean, but
// where 0 is no mean: there the lowest stop a little above it. Functions of states; they need no page.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.meansFamilies) return;

  // By the engine's names: what the control says, how Python makes it, the least mean that the picture has, and a sentence.
  const FAMILIES = {
    bernoulli: { label: "0 or 1 (Bernoulli)", python: "lb.Bernoulli()", least: 0, said: "" },
    gaussian: { label: "Gaussian, sd 1/2", python: "lb.Gaussian(sd=0.5)", least: 0, said: "Rewards are Gaussian with standard deviation 1/2, the largest that rewards in [0, 1] can have." },
    poisson: { label: "counts (Poisson)", python: "lb.Poisson()", least: 0, said: "Rewards are counts, Poisson with these means." },
    exponential: { label: "exponential", python: "lb.Exponential()", least: 0.01, said: "Rewards are exponential; their means are above 0, here at least 0.01." },
  };
  const NAMES = Object.keys(FAMILIES);
  const of = ({ family = "bernoulli" }) => FAMILIES[family];
  const labels = () => Object.fromEntries(NAMES.map((name) => [name, FAMILIES[name].label]));

  function checked(family) {
    if (NAMES.includes(family)) return family;
    throw new RangeError(`family: ${JSON.stringify(family)}; expected one of ${NAMES.join(", ")}`);
  }

  // A state under a family: means that are too low for it are raised, which breaks no promise, and then θ is no shape of the page any more.
  function under(state, family) {
    const { least } = FAMILIES[family];
    if (state.theta.every((mean) => mean >= least)) return { ...state, family };
    return { ...state, family, shape: undefined, theta: state.theta.map((mean) => Math.max(mean, least)) };
  }

  // What a link has for it, after all else.
  const queryOf = ({ family = "bernoulli" }) => (family === "bernoulli" ? "" : `&family=${family}`);

  // How Python makes it, where rewards are no coins.
  const pythonOf = ({ family = "bernoulli" }) => (family === "bernoulli" ? "" : FAMILIES[family].python);

  // The state that a script has asked for, with its family; refuses what a lab does not have, by name.
  function asked(found, changes, before, spec) {
    const family = checked(changes.family ?? before.family);
    if (family !== "bernoulli" && !spec.families) throw new RangeError(`family: "${family}"; expected "bernoulli", the only one of this lab`);
    const { least } = FAMILIES[family];
    const low = changes.theta ? found.theta.findIndex((mean) => mean < least) : -1;
    if (low >= 0) throw new RangeError(`theta[${low}]: ${found.theta[low]}; expected means from ${least} to 1, for rewards that are ${family}`);
    return under(found, family);
  }

  // A state from a link, {state, note}, and what else a lab's own part has found in it; with the family, where there is a choice of them.
  function parse(query, spec, leastLipschitz, { parse: parseRest } = spec.view?.pairs ? lipbandits.tentPairs : lipbandits.meansStates) {
    const found = parseRest(query, spec, leastLipschitz, spec.families ? ["family"] : []);
    const wanted = spec.families ? query.get("family") ?? "bernoulli" : "bernoulli";
    if (NAMES.includes(wanted)) return { ...found, state: under(found.state, wanted) };
    const note = `${found.note} The link asks for the family ${wanted.slice(0, 20)}, which is not here; rewards are Bernoulli.`.trim();
    return { ...found, state: under(found.state, "bernoulli"), note };
  }

  lipbandits.meansFamilies = { NAMES, FAMILIES, of, labels, checked, under, queryOf, pythonOf, asked, parse };
})();
