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
  // A sign before three digits may set thousands apart.
  const WITH_THOUSANDS = /^[+-]?[1-9]\d{0,2}([., \u00a0\u202f']\d{3})+$/;
  const PER_CENT = /^([+-]?\d+([.,]\d+)?)\s*%$/;
  const ENTRIES = "expected a position and a mean, set apart by tabs, semicolons or commas";
  const isNumber = (cell) => NUMBER.test(cell) || WITH_COMMA.test(cell);
  // Without blanks and quotes around it, and with the minus of a keyboard for that of a printer.
  const bare = (cell) => cell.trim().replace(/^"(.*)"$/, "$1").trim().replaceAll("\u2212", "-");
  const lastOf = ({ cells }) => cells.findLastIndex(Boolean) + 1;
  const wrong = (line, text) => ({ line, text: `Row ${line} ${text}` });

  // Lines that are not blank, counted from 1 as they stand, and their cells.
  function split(text) {
    const lines = text.split(/\r\n|\r|\n/).map((words, i) => ({ line: i + 1, words }));
    const first = lines.find(({ words }) => words.trim() !== "");
    const separator = SEPARATORS.find((each) => first?.words.includes(each));
    if (!first) return { rows: [], errors: [{ line: 0, text: "There is nothing to read; paste a column of positions and one of means." }] };
    if (!separator) {
      const title = lines.some(({ words }) => SEPARATORS.some((each) => words.includes(each)));
      return { rows: [], errors: [wrong(first.line, title ? `is a title, ${first.words.trim().slice(0, 24)}; expected a table without one.` : `is one column; ${ENTRIES}, not by blanks.`)] };
    }
    const found = lines.map(({ line, words }) => ({ line, cells: words.split(separator).map(bare) })).filter(({ cells }) => cells.some(Boolean));
    // Separators at the end of each row are none.
    const width = found.reduce((most, row) => Math.max(most, lastOf(row)), 2);
    return { rows: found.map(({ line, cells }) => ({ line, cells: cells.slice(0, width) })), errors: [] };
  }

  // What may have been meant by a cell that is no number.
  function hintOf(cell) {
    const [, share] = PER_CENT.exec(cell) ?? [];
    if (share) return `, such as ${Number((Number(share.replace(",", ".")) / 100).toPrecision(6))} for ${cell}`;
    if (cell.includes("%")) return ", such as 0.12 for 12 %";
    return WITH_THOUSANDS.test(cell) ? ", and thousands without a sign, as 1024" : "";
  }

  // The first row is a heading if it has no digit and no word for what is missing, and must be all numbers else.
  const isHeading = ({ cells }) => !cells.some((cell) => /\d/.test(cell) || (cell !== "" && MISSING.includes(cell.toLowerCase())));

  function headingOf([first, second]) {
    if (!first || first.cells.every(isNumber)) return {};
    if (!isHeading(first)) {
      const meant = first.cells.map((cell) => (isNumber(cell) ? "" : hintOf(cell))).find(Boolean);
      const hint = meant ?? (first.cells.some(isNumber) ? "" : "; a heading has no digit");
      return { error: wrong(first.line, `is neither a heading nor numbers: ${first.cells.map((cell) => `'${cell.slice(0, 24)}'`).join(", ")}; expected one or the other${hint}.`) };
    }
    const two = second && second.cells.length > 1 && second.cells.every(Boolean) && isHeading(second);
    return two ? { error: wrong(second.line, `has no numbers, as row ${first.line} has none; expected one heading and no title.`) } : { heading: first };
  }

  // Rows of another number of entries than two; once, where all have as many.
  function oddOf(all) {
    const odd = all.filter(({ cells }) => cells.length !== 2);
    const [count] = odd.map(({ cells }) => cells.length);
    const entries = (n) => `${n} ${n === 1 ? "entry" : "entries"}`;
    if (odd.length > 1 && odd.length === all.length && odd.every(({ cells }) => cells.length === count)) {
      const commas = "a decimal comma needs tabs or semicolons between columns";
      return [{ line: odd[0].line, text: `Each row has ${entries(count)}; keep the columns of position and mean. Conversions are divided by visitors first; ${commas}.` }];
    }
    return odd.map(({ line, cells }) => wrong(line, `has ${entries(cells.length)}; expected two, a position and a mean.`));
  }

  // Whether numbers have decimal commas; and an error where that cannot be told.
  function commasOf(rows) {
    const all = rows.flatMap(({ line, cells }) => cells.map((cell, i) => ({ line, cell, what: ["position", "mean"][i] })));
    const found = all.filter(({ cell }) => WITH_COMMA.test(cell));
    if (found.length === 0) return { commas: false, errors: [] };
    const point = all.find(({ cell }) => cell.includes(".") && NUMBER.test(cell));
    const [{ line, cell, what }] = found;
    const where = point && point.line !== line ? `row ${point.line} has ` : "";
    if (point) return { commas: false, errors: [wrong(line, `has ${cell} as ${what} and ${where}${point.cell} as ${point.what}; expected one decimal sign${hintOf(point.cell) || hintOf(cell)}.`)] };
    // Three digits after one to three others may be thousands, unless the first is 0.
    const clear = found.some((each) => {
      const [, whole, rest] = WITH_COMMA.exec(each.cell) ?? ["", "", ""];
      return rest.length !== 3 || whole.length > 3 || whole.startsWith("0");
    });
    return { commas: true, errors: clear ? [] : [wrong(line, `has ${cell} as ${what}, with decimals or thousands; expected numbers with a decimal point, and thousands without a sign, as 1024.`)] };
  }

  // A number, or what is wrong with it, in words.
  function numberOf(cell, what, commas) {
    if (MISSING.includes(cell.toLowerCase())) return { error: `has no ${what}; expected a number in each row, or no such row.` };
    const text = commas && WITH_COMMA.test(cell) ? cell.replace(",", ".") : cell;
    const value = NUMBER.test(text) ? Number(text) : NaN;
    // No −0.
    if (Number.isFinite(value)) return { value: value + 0 };
    return { error: `has the ${what} ${cell.slice(0, 24)}; expected a finite number${hintOf(cell)}.` };
  }

  function rowOf({ line, cells }, { log, commas }) {
    /** @type {any[]} */
    const [at, mean] = [numberOf(cells[0], "position", commas), numberOf(cells[1], "mean", commas)];
    const error = at.error ?? mean.error;
    if (error) return { line, error: wrong(line, error) };
    if (log && !(at.value > 0)) return { line, error: wrong(line, `has the position ${cells[0]}; expected numbers above 0 for logarithms.`) };
    if (mean.value < 0) return { line, error: wrong(line, `has the mean ${cells[1]}, below 0; this lab plays coins. In Python any mean may be read, with family=lb.Gaussian(sd).`) };
    return { line, at: at.value, mean: mean.value };
  }

  // Means are of [0, 1] when divided by the largest there can be; one error for one cause.
  function aboveOf(rows, largest) {
    const above = rows.filter(({ mean }) => mean > largest);
    const far = largest === 1 ? "Say below the largest mean there can be, as 100 for per cent" : "Say a larger one below";
    const [one] = above;
    if (!one) return [];
    return [{ line: one.line, text: `Row ${one.line} has the mean ${one.mean}; ${above.length} of ${rows.length} means are above ${largest}, the largest there can be. ${far}, and each is divided by it.` }];
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

  // {all, heading}: rows of two cells, and the heading if there is one; or {errors}.
  function tableOf(text, largest) {
    const { rows: all, errors } = split(text);
    if (errors.length > 0) return { errors };
    if (!(largest > 0 && largest < Infinity)) return { errors: [{ line: 0, text: "The largest mean there can be is no number above 0." }] };
    const odd = oddOf(all);
    if (odd.length > 0) return { errors: odd };
    const { heading, error } = headingOf(all);
    return error ? { errors: [error] } : { all: heading ? all.slice(1) : all, heading };
  }

  // {theta, arms, axis, lines}, or {errors}: of positions x from low to high, arms are (x − low) / (high − low), or the same of log x; means are divided
  // by the largest there can be.
  function read(text, { log, most, largest = 1 }) {
    const { all = [], heading, errors } = tableOf(text, largest);
    if (errors) return { errors };
    const sign = commasOf(all);
    if (sign.errors.length > 0) return { errors: sign.errors };
    const found = all.map((row) => rowOf(row, { log, commas: sign.commas }));
    const bad = found.flatMap(({ error }) => (error ? [error] : []));
    if (bad.length > 0) return { errors: bad };
    const above = aboveOf(found, largest);
    if (above.length > 0) return { errors: above };
    const rows = /** @type {any[]} */ (found).sort((one, other) => one.at - other.at);
    // Half of each, as the difference of two numbers may be none.
    const places = rows.map(({ at }) => (log ? Math.log(at) : at / 2));
    const [low, high] = [places[0], places[places.length - 1]];
    const arms = places.map((place) => Math.min(1, (place - low) / (high - low)));
    const apart = together(rows, arms, most);
    if (apart.length > 0) return { errors: apart };
    const axis = { from: rows[0].at, to: rows[rows.length - 1].at, log, name: heading?.cells[0].slice(0, 14) || "position" };
    return { theta: rows.map(({ mean }) => mean / largest), arms, axis, lines: rows.map(({ line }) => line), heading: heading?.line };
  }

  lipbandits.pastedTable = { read };
})();
