// For `tsc` alone: what the scripts of a page share through its window, and what others have put there.

/** A place at which class mode stops: an explorer or a lab. */
interface Stop {
  figure: HTMLElement;
  /** The link to its present state. */
  link: HTMLAnchorElement;
  /** Ends what moves by itself. */
  pause(): void;
  /** Shows the state that the part of a link after "?" names, and leaves the reader where they are. */
  openHere(query: string): void;
  /** The same, and brings the reader to it. */
  open(query: string): void;
  /** Keeps the figure at the top of the window while the page above it still grows. */
  stayInView(): void;
}

interface Window {
  /** frame.js: the explorers and labs of the page by the id of their figure. All are there when the window hears DOMContentLoaded. */
  lipbanditsExplorers: Map<string, Stop>;
  /** frame.js */
  lipbanditsStayInView(figure: HTMLElement): void;
  /** frame.js: what explorers and labs have in common. */
  lipbanditsFrame: any;
  /** explorer.js: the class, for notebooks; a page makes its explorers by itself. */
  lipbanditsExplorer?: any;
  /** qr.js: rows of 0 and 1, or null where the text is too long. */
  lipbanditsQr(text: string, mask?: number): number[][] | null;
  /** class.js, so that it runs once. */
  lipbanditsClass?: boolean;
  MathJax?: any;
}

/** The labs and their engine, each script of lipbandits/labs/page adding its part. */
declare var lipbandits: any;

// Sphinx
declare const DOCUMENTATION_OPTIONS: { SHOW_SEARCH_SUMMARY: boolean } | undefined;
declare const Search: { htmlToText(html: string, anchor: string): string } | undefined;
