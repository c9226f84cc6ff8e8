/** The tables of docs/survey.md, made from the columns of the survey's own tables. */
import { table, withParts } from './command-page.mjs';

/**
 * The page with its tables written again.
 *
 * @param {string} page
 * @param {Pick<typeof import('../packages/survey/src/index.js'), 'TABLES' | 'INPUT_FAULTS'>} survey
 */
export function withSurveyTables(page, { TABLES, INPUT_FAULTS }) {
  const sections = Object.entries(TABLES).map(([name, columns]) => {
    const rows = Object.entries(columns).map(([column, { type, nullable, title }]) => [
      `\`${column}\``,
      nullable ? `${type}, null` : type,
      title,
    ]);
    return `### \`${name}\`\n\n${table(['column', 'type', 'what it holds'], rows)}`;
  });
  const faults = Object.entries(INPUT_FAULTS).map(([code, meaning]) => [`\`${code}\``, meaning]);
  return withParts(page, { tables: sections.join('\n\n'), faults: table(['code', 'meaning'], faults) });
}
