/** The lists of docs/survey.md, made from the columns of the survey's own tables. */
import { withParts } from './command-page.mjs';

/**
 * The page with its lists written again. Columns that several tables have in the same words are listed once.
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
    const own = lines.filter((line) => !isShared(line)).map(({ text }) => text);
    return `### \`${name}\`\n\n${also.join(', ')}, and:\n\n${own.join('\n')}`;
  });
  return withParts(page, {
    tables: [`### What several tables have\n\n${shared.join('\n')}`, ...sections].join('\n\n'),
  });
}
