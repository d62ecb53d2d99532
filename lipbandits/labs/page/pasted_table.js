// A table that a reader pastes, two columns of numbers, as lipbandits/model/rows.py and measured.py read it: {rows, names}, or
// errors by row. Nothing is guessed: a number that could be read in two ways is refused. It needs no page.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.pastedTable) return;
  const SEPARATORS = ["\t", ";", ","];
  const NUMBER = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i;
  const WITH_COMMA = /^[+-]?(\d+),(\d+)(e[+-]?\d+)?$/i;
  const MISSING = ["", "-", "–", "na", "n/a", "nan", "null", "none"];
  const isNumber = (cell) => NUMBER.test(cell) || WITH_COMMA.test(cell);
  const bare = (cell) => cell.trim().replace(/^"(.*)"$/, "$1").trim();
  const wrong = (line, text) => ({ line, text: `Row ${line} ${text}` });

  // Lines that are not blank, counted from 1 as they stand, and their cells.
  function split(text) {
    const lines = text.split(/\r\n|\r|\n/).map((words, i) => ({ line: i + 1, words }));
    const first = lines.find(({ words }) => words.trim() !== "");
    const separator = SEPARATORS.find((each) => first?.words.includes(each));
    if (!first) return { rows: [], errors: [{ line: 0, text: "There is nothing to read; paste a column of positions and one of means." }] };
    if (!separator) return { rows: [], errors: [wrong(first.line, "is one column; expected two, set apart by tabs, semicolons or commas.")] };
    return { rows: lines.map(({ line, words }) => ({ line, cells: words.split(separator).map(bare) })).filter(({ cells }) => cells.some(Boolean)), errors: [] };
  }

  // Whether numbers have decimal commas; and an error where that cannot be told.
  function commasOf(rows) {
    const all = rows.flatMap(({ line, cells }) => cells.map((cell) => ({ line, cell })));
    const found = all.filter(({ cell }) => WITH_COMMA.test(cell));
    if (found.length === 0) return { commas: false, errors: [] };
    const point = all.find(({ cell }) => cell.includes(".") && NUMBER.test(cell));
    const [{ line, cell }] = found;
    if (point) return { commas: false, errors: [wrong(line, `has ${cell} and row ${point.line} has ${point.cell}; expected one decimal sign.`)] };
    // Three digits after one to three others may be thousands, unless the first is 0.
    const clear = found.some((each) => {
      const [, whole, rest] = WITH_COMMA.exec(each.cell) ?? ["", "", ""];
      return rest.length !== 3 || whole.length > 3 || whole.startsWith("0");
    });
    return { commas: true, errors: clear ? [] : [wrong(line, `has ${cell}, with decimals or thousands; expected numbers with a decimal point.`)] };
  }

  // A number, or what is wrong with it, in words.
  function numberOf(cell, what, commas) {
    if (MISSING.includes(cell.toLowerCase())) return { error: `has no ${what}; expected a number in each row, or no such row.` };
    const text = commas && WITH_COMMA.test(cell) ? cell.replace(",", ".") : cell;
    const value = NUMBER.test(text) ? Number(text) : NaN;
    // No −0.
    if (Number.isFinite(value)) return { value: value + 0 };
    return { error: `has the ${what} ${cell.slice(0, 24)}; expected a finite number${cell.includes("%") ? ", such as 0.12 for 12 %" : ""}.` };
  }

  function rowOf({ line, cells }, { log, commas }) {
    /** @type {any[]} */
    const [at, mean] = [numberOf(cells[0], "position", commas), numberOf(cells[1], "mean", commas)];
    const error = at.error ?? mean.error;
    if (error) return { line, error: wrong(line, error) };
    if (log && !(at.value > 0)) return { line, error: wrong(line, `has the position ${cells[0]}; expected numbers above 0 for logarithms.`) };
    const outside = `has the mean ${cells[1]}; expected numbers from 0 to 1: per cent divided by 100, a revenue by the largest there can be.`;
    if (!(mean.value >= 0 && mean.value <= 1)) return { line, error: wrong(line, outside) };
    return { line, at: at.value, mean: mean.value };
  }

  // What is wrong with rows each of which is right, in the order of positions.
  function together(rows, places, most) {
    if (rows.length === 0) return [{ line: 0, text: "There is a heading and no row; expected two rows or more." }];
    if (rows.length < 2) return [wrong(rows[0].line, "is alone; expected two rows or more, since L is a slope between two.")];
    if (rows.length > most) {
      return [{ line: rows[0].line, text: `${rows.length} rows; this lab takes at most ${most}, each of them an arm. Average rows that are next to each other, or use read_means in Python, which takes more.` }];
    }
    return places.flatMap((place, i) => {
      if (i === 0 || place > places[i - 1]) return [];
      const [one, other] = [rows[i - 1], rows[i]];
      if (one.at === other.at) return [wrong(other.line, `has the position ${other.at}, as row ${one.line} has; expected one mean for each position.`)];
      return [wrong(other.line, `has a position too close to that of row ${one.line} to be told apart.`)];
    });
  }

  // {theta, arms, axis, lines}, or {errors}: of positions x from low to high, arms are (x − low) / (high − low), or the same of log x.
  function read(text, { log, most }) {
    const { rows: all, errors } = split(text);
    if (errors.length > 0) return { errors };
    const heading = all[0]?.cells.every(isNumber) ? undefined : all.shift();
    const odd = [...(heading ? [heading] : []), ...all].filter(({ cells }) => cells.length !== 2);
    if (odd.length > 0) return { errors: odd.map(({ line, cells }) => wrong(line, `has ${cells.length} ${cells.length === 1 ? "entry" : "entries"}; expected two, a position and a mean.`)) };
    const sign = commasOf(all);
    if (sign.errors.length > 0) return { errors: sign.errors };
    const found = all.map((row) => rowOf(row, { log, commas: sign.commas }));
    const bad = found.flatMap(({ error }) => (error ? [error] : []));
    if (bad.length > 0) return { errors: bad };
    const rows = /** @type {any[]} */ (found).sort((one, other) => one.at - other.at);
    // Half of each, as the difference of two numbers may be none.
    const places = rows.map(({ at }) => (log ? Math.log(at) : at / 2));
    const [low, high] = [places[0], places[places.length - 1]];
    const arms = places.map((place) => Math.min(1, (place - low) / (high - low)));
    const apart = together(rows, arms, most);
    if (apart.length > 0) return { errors: apart };
    const axis = { from: rows[0].at, to: rows[rows.length - 1].at, log, name: heading?.cells[0].slice(0, 14) || "position" };
    return { theta: rows.map(({ mean }) => mean), arms, axis, lines: rows.map(({ line }) => line) };
  }

  lipbandits.pastedTable = { read };
})();
