/** The tables in `docs` that repeat tables of the source. */

/**
 * The rows that each page must have, as lines of Markdown.
 *
 * @param {{ ERROR_CODES: object }} source the tables as the package exports them
 * @returns {{ [page: string]: string[] }}
 */
export const DOCUMENTED_TABLES = ({ ERROR_CODES }) => ({
  'docs/errors.md': Object.entries(ERROR_CODES).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`),
});

const isCodeRow = (line) => line.startsWith('| `');

/** The rows of a page's table that begin with a code. */
export function codeRows(text) {
  return text.split('\n').filter(isCodeRow);
}

/** The page with other rows in their place. */
export function withCodeRows(text, rows) {
  const lines = text.split('\n');
  const first = lines.findIndex(isCodeRow);
  const rest = lines.slice(first).filter((line) => !isCodeRow(line));
  return [...lines.slice(0, first), ...rows, ...rest].join('\n');
}

/**
 * The page of the client, with the defaults of options rewritten that are numbers or objects of numbers.
 *
 * @param {string} page
 * @param {{ [option: string]: number | { [name: string]: number | string } }} defaults
 */
export function withClientDefaults(page, defaults) {
  return page.replace(/^\| `(\w+)` \| [^|]* \|/gm, (row, option) =>
    Object.hasOwn(defaults, option) ? `| \`${option}\` | ${defaultText(defaults[option])} |` : row,
  );
}

function defaultText(value) {
  if (typeof value === 'number') return value.toLocaleString('en-US');
  const members = Object.entries(value).map(([name, member]) =>
    typeof member === 'string' ? `${name}: '${member}'` : `${name}: ${member}`,
  );
  return `\`{ ${members.join(', ')} }\``;
}
