/**
 * Text in two columns, for help pages.
 */

/** The width of a help page, in characters, with its indentation of two. */
const WIDTH = 100;

/** Lines of two columns: the names, and their texts, wrapped at the width of a help page. */
export function columns(rows: readonly (readonly [string, string])[]): string {
  const left = Math.max(...rows.map(([name]) => name.length)) + 2;
  return rows
    .map(([name, text]) => name.padEnd(left) + wrap(text, WIDTH - 2 - left).join(`\n${' '.repeat(left)}`))
    .join('\n');
}

function wrap(text: string, width: number): string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > width) {
      lines.push(line);
      line = '';
    }
    line += line === '' ? word : ` ${word}`;
  }
  return [...lines, line];
}
