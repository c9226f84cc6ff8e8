/**
 * Repeated and contradicting rules of a group. Those that are left are checked for ties.
 */
import { type Grouping, groupRows, rulesOfGroups } from '../../ast/groups.js';
import type { Group, Rule } from '../../ast/nodes.js';
import { partsOfPattern } from '../../compare/pattern-paths.js';
import { candidatesOf } from '../../match/rules.js';
import { latin1 } from '../../octets.js';
import { DEFAULT_PROFILE } from '../../profiles.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import { type LintedFile, nodeAt } from '../linted-file.js';
import { EVERY_PROFILE, error, type Fix, info, type RuleReport, type RuleTable } from '../rule.js';
import { checkTies, type FormedRule, type TIE_RULES } from './ties.js';

export const DECISION_RULES = {
  'duplicate-rule': info({
    title: 'The group already has this rule.',
    why: 'The rule has no effect, and makes the file harder to change: both lines have to be edited. Two patterns that only Google tells apart, such as /%7Ea and /~a, are not reported.',
    fix: 'Remove one of the lines.',
    example: 'User-agent: *\nDisallow: /private/\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.2'],
    autofix: {
      does: 'Removes the line, if it has no comment, its pattern is written exactly as in the first one, no profile reads the line alone, and no Content-Signal depends on it.',
      changesVerdictsUnder: [],
    },
  }),
  'rule-in-two-spellings': info({
    title: 'The group has the rule in another spelling of its characters or escapes.',
    why: 'RFC 9309 compares both alike. Some crawlers do not, and sites often write both for them. This is reported once for each group.',
    fix: 'Keep one spelling, with upper-case digits in escapes, unless both are meant.',
    example: 'User-agent: *\nDisallow: /caf%C3%A9\nDisallow: /caf%c3%a9\n',
    sources: ['RFC 9309 §2.2.2', 'docs/semantics.md §5.2'],
  }),
  'contradicting-rules': error({
    title: 'The group allows and disallows the same pattern.',
    why: 'Allow wins if both rules match (RFC 9309 §2.2.2), so the disallow rule has no effect. Old crawlers obey whichever comes first.',
    fix: 'Remove one of the rules.',
    example: 'User-agent: *\nDisallow: /private/\nAllow: /private/\n',
    sources: ['RFC 9309 §2.2.2', 'Google\'s page, "Order of precedence for rules"'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof DECISION_RULES & typeof TIE_RULES>;

/**
 * @returns the lines of repeated and contradicting rules, whose findings explain already why they have no effect
 */
export function checkDecisions(file: LintedFile, report: Report): Set<number> {
  const explained = new Set<number>();
  const grouping = groupRows(file.parsed, DEFAULT_PROFILE);
  for (const [index, group] of file.document.groups.entries()) {
    if (group.rules.length < 2) continue;
    const rules = formedRules(group, index, grouping);
    const unique = checkEqualPatterns(file, rules, explained, report);
    if (report.wants('tied-rules')) checkTies(file, group, unique, report);
  }
  return explained;
}

/**
 * Reports rules with the pattern of a rule above.
 *
 * @returns the rules that are left
 */
function checkEqualPatterns(
  file: LintedFile,
  rules: readonly FormedRule[],
  explained: Set<number>,
  report: Report,
): FormedRule[] {
  const { document } = file;
  const firstOf = new Map<string, FormedRule>();
  const firstSame = new Map<string, Rule>();
  const respelled: { readonly rule: Rule; readonly first: Rule }[] = [];
  for (const formed of rules) {
    const { line, value, directive } = formed.rule;
    // Google can read a line between as the start of another group.
    const ofGoogle = document.groupAt(line, 'google')?.userAgents[0].line;
    const sameKey = `${ofGoogle} ${directive} ${googleForm(value.octets)}`;
    const same = firstSame.get(sameKey);
    if (same !== undefined) {
      explained.add(line);
      if (formed.rule.pattern !== same.pattern) {
        respelled.push({ rule: formed.rule, first: same });
        continue;
      }
      const message = (): string => repeats(formed.rule, same);
      report.add('duplicate-rule', line, value, message, () => removalOf(file, formed.rule, same));
      continue;
    }
    firstSame.set(sameKey, formed.rule);
    const key = `${formed.pattern} ${formed.length}`;
    const first = firstOf.get(key);
    if (first === undefined) firstOf.set(key, formed);
    else if (first.rule.directive !== directive) {
      explained.add(directive === 'disallow' ? line : first.rule.line);
      report.add('contradicting-rules', line, value, () => contradicts(formed.rule, first.rule));
    }
  }
  reportRespelled(respelled, report);
  return [...firstOf.values()];
}

/** How many other lines a finding names. */
const MAX_LINES = 10;

/** Reports rules that a group has in several spellings. A group with one usually has many, so they share one finding. */
function reportRespelled(
  [one, ...others]: readonly { readonly rule: Rule; readonly first: Rule }[],
  report: Report,
): void {
  if (one === undefined) return;
  const { rule, first } = one;
  const message = (): string => {
    const lines = others.slice(0, MAX_LINES).map((other) => other.rule.line);
    const more = others.length > lines.length ? ` and ${others.length - lines.length} more` : '';
    const rest =
      lines.length === 0
        ? ''
        : ` The same is true of ${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}.`;
    return `Line ${first.line} has this rule in another spelling, ${quoteText(first.pattern)}, which RFC 9309 compares alike.${rest}`;
  };
  report.add('rule-in-two-spellings', rule.line, rule.value, message);
}

/** A pattern as Google compares it. Patterns that are equal in this form are equal under RFC 9309, too; not the other way round. */
function googleForm(octets: Uint8Array): string {
  return latin1(octets)
    .replace(/[\x80-\xff]/g, (octet) => `%${octet.charCodeAt(0).toString(16)}`)
    .replace(/%[0-9a-f]{2}/gi, (triplet) => triplet.toUpperCase());
}

function noteOn({ pattern }: Rule, first: Rule): string {
  return pattern === first.pattern ? '' : ', which RFC 9309 compares alike';
}

function repeats(rule: Rule, first: Rule): string {
  return `Line ${first.line} has this rule already: ${rule.directive} ${quoteText(first.pattern)}. Remove one of the lines.`;
}

function contradicts(rule: Rule, first: Rule): string {
  const { directive } = rule;
  const verbs = { allow: 'allows', disallow: 'disallows' };
  return `Line ${first.line} ${verbs[first.directive]} ${quoteText(first.pattern)}${noteOn(rule, first)}, and this line ${verbs[directive]} it. Allow wins, so the disallow rule has no effect. Remove one of them.`;
}

/**
 * The fix that removes a repeated rule. If its octets equal those of the first one, and every profile that reads it sees both in one group,
 * the first one decides wherever this one would.
 */
function removalOf(file: LintedFile, rule: Rule, first: Rule): Fix | null {
  const { line, pattern } = rule;
  const { document } = file;
  if (pattern.includes('\ufffd')) return null;
  const hasRule = (group: Group | null, at: number) => nodeAt(group?.rules ?? [], at) !== null;
  const repeatsEverywhere = EVERY_PROFILE.every((profile) => {
    const group = document.groupAt(line, profile);
    return !hasRule(group, line) || hasRule(group, first.line);
  });
  return repeatsEverywhere && !file.isAboveSignal(line) ? file.removalOf(line) : null;
}

/** The rules of a group that can match, in file order. */
function formedRules({ rules }: Group, index: number, grouping: Grouping): FormedRule[] {
  const { patterns } = candidatesOf(rulesOfGroups(grouping, [index]), DEFAULT_PROFILE.rules);
  return Array.from({ length: patterns.count }, (_, nth) => ({
    rule: rules[patterns.rules[nth]],
    pattern: partsOfPattern(patterns, nth).join('*') + (patterns.anchored[nth] === 1 ? '$' : ''),
    length: patterns.lengths[nth],
  }));
}
