// Take it with you: what a reader carries away of a lab. Its Python lines, its picture as a file of its own, its numbers as CSV with
// the state in their head, lines of HTML that show it on another page; all of the state that is on the screen, with all digits, and
// each with the link that leads back to it.
//
// A kind of lab says what there is to take: `python()` gives lines, `table()` {head, columns, rows}. The picture is the one on the
// screen. What makes texts of numbers needs no page.
"use strict";
(() => {
  /** @type {any} */
  const lipbandits = (globalThis.lipbandits = globalThis.lipbandits ?? {});
  if (lipbandits.take) return;
  const NS = "http://www.w3.org/2000/svg";
  const LINE = 79;
  // A PNG has at least so many pixels across.
  const PIXELS = 1600;
  const SAID_MS = 4000;

  // ---- Python -------------------------------------------------------------------------------------------------------------------

  // Shortest digits that read back as the same number; Python's are the same.
  const list = (values) => `[${Array.from(values, String).join(", ")}]`;

  // A list over as many lines as it needs.
  function lines(values, indent, name = "") {
    const found = [];
    let line = `${indent}${name}[`;
    Array.from(values, String).forEach((text, i) => {
      const next = i < values.length - 1 ? `${text},` : `${text}],`;
      const longer = line.endsWith("[") ? `${line}${next}` : `${line} ${next}`;
      if (longer.length <= LINE) line = longer;
      else {
        found.push(line);
        line = `${indent} ${next}`;
      }
    });
    return [...found, line];
  }

  const isEven = (arms) => arms.every((at, i) => Math.abs(at - (arms.length > 1 ? i / (arms.length - 1) : 0)) < 1e-12);

  // The lines that make a bandit, of a family unless that is the usual one.
  function bandit({ theta, arms, lipschitz }, family = "") {
    const rows = isEven(arms) ? [theta] : [theta, arms];
    const named = [`lipschitz=${lipschitz}`, ...(family ? [`family=${family}`] : [])];
    const short = `bandit = lb.LipschitzBandit(${[...rows.map(list), ...named].join(", ")})`;
    if (short.length <= LINE) return [short];
    return ["bandit = lb.LipschitzBandit(", ...rows.flatMap((row) => lines(row, "    ")), ...named.map((one) => `    ${one},`), ")"];
  }

  // ---- CSV ----------------------------------------------------------------------------------------------------------------------

  // As Python's float() and readers of CSV know it.
  const number = (value) => (Number.isFinite(value) ? String(value) : value > 0 ? "inf" : value < 0 ? "-inf" : "nan");

  function cell(value) {
    const text = typeof value === "number" ? number(value) : String(value);
    return /[",#\n]/.test(text) ? `"${text.replace(/"/g, '""')}"` : text;
  }

  function csv({ head, columns, rows }) {
    const lines = [...head.map(([name, text]) => `# ${name}: ${text}`), ...[columns, ...rows].map((row) => row.map(cell).join(","))];
    return `${lines.join("\n")}\n`;
  }

  // ---- the picture --------------------------------------------------------------------------------------------------------------

  // What a mark inherits, as SVG has it where nothing is said; and the colours among it.
  const PAINTS = ["fill", "stroke"];
  const LOOKS = ["stroke-width", "stroke-dasharray", "font-size", "font-weight", "text-anchor", "paint-order"];
  const INITIAL = {
    "fill": "#000000", "stroke": "none", "stroke-width": "1px", "stroke-dasharray": "none", "font-weight": "400",
    "text-anchor": "start", "paint-order": "normal",
  };

  // A colour as browsers compute it, as programs know it: [colour, opacity].
  function colour(value) {
    const mixed = /^color\(srgb (\S+) (\S+) (\S+)(?: \/ (\S+))?\)$/.exec(value);
    const found = mixed ?? /^rgba?\(([^,]+), ([^,]+), ([^,]+)(?:, (.+))?\)$/.exec(value);
    if (!found) return [value, 1];
    const parts = found.slice(1, 4).map((part) => Math.round(Number(part) * (mixed ? 255 : 1)));
    return [`#${parts.map((part) => part.toString(16).padStart(2, "0")).join("")}`, Number(found[4] ?? 1)];
  }

  // A copy of a mark, with all that a style sheet says of it in itself; `above` are the looks of what it stands in.
  function plain(mark, above) {
    const look = getComputedStyle(mark);
    const copy = mark.cloneNode(false);
    for (const name of ["class", "style", "data-key"]) copy.removeAttribute(name);
    const own = {};
    for (const name of LOOKS) {
      own[name] = look.getPropertyValue(name);
      if (own[name] === above[name]) copy.removeAttribute(name);
      else copy.setAttribute(name, own[name]);
    }
    for (const name of PAINTS) {
      const [paint, alpha] = colour(look.getPropertyValue(name));
      const opacity = alpha * Number(look.getPropertyValue(`${name}-opacity`));
      own[name] = paint;
      if (paint === above[name]) copy.removeAttribute(name);
      else copy.setAttribute(name, paint);
      if (opacity !== 1) copy.setAttribute(`${name}-opacity`, opacity);
    }
    if (look.opacity !== "1") copy.setAttribute("opacity", look.opacity);
    copy.append(...copies(mark, own));
    return copy;
  }

  const isShown = (node) => !(node instanceof Element) || getComputedStyle(node).display !== "none";
  const copies = (parent, looks) => Array.from(parent.childNodes).filter(isShown).map((node) => (node instanceof Element ? plain(node, looks) : node.cloneNode()));

  // Words in lines no wider than there is room; links break after what joins their parts.
  function wrapped(text, room, font) {
    /** @type {any} */
    const pen = document.createElement("canvas").getContext("2d");
    pen.font = font;
    const found = [""];
    for (const word of text.match(/[^ _&]*[ _&]|[^ _&]+/g) ?? []) {
      const longer = found[found.length - 1] + word;
      if (found[found.length - 1] === "" || pen.measureText(longer.trim()).width <= room) found[found.length - 1] = longer;
      else found.push(word);
    }
    return found.map((line) => line.trim());
  }

  function svgElement(tag, attributes, ...children) {
    const element = document.createElementNS(NS, tag);
    for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
    element.append(...children);
    return element;
  }

  // The page's name and the state; of pages from the web all of the address, of those in a folder not the folder.
  function address({ link }) {
    const { protocol, pathname, hash } = new URL(link.href, document.baseURI);
    return /^https?:$/.test(protocol) ? link.href : pathname.split("/").pop() + hash;
  }

  // The picture on the screen with its question, numbers and sentence, in the colours of its page: {text, width}.
  function picture(lab, scale = 1) {
    lab.finish();
    const { figure, size: { width, height, font } } = lab;
    const look = getComputedStyle(figure);
    const [[ink], [paper]] = [colour(look.color), colour(look.backgroundColor)];
    const pad = font;
    const { px } = lipbandits.draw;
    const parts = [];
    let y = pad;
    const paragraph = (text, times, attributes = {}) => {
      const letters = times * font;
      for (const line of wrapped(text, width, `${attributes["font-weight"] ?? 400} ${letters}px ${look.fontFamily}`)) {
        y += 1.35 * letters;
        parts.push(svgElement("text", { x: pad, y: px(y - 0.35 * letters), "font-size": px(letters), fill: ink, ...attributes }, line));
      }
      y += 0.3 * font;
    };
    const said = (selector) => Array.from(figure.querySelectorAll(selector), (part) => part.textContent.trim()).filter(Boolean).join("  ·  ");
    paragraph(said(".lb-question"), 1.15, { "font-weight": 600 });
    paragraph([said(".lb-number"), lab.setting?.()].filter(Boolean).join("  ·  "), 1);
    parts.push(svgElement("g", { transform: `translate(${pad} ${px(y)})` }, ...copies(lab.surface.svg, { ...INITIAL, "font-size": `${font}px` })));
    y += height + 0.4 * font;
    paragraph(lab.status.textContent.trim(), 1);
    paragraph(address(lab), 0.72, { "fill-opacity": 0.72 });
    // Whole pixels, or a light edge would show on dark paper.
    const [wide, high] = [Math.ceil(width + 2 * pad), Math.ceil(y + 0.4 * pad)];
    const whole = svgElement("svg", {
      width: scale * wide, height: scale * high, viewBox: `0 0 ${wide} ${high}`,
      "font-size": font, "font-family": look.fontFamily,
    }, svgElement("title", {}, said(".lb-question")), svgElement("desc", {}, `${said(".lb-number")}. ${address(lab)}`),
    svgElement("rect", { width: wide, height: high, fill: paper }), ...parts);
    return { text: `${new XMLSerializer().serializeToString(whole)}\n`, width: wide };
  }

  // The same in pixels, a promise of a PNG's bytes.
  async function pixels(lab) {
    const { width } = picture(lab);
    // At its size in full: some browsers would enlarge pixels.
    const { text } = picture(lab, Math.max(2, Math.ceil(PIXELS / width)));
    const image = new Image();
    await new Promise((done, fail) => {
      Object.assign(image, { onload: done, onerror: () => fail(new Error("the browser cannot read its own picture")) });
      // Such an address belongs to the page, also where that comes from a folder; so its pixels may be read.
      image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(text)}`;
    });
    const canvas = Object.assign(document.createElement("canvas"), { width: image.naturalWidth, height: image.naturalHeight });
    canvas.getContext("2d")?.drawImage(image, 0, 0);
    return new Promise((done, fail) => canvas.toBlob((blob) => (blob ? done(blob) : fail(new Error("the browser made no pixels"))), "image/png"));
  }

  // ---- on the page --------------------------------------------------------------------------------------------------------------

  const python = (lab) => `# ${address(lab)}\n${lab.python()}`;

  function table(lab) {
    const found = lab.table();
    return { ...found, head: [["lab", lab.figure.id], ["link", address(lab)], ...found.head] };
  }

  function save(lab, ending, content, type) {
    const name = `${lab.figure.id}.${ending}`;
    const href = URL.createObjectURL(new Blob([content], { type }));
    lab.frame.make("a", { href, download: name }).click();
    // Some browsers are still reading it when the click returns.
    setTimeout(() => URL.revokeObjectURL(href), 60000);
    return `Saved as ${name}.`;
  }

  // The lab as a file of its own, which the book has beside its pages; a notebook and the file itself have none. Sphinx says where a
  // book begins.
  function fileOf({ figure }) {
    const { content_root: root } = document.documentElement.dataset;
    return root === undefined ? undefined : new URL(`${root}_static/embed/${figure.dataset.file}`, document.baseURI);
  }

  const attribute = (text) => text.replace(/&/g, "&amp;").replace(/"/g, "&quot;");

  // Lines of HTML that show the lab at its present state on another page, as high as it is here, light or dark as this page is.
  function frameOf({ figure, link }, book) {
    const file = new URL(book);
    file.search = `?theme=${document.documentElement.dataset.theme === "dark" ? "dark" : "light"}`;
    file.hash = new URL(link.href).hash.replace(/^#[^?]*/, `#${figure.dataset.lab}`);
    const { protocol, pathname, search, hash } = file;
    const address = /^https?:$/.test(protocol) ? file.href : pathname.split("/").pop() + search + hash;
    const title = figure.querySelector(".lb-question").textContent.trim();
    const height = Math.ceil(figure.getBoundingClientRect().height);
    return `<iframe src="${attribute(address)}" title="${attribute(title)}" width="100%" height="${height}" style="border: 0" `
      + `sandbox="allow-scripts allow-downloads" allow="clipboard-write"></iframe>`;
  }

  // Where copying is forbidden or unknown, the lines stand there, chosen.
  async function copy(text, box) {
    box.textContent = text;
    try {
      await navigator.clipboard.writeText(box.textContent);
      return "Copied.";
    } catch {
      getSelection()?.selectAllChildren(box);
      return "This browser does not let the page copy; the lines below are chosen, copy them.";
    }
  }

  // A fold below the controls of a lab: Python lines to be seen and copied, and three files.
  function attach(lab) {
    const { figure, frame: { make } } = lab;
    const box = make("div", { className: "lb-lines", tabIndex: 0, role: "group", "aria-label": "Python lines" });
    const note = make("span", { className: "lb-taken", role: "status" });
    const say = (text) => {
      note.textContent = text;
      clearTimeout(lab.taking);
      lab.taking = setTimeout(() => (note.textContent = ""), SAID_MS);
    };
    const button = (label, act) => {
      const element = make("button", { type: "button" }, label);
      const failed = (error) => say(`That did not work: ${error.message}.`);
      // At once: some browsers let a page copy only within the press itself.
      element.addEventListener("click", () => act().then(say).catch(failed));
      return element;
    };
    const woken = (act) => () => lab.wake().then(() => act(lab));
    const file = fileOf(lab);
    const embedded = file === undefined ? [] : [
      button("Embed", () => copy(frameOf(lab, file), box)),
      make("a", { className: "lb-link", href: file.href, download: lab.figure.dataset.file, target: "_blank", title: "This lab as one file" }, "One file"),
    ];
    const fold = make("details", { className: "lb-take" }, make("summary", {}, "Take it with you"),
      make("div", { className: "lb-take-buttons" },
        button("Copy as Python", () => copy(python(lab), box)),
        button("Save picture (SVG)", woken(() => save(lab, "svg", picture(lab).text, "image/svg+xml"))),
        button("Save picture (PNG)", woken(async () => save(lab, "png", await pixels(lab), "image/png"))),
        button("Save numbers (CSV)", woken(() => save(lab, "csv", csv(table(lab)), "text/csv"))), ...embedded, note),
      box);
    const show = () => fold.open && lab.frame.say(box, python(lab));
    fold.addEventListener("toggle", show);
    figure.addEventListener("lb-state", show);
    figure.querySelector("figcaption").before(fold);
    Object.assign(lab.api, { python: () => python(lab), table: woken(table), picture: woken((one) => picture(one).text) });
  }

  lipbandits.take = { attach, bandit, list, lines, csv };
})();
