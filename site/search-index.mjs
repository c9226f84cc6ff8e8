/** What the search reads: the sections of all pages, as a script, because a page on disk may not fetch a file. */

/**
 * @param {readonly { title: string, anchor: string, text: string, page: import('./source-pages.mjs').Page }[]} sections
 */
export function searchScript(sections) {
  const rows = sections.map(({ title, anchor, text, page }) => ({
    title,
    page: anchor === '' ? (page.entry ?? '') : page.title,
    address: anchor === '' ? page.target : `${page.target}#${anchor}`,
    text,
  }));
  return `siteSearch.use(${JSON.stringify(rows)});\n`;
}
