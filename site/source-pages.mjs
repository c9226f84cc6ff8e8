/** The pages that are Markdown files of the repository, and the navigation that docs/README.md gives. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { withoutCode } from '../scripts/markdown.mjs';
import { ROOT } from '../scripts/packages.mjs';

/**
 * @typedef {object} Page
 * @property {string} source where its Markdown is in the repository, and on the site
 * @property {string} target where its HTML is on the site
 * @property {string} title its first heading
 * @property {string} markdown
 * @property {'guide' | 'reference' | 'playground'} kind
 * @property {string} [entry] of the API reference: the entry point that exports what the page is about
 */

/**
 * @typedef {object} Navigation
 * @property {readonly { title: string, items: readonly { page: Page, words: string }[] }[]} sections
 * @property {readonly import('./reference.mjs').Entry[]} entries
 * @property {Page} home
 */

const HOME = 'README.md';

/** The page whose sections are those of the navigation. */
const INDEX = 'docs/README.md';

/** A link to a file of the repository: neither an address nor a place on the page. */
const LINK = /(?:\]\(|\b(?:src|srcset)=")(?!\w+:|#)([^)#\s"]+)/g;

/**
 * The pages that the README leads to, directly or not, and the other files that they need, such as pictures.
 *
 * @returns {{ pages: Page[], files: string[] }}
 */
export function repositoryPages() {
  const sources = new Set([HOME]);
  const files = new Set();
  const pages = [];
  for (const source of sources) {
    const markdown = readFileSync(path.join(ROOT, source), 'utf8');
    pages.push({ source, target: htmlOf(source), title: titleOf(markdown), markdown, kind: 'guide' });
    for (const [, link] of withoutCode(markdown).matchAll(LINK)) {
      const file = path.posix.join(path.posix.dirname(source), link);
      (file.endsWith('.md') ? sources : files).add(file);
    }
  }
  return { pages, files: [...files].filter((file) => path.posix.extname(file) !== '') };
}

/**
 * Where the HTML of a Markdown file is. A README is the index of its folder.
 *
 * @param {string} source
 */
export function htmlOf(source) {
  return source.replace(/(?:\bREADME)?\.md$/, (end) => (end === '.md' ? '.html' : 'index.html'));
}

/**
 * A section of the navigation for each section of docs/README.md that lists pages: those that its list items or table rows begin with.
 *
 * @param {readonly Page[]} pages
 * @param {{ entries: readonly import('./reference.mjs').Entry[] }} reference
 * @returns {Navigation}
 */
export function navigationOf(pages, { entries }) {
  const pageAt = (source) => pages.find((page) => page.source === source);
  const sections = pageAt(INDEX)
    .markdown.split(/^## /m)
    .slice(1)
    .map((text) => ({
      title: text.slice(0, text.indexOf('\n')),
      items: Array.from(
        text.matchAll(/^(?:\d+\. |- |\| )\[[^\]]*\]\(([^)#]+)\)(?:\s*\||:)?\s*(.*?)\s*\|?$/gm),
        ([, link, words]) => ({ page: pageAt(path.posix.join(path.posix.dirname(INDEX), link)), words }),
      ),
    }))
    .filter(({ items }) => items.length > 0);
  const listed = new Set(sections.flatMap(({ items }) => items.map(({ page }) => page)));
  const others = pages.filter((page) => !listed.has(page) && ![HOME, INDEX].includes(page.source));
  sections.push({ title: 'The project', items: others.map((page) => ({ page, words: '' })) });
  return { sections, entries, home: pageAt(HOME) };
}

function titleOf(markdown) {
  return /^# (.+)$/m.exec(markdown)?.[1].replaceAll(/[`*]/g, '') ?? '';
}
