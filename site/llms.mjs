/** Makes `llms.txt` (llmstxt.org): a list of the pages as plain Markdown, for programs that read them. */
import { PACKAGES } from '../scripts/packages.mjs';

/** @param {import('./source-pages.mjs').Navigation} navigation */
export function llmsText({ sections, entries, home }) {
  const line = (page, words) => `- [${page.title}](${page.source})${words === '' ? '' : `: ${words}`}\n`;
  const parts = sections.map(
    ({ title, items }) => `## ${title}\n\n${items.map(({ page, words }) => line(page, words)).join('')}`,
  );
  const reference = entries.map(({ index, words }) => line(index, words)).join('');
  return [
    `# robotstream\n\n> ${PACKAGES[0].manifest.description}\n`,
    `Every page is Markdown at the address here, and HTML beside it. Begin with [the README](${home.source}).\n`,
    ...parts,
    `## API reference\n\n${reference}`,
  ].join('\n');
}
