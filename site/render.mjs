/** Turns the Markdown of a page into HTML: headings with anchors, links between pages, coloured code, and the texts to search. */
import path from 'node:path';
import MarkdownIt from 'markdown-it';
import { escapeHtml } from 'markdown-it/lib/common/utils.mjs';
import { anchorOf } from '../scripts/markdown.mjs';
import { codeColours } from './code-colours.mjs';

/**
 * @typedef {object} Rendered
 * @property {string} html
 * @property {readonly { level: number, text: string, anchor: string }[]} headings those of the levels 2 and 3
 * @property {readonly { title: string, anchor: string, text: string }[]} texts the text below each heading, and that of the page's title
 */

/**
 * @param {readonly import('./source-pages.mjs').Page[]} pages
 * @returns {Promise<(page: import('./source-pages.mjs').Page) => Rendered>}
 */
export async function renderer(pages) {
  const colour = await codeColours();
  const targets = new Map(pages.map(({ source, target }) => [source, target]));
  const markdownIt = MarkdownIt({ html: true });
  const { rules } = markdownIt.renderer;
  // A wide table scrolls by itself, also by keyboard.
  rules.table_open = () => '<div class="table" tabindex="0" role="group" aria-label="Table"><table>\n';
  rules.table_close = () => '</table></div>\n';
  // A heading without words is no heading.
  rules.th_open = (tokens, i) => (tokens[i + 1].content === '' ? '<td>' : '<th scope="col">');
  rules.th_close = (tokens, i) => (tokens[i - 1].content === '' ? '</td>' : '</th>');
  rules.fence = (tokens, i) => {
    const { content, info } = tokens[i];
    // A block that scrolls can be reached by keyboard.
    return `<pre tabindex="0"><code>${colour(content, info.trim()) ?? escapeHtml(content)}</code></pre>\n`;
  };
  return (page) => {
    const tokens = markdownIt.parse(page.markdown, {});
    const headings = anchored(tokens);
    for (const token of tokens) {
      for (const child of token.children ?? []) {
        if (child.type === 'link_open')
          child.attrSet('href', addressOf(child.attrGet('href'), page, targets));
      }
    }
    const html = markdownIt.renderer.render(tokens, markdownIt.options, {});
    return {
      html,
      headings: headings.filter(({ level }) => level === 2 || level === 3),
      // In the reference, the headings of these levels are names; the others, such as "Parameters", are the same on each page.
      texts: textsOf(
        tokens,
        headings.filter(({ level }) => page.kind === 'guide' || level === 1 || level === 3),
      ),
    };
  };
}

/** Gives each heading its anchor, and a second one of the same text a number. */
function anchored(tokens) {
  const counts = new Map();
  const headings = [];
  for (const [i, token] of tokens.entries()) {
    if (token.type !== 'heading_open') continue;
    const text = textOf(tokens[i + 1]);
    const name = anchorOf(text);
    const count = counts.get(name) ?? 0;
    counts.set(name, count + 1);
    const anchor = count === 0 ? name : `${name}-${count}`;
    token.attrSet('id', anchor);
    headings.push({ level: Number(token.tag.slice(1)), text, anchor, index: i });
  }
  return headings;
}

/** The address of a link, from the HTML of the page that has it. */
function addressOf(href, page, targets) {
  if (/^(?:\w+:|#)/.test(href)) return href;
  const [file, ...anchor] = href.split('#');
  const source = path.posix.join(path.posix.dirname(page.source), decodeURI(file));
  const target = targets.get(source) ?? source;
  return [relative(page.target, target), ...anchor].join('#');
}

/**
 * The address of a file of the site, from another one.
 *
 * @param {string} from @param {string} to
 */
export function relative(from, to) {
  return path.posix.relative(path.posix.dirname(from), to) || path.posix.basename(to);
}

function textsOf(tokens, headings) {
  return headings.map(({ text: title, anchor, level, index }, i) => {
    const below = tokens.slice(index + 3, headings[i + 1]?.index);
    const text = below.map((token) =>
      token.type === 'inline' ? textOf(token) : token.type === 'fence' ? token.content : '',
    );
    return {
      title,
      anchor: level === 1 ? '' : anchor,
      text: text
        .filter((part) => part !== '')
        .join(' ')
        .replaceAll(/\s+/g, ' '),
    };
  });
}

function textOf({ children }) {
  return children
    .map(({ type, content }) => (type === 'softbreak' ? ' ' : type === 'html_inline' ? '' : content))
    .join('');
}
