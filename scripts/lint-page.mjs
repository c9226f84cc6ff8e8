/** The rules and diagnostics in docs/lint.md, made from their own data. */
import { table, withParts } from './command-page.mjs';

/**
 * The page with its parts written again.
 *
 * @param {string} page
 * @param {{ [theme: string]: { [id: string]: import('../src/lint/index.js').LintRule } }} themes
 * @param {{ [code: string]: { severity: string } }} diagnostics
 */
export function withLintRules(page, themes, diagnostics) {
  const rows = Object.values(themes).flatMap((rules) =>
    Object.entries(rules).map(([id, { severity, title, autofix }]) => [
      `[\`${id}\`](#${id})`,
      severity,
      title,
      diagnosticText(diagnostics[id], severity),
      autofix === undefined ? '' : 'yes',
    ]),
  );
  const sections = Object.entries(themes).map(([theme, rules]) =>
    [`## ${theme}`, ...Object.entries(rules).map(ruleText)].join('\n\n'),
  );
  return withParts(page, {
    'all rules': table(['rule', 'severity', 'what it finds', 'diagnostic', 'fixed by `--fix`'], rows),
    rules: sections.join('\n\n'),
  });
}

/** Whether a rule is also a diagnostic, and with which severity if that is another one. */
function diagnosticText(diagnostic, severity) {
  if (diagnostic === undefined) return '';
  return diagnostic.severity === severity ? 'yes' : diagnostic.severity;
}

/** @param {[string, import('../src/lint/index.js').LintRule]} rule */
function ruleText([id, { severity, title, why, fix, example, better, sources, autofix }]) {
  return [
    `### ${id}`,
    `${title} Severity: **${severity}**.`,
    `${why}`,
    `\`\`\`robots\n${example}\`\`\``,
    `${fix}`,
    `\`\`\`robots\n${better}\`\`\``,
    ...(autofix === undefined ? [] : [autofixText(autofix)]),
    `Source: ${sources.map(sourceText).join('; ')}.`,
  ].join('\n\n');
}

/** @param {import('../src/lint/index.js').Autofix} autofix */
function autofixText({ does, changesVerdictsUnder }) {
  const profiles = changesVerdictsUnder.map((profile) => `\`${profile}\``).join(', ');
  const effect =
    profiles === ''
      ? 'It changes no verdict, delay or usage preference.'
      : `It can change verdicts, delays and usage preferences under ${profiles}.`;
  return `**\`--fix\`**: ${does} ${effect}`;
}

/** @param {string} source */
function sourceText(source) {
  return source.startsWith('https:') ? `<${source}>` : source;
}
