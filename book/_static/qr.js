// A QR code for a link, after ISO/IEC 18004, as far as links need it: bytes, error correction level L (a screen does not get
// dirty, and larger squares are read from farther away), versions 1 to 10.
//
// lipbanditsQr(text) is the code as rows of 0 and 1 (1 is dark), or null for more than 271 bytes. A second argument, 0 to 7,
// chooses the mask, for tests; the standard's own rule does otherwise.
"use strict";
window.lipbanditsQr = (() => {
  // For each version: codewords of data, codewords of error correction in a block, blocks, centres of alignment patterns.
  /** @type {[number, number, number, number[]][]} */
  const VERSIONS = [
    [19, 7, 1, []],
    [34, 10, 1, [6, 18]],
    [55, 15, 1, [6, 22]],
    [80, 20, 1, [6, 26]],
    [108, 26, 1, [6, 30]],
    [136, 18, 2, [6, 34]],
    [156, 20, 2, [6, 22, 38]],
    [194, 24, 2, [6, 24, 42]],
    [232, 30, 2, [6, 26, 46]],
    [274, 18, 4, [6, 28, 50]],
  ];
  // A mask flips the modules where it gives 0.
  const MASKS = [
    (y, x) => (y + x) % 2,
    (y) => y % 2,
    (y, x) => x % 3,
    (y, x) => (y + x) % 3,
    (y, x) => ((y >> 1) + Math.floor(x / 3)) % 2,
    (y, x) => ((y * x) % 2) + ((y * x) % 3),
    (y, x) => (((y * x) % 2) + ((y * x) % 3)) % 2,
    (y, x) => (((y + x) % 2) + ((y * x) % 3)) % 2,
  ];

  // Powers and logarithms of 2 in the field of 256 elements, modulo x⁸ + x⁴ + x³ + x² + 1.
  const power = [];
  const log = [];
  for (let i = 0, value = 1; i < 255; i++, value = (value << 1) ^ (value >> 7 ? 0x11d : 0)) {
    power[i] = value;
    log[value] = i;
  }
  const times = (a, b) => (a && b ? power[(log[a] + log[b]) % 255] : 0);

  // The bits of a number, the highest first.
  const bits = (value, length) => Array.from({ length }, (_, i) => (value >> (length - 1 - i)) & 1);

  // The number followed by its remainder modulo a binary polynomial of this degree.
  function withCheck(value, polynomial, degree) {
    let rest = value << degree;
    for (let i = 31 - Math.clz32(rest); i >= degree; i--) if ((rest >> i) & 1) rest ^= polynomial << (i - degree);
    return (value << degree) | rest;
  }

  // The Reed–Solomon remainder of a block: the product of (x − 2^i), i < length, divides the block followed by it.
  function correction(block, length) {
    let divisor = [1];
    for (let i = 0; i < length; i++) {
      divisor = [...divisor, 0].map((value, j) => value ^ (j && times(divisor[j - 1], power[i])));
    }
    const rest = [...block, ...Array(length).fill(0)];
    block.forEach((_, i) => {
      const factor = rest[i];
      divisor.forEach((value, j) => (rest[i + j] ^= times(value, factor)));
    });
    return rest.slice(block.length);
  }

  // Mode, length, bytes and padding, cut into blocks and woven together, as bits.
  function message(bytes, version) {
    const [room, extra, blocks] = VERSIONS[version - 1];
    const stream = [...bits(4, 4), ...bits(bytes.length, version < 10 ? 8 : 16), ...bytes.flatMap((byte) => bits(byte, 8))];
    // The end mark may be cut short; codewords are whole.
    stream.push(...bits(0, Math.min(4, 8 * room - stream.length)));
    stream.push(...bits(0, -stream.length & 7));
    for (let pad = 0xec; stream.length < 8 * room; pad ^= 0xec ^ 0x11) stream.push(...bits(pad, 8));
    const words = Array.from({ length: room }, (_, i) => parseInt(stream.slice(8 * i, 8 * i + 8).join(""), 2));
    // The last blocks are one longer where the words do not divide.
    const cuts = Array.from({ length: blocks + 1 }, (_, i) => {
      return i * Math.floor(room / blocks) + Math.max(0, i - blocks + (room % blocks));
    });
    const data = cuts.slice(1).map((end, i) => words.slice(cuts[i], end));
    const weave = (parts) => parts[parts.length - 1].flatMap((_, i) => parts.filter((part) => i < part.length).map((part) => part[i]));
    return [...weave(data), ...weave(data.map((block) => correction(block, extra)))].flatMap((word) => bits(word, 8));
  }

  // All that is the same for every text of a version and a mask; undefined where the message goes.
  function frame(version, mask) {
    const size = 17 + 4 * version;
    const rows = Array.from({ length: size }, () => Array(size).fill(undefined));
    // Nested squares round a centre: dark, but for the rings at these distances.
    const squares = (cy, cx, radius, light) => {
      for (let y = Math.max(0, cy - radius); y <= Math.min(size - 1, cy + radius); y++) {
        for (let x = Math.max(0, cx - radius); x <= Math.min(size - 1, cx + radius); x++) {
          rows[y][x] = Number(!light.includes(Math.max(Math.abs(y - cy), Math.abs(x - cx))));
        }
      }
    };
    for (const [y, x] of [[3, 3], [3, size - 4], [size - 4, 3]]) squares(y, x, 4, [2, 4]);
    const centres = VERSIONS[version - 1][3];
    for (const y of centres) for (const x of centres) if (rows[y][x] === undefined) squares(y, x, 2, [1]);
    for (let i = 8; i < size - 8; i++) rows[6][i] = rows[i][6] = 1 - (i % 2);
    // Level L is 01. Twice, so that one may be hidden; the lowest bit comes first.
    const format = bits(withCheck((1 << 3) | mask, 0x537, 10) ^ 0x5412, 15).reverse();
    format.forEach((bit, i) => {
      rows[i < 6 ? i : i < 8 ? i + 1 : size - 15 + i][8] = bit;
      rows[8][i < 8 ? size - 1 - i : i < 9 ? 7 : 14 - i] = bit;
    });
    rows[size - 8][8] = 1;
    if (version < 7) return rows;
    bits(withCheck(version, 0x1f25, 12), 18).reverse().forEach((bit, i) => {
      const [near, far] = [Math.floor(i / 3), size - 11 + (i % 3)];
      rows[near][far] = rows[far][near] = bit;
    });
    return rows;
  }

  // In columns of two, from the right, up and down in turn, past the column of the timing pattern.
  function fill(rows, stream, mask) {
    const size = rows.length;
    let next = 0;
    for (let column = 0; column < (size - 1) / 2; column++) {
      const right = size - 1 - 2 * column;
      for (let step = 0; step < size; step++) {
        const y = column % 2 ? step : size - 1 - step;
        for (const x of right > 6 ? [right, right - 1] : [right - 1, right - 2]) {
          // What is left over at the end is light.
          if (rows[y][x] === undefined) rows[y][x] = (stream[next++] ?? 0) ^ Number(MASKS[mask](y, x) === 0);
        }
      }
    }
    return rows;
  }

  // How much a code looks like what confuses cameras: long runs, blocks of one colour, finder patterns, too dark or light.
  function penalty(rows) {
    const lines = [...rows, ...rows.map((_, x) => rows.map((row) => row[x]))].map((line) => line.join(""));
    let sum = 0;
    for (const line of lines) {
      for (const run of line.match(/0{5,}|1{5,}/g) ?? []) sum += run.length - 2;
      sum += 40 * [...line.matchAll(/(?=10111010000|00001011101)/g)].length;
    }
    for (let y = 1; y < rows.length; y++) {
      for (let x = 1; x < rows.length; x++) {
        const four = rows[y][x] + rows[y - 1][x] + rows[y][x - 1] + rows[y - 1][x - 1];
        if (four % 4 === 0) sum += 3;
      }
    }
    const dark = rows.flat().reduce((before, module) => before + module, 0) / rows.length ** 2;
    return sum + 10 * Math.floor(Math.abs(dark - 0.5) * 20);
  }

  return (text, mask) => {
    const bytes = [...new TextEncoder().encode(text)];
    const version = 1 + VERSIONS.findIndex(([room], i) => bytes.length + (i < 9 ? 2 : 3) <= room);
    if (version === 0) return null;
    const stream = message(bytes, version);
    const masks = mask === undefined ? MASKS.keys() : [mask];
    const codes = [...masks].map((each) => fill(frame(version, each), stream, each));
    const penalties = codes.map(penalty);
    return codes[penalties.indexOf(Math.min(...penalties))];
  };
})();
