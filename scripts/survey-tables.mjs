/** The lists of docs/survey.md, made from the columns of the survey's own tables. */
import { withParts } from './command-page.mjs';

const DIRECTIVE = /^`(?:no[a-z]+|indexifembedded)`$/;

/**
 * The page with its lists written again. Columns that several tables have in the same words are listed once, and the directives of pages in a line.
 *
 * @param {string} page
 * @param {Pick<typeof import('../packages/survey/src/index.js'), 'TABLES'>} survey
 */
export function withSurveyTables(page, { TABLES }) {
  const tables = Object.entries(TABLES).map(([name, columns]) => ({
    name,
    lines: Object.entries(columns).map(([column, { type, nullable, title }]) => ({
      column: `\`${column}\``,
      text: `- \`${column}\` (${nullable ? `${type}, null` : type}): ${title}`,
    })),
  }));
  const all = tables.flatMap(({ lines }) => lines);
  const isShared = ({ text }) => all.filter((other) => other.text === text).length > 1;
  const shared = [...new Set(all.filter(isShared).map(({ text }) => text))];
  const sections = tables.map(({ name, lines }) => {
    const also = lines.filter(isShared).map(({ column }) => column);
    const own = withDirectivesTogether(lines.filter((line) => !isShared(line)));
    const first = also.length === 0 ? '' : `${also.join(', ')}, and:\n\n`;
    return `### \`${name}\`\n\n${first}${own.join('\n')}`;
  });
  return withParts(page, {
    tables: [`### What several tables have\n\n${shared.join('\n')}`, ...sections].join('\n\n'),
  });
}

/** The lines, with one for all columns that say whether a directive applies: docs/page.md says what each means. */
function withDirectivesTogether(lines) {
  const directives = lines.filter(({ column }) => DIRECTIVE.test(column)).map(({ column }) => column);
  const together = `- ${directives.join(', ')} (boolean): Whether the [directive](page.md) applies to the crawler.`;
  return lines.flatMap(({ column, text }) => {
    if (!DIRECTIVE.test(column)) return [text];
    return column === directives[0] ? [together] : [];
  });
}
