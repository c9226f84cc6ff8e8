/** The anchors of headings, made as on the usual hosts of repositories. */

/** @param {string} heading its text, without marks of Markdown */
export function anchorOf(heading) {
  return heading
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
    .replaceAll(' ', '-');
}
