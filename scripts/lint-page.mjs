/** The rules in docs/lint.md, made from the rules' own data. */
import { table, withParts } from './command-page.mjs';

/**
 * The page with its parts written again.
 *
 * @param {string} page
 * @param {{ [theme: string]: { [id: string]: import('../src/lint/index.js').LintRule } }} themes
 */
export function withLintRules(page, themes) {
  const rows = Object.values(themes).flatMap((rules) =>
    Object.entries(rules).map(([id, { severity, title, autofix }]) => [
      `[\`${id}\`](#${id})`,
      severity,
      title,
      autofix === undefined ? '' : 'yes',
    ]),
  );
  const sections = Object.entries(themes).map(([theme, rules]) =>
    [`## ${theme}`, ...Object.entries(rules).map(ruleText)].join('\n\n'),
  );
  return withParts(page, {
    'all rules': table(['rule', 'severity', 'what it finds', 'fixed by `--fix`'], rows),
    rules: sections.join('\n\n'),
  });
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
