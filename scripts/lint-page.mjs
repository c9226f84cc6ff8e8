/** The rules and diagnostics in docs/lint.md, made from their own data. */
import { withParts } from './command-page.mjs';

/**
 * The page with its part written again.
 *
 * @param {string} page
 * @param {{ [theme: string]: { [id: string]: import('../src/lint/index.js').LintRule } }} themes
 * @param {{ [code: string]: { severity: string } }} diagnostics
 */
export function withLintRules(page, themes, diagnostics) {
  const sections = Object.entries(themes).map(([theme, rules]) =>
    [`## ${theme}`, ...Object.entries(rules).map((entry) => ruleText(entry, diagnostics))].join('\n\n'),
  );
  return withParts(page, { rules: sections.join('\n\n') });
}

/** @param {[string, import('../src/lint/index.js').LintRule]} rule */
function ruleText([id, { severity, title, why, fix, example, better, sources, autofix }], diagnostics) {
  return [
    `### ${id}`,
    `**${severity}**${diagnosticText(diagnostics[id], severity)}. ${title} ${why}`,
    [
      ...exampleText(example, better),
      autofix === undefined ? fix : autofixText(autofix),
      ...sourcesText(sources),
    ].join(' '),
  ].join('\n\n');
}

/** The line of the example that the better file does not have, if it is one. */
function exampleText(example, better) {
  const lines = better.split('\n');
  const wrong = example.split('\n').filter((line) => line !== '' && !lines.includes(line));
  return wrong.length === 1 ? [`Such as \`${wrong[0]}\`.`] : [];
}

/** Whether a rule is also a diagnostic, and with which severity if that is another one. */
function diagnosticText(diagnostic, severity) {
  if (diagnostic === undefined) return '';
  return diagnostic.severity === severity ? ', diagnostic' : `, diagnostic (${diagnostic.severity})`;
}

/** @param {import('../src/lint/index.js').Autofix} autofix */
function autofixText({ changesVerdictsUnder }) {
  const profiles = changesVerdictsUnder.map((profile) => `\`${profile}\``).join(', ');
  const effect =
    profiles === '' ? '' : ` It can change verdicts, delays and usage preferences under ${profiles}.`;
  return `**Fixed by \`--fix\`.**${effect}`;
}

/** The pages on the web that a rule rests on. The documents are in `sources` of the rule. */
function sourcesText(sources) {
  const links = sources.filter((source) => /^https:\S+$/.test(source)).map((source) => `<${source}>`);
  return links.length === 0 ? [] : [`Source: ${links.join(', ')}.`];
}
