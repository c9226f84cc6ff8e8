/** The Markdown of the pages, as the usual hosts of repositories read it: what is code, and the anchors of headings. */

/** @param {string} heading its text, without marks of Markdown */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}

/**
 * A page without its code, in which links are none. Code that is the text of a link stays.
 *
 * @param {string} markdown
 */
export function withoutCode(markdown) {
  return markdown.replaceAll(/^```.*?^```|`[^`\n]*`(?!\])/gms, '');
}
