/**
 * The names in user-agent lines: which crawlers they are, and which they miss.
 */
import { isForbiddenControl } from '../../ascii.js';
import { productTokens } from '../../crawler-tokens.js';
import { callerNamesIn } from '../../crawlers/line-names.js';
import { findCrawler } from '../../crawlers/registry.js';
import type { Diagnostic } from '../../diagnostics.js';
import { LINE_LIMIT_OCTETS } from '../../limits.js';
import { callersOf } from '../../match/select/callers.js';
import { isWildcard, namesCaller } from '../../match/select/select.js';
import { DEFAULT_PROFILE, PROFILES } from '../../profiles.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import type { LintedFile } from '../linted-file.js';
import {
  EVERY_PROFILE,
  error,
  type Fix,
  info,
  ofDiagnostic,
  type RuleReport,
  type RuleTable,
} from '../rule.js';
import { strayAdvice } from '../stray-octets.js';

export const AGENT_RULES = {
  'empty-user-agent': ofDiagnostic('empty-user-agent', {
    why: 'The rules below apply to no crawler, unless another user-agent line precedes them.',
    example: 'User-agent:\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.1', 'docs/semantics.md §3.3'],
  }),
  'unusual-product-token': ofDiagnostic('unusual-product-token', {
    why: 'Some crawlers compare the whole value, others only the letters at its start. Documented product tokens with other characters, such as MJ12bot, are not reported.',
    example: 'User-agent: Example bot\nDisallow: /private/\n',
    better: 'User-agent: Examplebot\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.1', 'docs/semantics.md §4.3'],
  }),
  'second-record': error({
    title: 'The line has a second record, which is not read.',
    why: 'A record ends at the end of its line. The second one is part of the value of the first, so both are lost.',
    fix: 'Write each record on a line of its own.',
    example: 'User-agent: * Disallow: /private/\n',
    sources: ['RFC 9309 §2.2'],
  }),
  'product-token-version': info({
    title: 'The user-agent line has a version. Crawlers compare the product token without it.',
    why: 'The line does not apply to one version alone. Crawlers that compare the whole value do not find their group.',
    fix: 'Write the product token without its version (RFC 9309 §2.2.1).',
    example: 'User-agent: ExampleBot/2.1\nDisallow: /private/\n',
    better: 'User-agent: ExampleBot\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.1', 'Google\'s page, "Order of precedence for user agents"'],
    autofix: { does: 'Removes the version.', changesVerdictsUnder: ['draft-koster-rep-00'] },
  }),
  'several-product-tokens': error({
    title: 'The user-agent line has several product tokens. It names only one crawler.',
    why: 'The other crawlers do not find their group. They obey the rules for "*", or none.',
    fix: 'Write a user-agent line for each crawler.',
    example: 'User-agent: FooBot, BarBot\nDisallow: /private/\n',
    better: 'User-agent: FooBot\nUser-agent: BarBot\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.1', 'RFC 9309 §2.2.1'],
    autofix: {
      does: 'Writes a line for each product token, if commas, semicolons or "|" separate them.',
      changesVerdictsUnder: EVERY_PROFILE,
    },
  }),
  'impossible-product-token': error({
    title: 'No known crawler has this product token.',
    why: 'No known crawler obeys the group.',
    fix: 'Write the product token that the crawler documents, or "*" for all crawlers without a group of their own.',
    example: 'User-agent: all\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2.1'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof AGENT_RULES>;

/** Names that look like product tokens and that no crawler has. */
const NAME_OF_NO_CRAWLER =
  /^(?:all|any|bots|crawlers|everybody|everyone|mozilla|robots|spiders|user-agent)$/i;

/** Checks the user-agent lines of every group. */
export function checkAgents(file: LintedFile, report: Report): void {
  for (const { name, line, value } of file.document.groups.flatMap(({ userAgents }) => userAgents)) {
    if (!NAME_OF_NO_CRAWLER.test(name)) continue;
    report.add('impossible-product-token', line, value, () => noCrawler(name));
  }
}

function noCrawler(name: string): string {
  return `No known crawler has the product token ${quoteText(name)}. For all crawlers without a group of their own, write "*".`;
}

/** Says that a value begins with a name of no crawler, and which product token is meant. */
function beginsWithNoCrawler(name: string, text: string): string {
  const meant = meantToken(name, text);
  if (meant === undefined) return noCrawler(name);
  return `No known crawler has the product token ${quoteText(name)}, and the line does not name ${quoteText(meant)}. Write that product token alone.`;
}

/** The product token in a User-Agent header, or in a line that has the field twice. */
function meantToken(name: string, text: string): string | undefined {
  const tokens = productTokens(text).filter((token) => !NAME_OF_NO_CRAWLER.test(token));
  return name.toLowerCase() === 'mozilla' ? tokens[0] : tokens.find(isCrawlerName);
}

/** What may separate product tokens on one line, and what certainly does. */
const SEPARATORS = /[\s,;|]+/;
const CERTAIN_SEPARATORS = /[,;|]/;

/** What a product token looks like, with or without a version; a letter must be in it. */
const NAME = /^[A-Za-z0-9._-]+(?:\/[A-Za-z0-9._-]+)?$/;

/** A product token that is certainly one. */
const CERTAIN_NAME = /^(?:\*|[A-Za-z_-]+)$/;

/** A rule in the value of a user-agent line. */
const SECOND_RECORD = /allow\s*:/i;

const NAME_WITH_VERSION = /^([A-Za-z0-9._-]+)\/[^\s,;|]+$/;

/** Whether a text may be the product token of a crawler, or is the wildcard. */
function isName(text: string): boolean {
  return text === '*' || (NAME.test(text) && /^[^/]*[A-Za-z]/.test(text));
}

/** Says that a value has a second record. */
export function secondRecord(text: string): string {
  return `The line has a second record, which is not read: ${quoteText(text)}. ${AGENT_RULES['second-record'].fix}`;
}

/** Says what exactly is unusual about a user-agent line, given the diagnostic about it. */
export function checkUnusualToken(file: LintedFile, found: Diagnostic, report: Report): void {
  const { line, span } = found;
  const text = file.text(span);
  if (NAME_OF_NO_CRAWLER.test(lettersOf(text))) {
    report.add('impossible-product-token', line, span, () => beginsWithNoCrawler(lettersOf(text), text));
    return;
  }
  if (SECOND_RECORD.test(text)) {
    report.add('second-record', line, span, () => secondRecord(text));
    return;
  }
  const names = text.split(SEPARATORS).filter((name) => name !== '');
  if (areSeveral(text, names)) {
    const missed = names.filter((name) => !isNamed(file, found, name));
    if (missed.length > 0) {
      const message = (): string => severalNames(names, missed);
      report.add('several-product-tokens', line, span, message, () => splitLine(file, found, text));
      return;
    }
  }
  const withVersion = NAME_WITH_VERSION.exec(text);
  if (withVersion !== null && isName(withVersion[1])) {
    const [, name] = withVersion;
    const message = (): string =>
      `${quoteText(text)} has a version. Crawlers compare the product token without it: write ${quoteText(name)}.`;
    report.add('product-token-version', line, span, message, () => versionFix(file, found, name));
  } else if (startsNoName(file, found)) {
    const message = (): string => startsLikeNoToken(file, found) + strayAdvice(file, line, span);
    report.add('impossible-product-token', line, span, message);
  } else if (findCrawler(text) === undefined) {
    report.add('unusual-product-token', line, span, () => found.message + strayAdvice(file, line, span));
  }
}

/** The fix that removes a version, unless a control octet makes the line invalid: without the version, it might be valid. */
function versionFix({ octets }: LintedFile, { span: { start, end } }: Diagnostic, name: string): Fix | null {
  if (octets.subarray(start, end).some(isForbiddenControl)) return null;
  return { span: { start: start + name.length, end }, text: '' };
}

/** Whether a value is a list of product tokens. Words that only white space separates may be one name, such as `Example bot`. */
function areSeveral(text: string, names: readonly string[]): boolean {
  if (names.length < 2 || !names.every(isName)) return false;
  return CERTAIN_SEPARATORS.test(text) || names.every(isCrawlerName);
}

/** Whether a name is that of a registered crawler, or ends as the names of crawlers do. */
function isCrawlerName(name: string): boolean {
  return findCrawler(name) !== undefined || /.(?:bot|crawler|spider)$/i.test(name);
}

/** The letters, `_` and `-` at the start of a value. */
function lettersOf(text: string): string {
  return /^[A-Za-z_-]*/.exec(text)?.[0] ?? '';
}

/** Whether the line of a diagnostic names a crawler, under RFC 9309. */
function isNamed({ octets }: LintedFile, { span }: Diagnostic, name: string): boolean {
  if (name === '*') return isWildcard(octets, span.start, span.end);
  const { agentMatch } = DEFAULT_PROFILE.groups;
  return namesCaller(octets, span.start, span.end, callersOf(name), agentMatch) >= 0;
}

function severalNames(names: readonly string[], missed: readonly string[]): string {
  const areMissed = new Set(missed);
  const named = names.filter((name) => !areMissed.has(name));
  const who =
    named.length === 0 ? 'The line names none of its crawlers' : `The line names ${named.join(', ')} alone`;
  return `${who}; it misses ${missed.join(', ')}. Write a user-agent line for each.`;
}

/** The fix that writes a line for each name, if it is certain that there are several. */
function splitLine(file: LintedFile, { line, span }: Diagnostic, text: string): Fix | null {
  const names = text
    .split(CERTAIN_SEPARATORS)
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.length < 2 || !names.every((name) => CERTAIN_NAME.test(name))) return null;
  const { octets, lines } = file;
  // The lines together are no longer than one may be.
  if (names.length * (span.start - lines.start(line)) > LINE_LIMIT_OCTETS) return null;
  const before = file.text({ start: lines.start(line), end: span.start });
  const terminator = file.text({ start: lines.end(line), end: lines.nextStart(line) });
  if (/[^\x20-\x7e\t]/.test(before) || octets.subarray(span.end, lines.end(line)).includes(0)) return null;
  return { span, text: names.join(`${terminator === '' ? '\n' : terminator}${before}`) };
}

/** For a value that does not start with a name: whether the line names no crawler, or only one whose name is the whole value. */
function startsLikeNoToken(file: LintedFile, { span }: Diagnostic): string {
  const value = file.octets.subarray(span.start, span.end);
  const isUsable = !value.some(isForbiddenControl);
  const names = new Set<string>();
  const profiles = { naming: [] as string[], notNaming: [] as string[] };
  for (const [profile, { groups }] of Object.entries(PROFILES)) {
    const ofProfile = isUsable ? callerNamesIn(value, groups.agentMatch) : [];
    for (const name of ofProfile) names.add(quoteText(name));
    profiles[ofProfile.length > 0 ? 'naming' : 'notNaming'].push(profile);
  }
  const whom =
    names.size === 0
      ? 'the line names no crawler'
      : `the line names no crawler under ${profiles.notNaming.join(', ')}, and only ${[...names].join(' or ')} under ${profiles.naming.join(', ')}`;
  return `${quoteText(file.text(span))} does not start like a product token, so ${whom}. Use only letters, "_" and "-".`;
}

/** Whether a value starts with no name: neither with one of RFC 9309 §2.2.1 nor with another that crawlers have. */
function startsNoName({ octets }: LintedFile, { span }: Diagnostic): boolean {
  if (isWildcard(octets, span.start, span.end)) return false;
  return !/[A-Za-z0-9._-]/.test(String.fromCharCode(octets[span.start]));
}
