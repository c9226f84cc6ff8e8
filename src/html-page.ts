/**
 * The parts of a page for people: one HTML document without scripts, which loads nothing.
 */

export interface Page {
  readonly title: string;
  /** What is between `<main>` and `</main>`, as HTML. */
  readonly content: string;
  /** Rules of CSS beside those that all pages have. */
  readonly style?: string | undefined;
}

/** Makes the page. The content must be escaped already. */
export function htmlPage({ title, content, style = '' }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>${escaped(title)}</title>
<style>${STYLE}${style}</style>
</head>
<body>
<main>
${content}
</main>
</body>
</html>
`;
}

/** A part in percent, from 0 to 100. */
export function share(part: number, total: number): number {
  return total === 0 ? 0 : round((100 * part) / total);
}

/** A number with two digits after the point at most, as SVG and CSS take it. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}

/** A part in percent, for people; a dash if there is nothing. */
export function percent(part: number, total: number): string {
  return total === 0 ? '–' : `${((100 * part) / total).toFixed(1)} %`;
}

export function number(value: number): string {
  return value.toLocaleString('en-US');
}

/** A number with what it counts. */
export function counted(count: number, noun: string): string {
  return `${number(count)} ${noun}${count === 1 ? '' : 's'}`;
}

const DATE_CHARACTERS = 10;

/** The days of a first and a last date. */
export function period(first: string, last: string): string {
  const [from, to] = [first.slice(0, DATE_CHARACTERS), last.slice(0, DATE_CHARACTERS)];
  return from === to ? from : `${from} to ${to}`;
}

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text as HTML, also within an attribute. */
export function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ESCAPES[character] as string);
}

/** The colours of pages and charts, on a light and a dark ground. */
export const PALETTE = `:root { color-scheme: light dark; --text: #1c2024; --quiet: #60646c; --line: #d9dce0; --ground: #fff; --all: #a52a1a; --most: #cf4a2a; --many: #b9681b; --few: #8f7a14; --paths: #5f8a3c; --none: #2f7f5b; --count: #4a6fa5; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e8ea; --quiet: #9ba1a8; --line: #33383e; --ground: #14171a; --all: #f0705a; --most: #ee9060; --many: #e0a850; --few: #cdbb55; --paths: #93b86a; --none: #58b089; --count: #7b9fd4; } }
`;

const STYLE = `
${PALETTE}* { box-sizing: border-box; }
body { margin: 0; background: var(--ground); color: var(--text); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
h1 { font-size: 1.75rem; line-height: 1.2; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .25rem; }
p { margin: .25rem 0 .75rem; max-width: 44rem; color: var(--quiet); }
.lead { color: var(--text); }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th { text-align: left; font-weight: 500; padding: .3rem .75rem .3rem 0; white-space: nowrap; }
thead th { color: var(--quiet); font-size: .85rem; text-align: right; padding: .3rem 0 .3rem .75rem; }
thead th:first-child { text-align: left; padding-left: 0; }
td { padding: .3rem 0; }
tbody tr { border-top: 1px solid var(--line); }
.bar { width: 60%; min-width: 8rem; }
.bar div { display: flex; height: .9rem; background: var(--line); border-radius: 2px; overflow: hidden; }
.bar i { display: block; }
i.all, .all::before { background: var(--all); }
i.most, .most::before { background: var(--most); }
i.many, .many::before { background: var(--many); }
i.few, .few::before { background: var(--few); }
i.paths, .paths::before { background: var(--paths); }
i.none, .none::before { background: var(--none); }
i.count { background: var(--count); }
.legend span { display: inline-block; white-space: nowrap; margin-right: .75rem; }
.legend span::before { content: ""; display: inline-block; width: .8rem; height: .8rem; border-radius: 2px; margin-right: .4rem; }
.share { text-align: right; padding-left: .75rem; white-space: nowrap; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(16rem, 1fr)); gap: 1.5rem; }
figure { margin: 0; }
figcaption { font-weight: 500; }
svg { width: 100%; height: auto; display: block; }
svg path { stroke: var(--line); fill: none; }
figure p { font-size: .85rem; }
@media (max-width: 40rem) {
  tbody tr { display: grid; grid-template-columns: repeat(3, 1fr); padding: .4rem 0; }
  thead { display: none; }
  tbody th, .bar { grid-column: 1 / -1; width: auto; padding: .1rem 0; white-space: normal; overflow-wrap: anywhere; }
  .share { text-align: left; padding: .1rem 0; }
  td:is(.all, .most, .many, .few, .paths, .none)::before { content: ""; display: inline-block; width: .6rem; height: .6rem; border-radius: 2px; margin-right: .4rem; }
}
figcaption { overflow-wrap: anywhere; }
h2, h2 + p, figcaption { break-after: avoid; }
tr, svg, figure:not(:has(svg + svg)) { break-inside: avoid; }
@media print { body { font-size: 11px; } i, .legend span::before { print-color-adjust: exact; -webkit-print-color-adjust: exact; } }
`;
