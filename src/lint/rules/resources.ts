/**
 * Rules that keep Google from the style sheets and scripts that it needs to render pages.
 */
import type { Rule } from '../../ast/nodes.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import { urlOfPath } from '../../urls.js';
import type { LintedFile } from '../linted-file.js';
import { type RuleReport, type RuleTable, warning } from '../rule.js';

export const RESOURCE_RULES = {
  'blocked-resources': warning({
    title: 'Googlebot may not fetch style sheets or scripts.',
    why: 'Google renders pages as a browser does. Without their CSS and JavaScript it may not see the whole page, and may rank it lower.',
    fix: 'Remove the rule, or allow the files that pages need.',
    example: 'User-agent: *\nDisallow: /*.css$\n',
    sources: [
      'https://github.com/timvideos/streaming-system/issues/109, which quotes a message of Google: "Googlebot cannot access your JavaScript and/or CSS files because of restrictions in your robots.txt file"',
      'https://git.drupalcode.org/project/drupal/-/commit/d0ccb7457e40c66f97e1f7a593be5d7f4fd1dbb3',
    ],
  }),
} satisfies RuleTable;

/** Patterns for all style sheets or scripts: `/*.css`, `/*.js$`, `/css/`, `/js/`; the folders where WordPress, Next.js and Nuxt have them. */
const RESOURCES =
  /^(?:\/?\*+)?(?:\*|\/)?\.(css|js)(?:\?\*?|\*|\$)*$|^\/(css|js|javascript|styles|stylesheets|wp-includes|_next(?:\/static)?|_nuxt)\/?\*?$/i;

export function checkResources(file: LintedFile, report: RuleReport<typeof RESOURCE_RULES>): void {
  if (!report.wants('blocked-resources')) return;
  const suspects = file.document
    .groupsUnder('google')
    .flatMap(({ rules }) => rules)
    .filter(({ directive, pattern }) => directive === 'disallow' && RESOURCES.test(pattern));
  if (suspects.length === 0) return;
  const matcher = file.matcher('Googlebot', 'google');
  if (matcher === null) return;
  const isGooglebots = new Set<number>();
  for (const rule of suspects.slice(0, MAX_SUSPECTS)) {
    const path = resourceOf(rule);
    const verdict = file.budget.check(matcher, urlOfPath(path));
    if (verdict?.allowed !== false || verdict.rule?.line !== rule.line || isGooglebots.has(rule.line))
      continue;
    isGooglebots.add(rule.line);
    const message = (): string =>
      `Googlebot may not fetch ${quoteText(path)}, so it may not see pages as people do. ${RESOURCE_RULES['blocked-resources'].fix}`;
    report.add('blocked-resources', rule.line, rule.value, message);
  }
}

/** How many such rules are checked: more of them add nothing new. */
const MAX_SUSPECTS = 20;

/** The path of a style sheet or script that the pattern of a rule matches. */
function resourceOf({ pattern }: Rule): string {
  const ending = /css|style/i.test(pattern) ? 'main.css' : /wp-/i.test(pattern) ? 'js/main.js' : 'main.js';
  const named = /\.(css|js)/i.exec(pattern);
  if (named === null) return `${pattern.replace(/\/?\*?$/, '')}/${ending}`;
  return `/main${named[0]}${pattern.includes('?') ? '?v=1' : ''}`;
}
