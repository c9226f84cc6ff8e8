/**
 * Back to octets: a document as it was, and a new file from data.
 */
import { LINE_LIMIT_OCTETS } from '../limits.js';
import { kindOf } from '../stream/source.js';
import type { Document } from './document.js';

/**
 * The octets that a document was read from, copied. A document that the parsing limit cut gives its whole lines; one
 * folded from events that had let octets go gives what was kept (`facts.discardedOctets` says how many are missing).
 */
export function stringify(document: Document): Uint8Array {
  return document.octets.slice();
}

/** A rule to write: `{ allow: '/path' }` or `{ disallow: '/path' }`; an empty pattern is a rule that allows everything. */
export type RuleData =
  | { readonly allow: string; readonly disallow?: never }
  | { readonly disallow: string; readonly allow?: never };

/** A group to write. */
export interface GroupData {
  /** Product tokens, or `*`; at least one. */
  readonly userAgents: readonly string[];
  /** May be left out of the last group alone: readers take a group without rules and the next for one. */
  readonly rules?: readonly RuleData[];
  /** Records that apply to the group's agents, such as `['Crawl-delay', '5']`; written before the rules. */
  readonly records?: readonly (readonly [field: string, value: string])[];
}

/** A file to write. */
export interface FileData {
  /** Comment lines at the top, without `#`. */
  readonly comments?: readonly string[];
  readonly groups?: readonly GroupData[];
  /** Absolute URLs. */
  readonly sitemaps?: readonly string[];
  /** Records that belong to the file, such as `['Host', 'example.com']`. */
  readonly records?: readonly (readonly [field: string, value: string])[];
}

/**
 * Writes a robots.txt: comments, file-wide records (above the groups, as below one they would be its agents'), groups,
 * sitemaps, with a blank line between. Nothing is quoted or escaped: what would read back as something else is refused.
 *
 * @returns the file as text; every line ends with LF
 * @throws {TypeError} that names the argument
 *   - if a value is no string, or has a line break, another control character, a `#`, half a surrogate pair, or white space
 *     at an end;
 *   - if a field is empty, has a colon, or is one that some reader takes for a directive;
 *   - if a pattern begins with neither `/` nor `*`, a rule is not one of allow and disallow, or a sitemap is no absolute URL;
 *   - if a group has no user agent or an empty one, or has no rules and is not the last;
 *   - if a line is longer than is read (16,663 octets)
 */
export function writeRobots(data: FileData): string {
  const { comments = [], records = [], groups = [], sitemaps = [] } = data;
  const blocks = [
    comments.map((comment, i) => commentLine(comment, `comments[${i}]`)),
    records.map((record, i) => recordLine(record, `records[${i}]`)),
    ...groups.map((group, i) => groupLines(group, `groups[${i}]`, i === groups.length - 1)),
    sitemaps.map((url, i) => sitemapLine(url, `sitemaps[${i}]`)),
  ];
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n');
}

function commentLine(comment: string, where: string): string {
  return checkedLine(`# ${checkedText(comment, where)}`, where);
}

function groupLines(group: GroupData, where: string, isLast: boolean): string[] {
  const { userAgents, records = [], rules = [] } = group;
  if (userAgents.length === 0) {
    throw new TypeError(`${where}.userAgents is empty; at least one product token, or "*", is expected`);
  }
  if (rules.length === 0 && !isLast) {
    throw new TypeError(
      `${where}.rules is empty, so that the next group would read as part of this one; { disallow: '' } allows everything`,
    );
  }
  return [
    ...userAgents.map((name, i) => userAgentLine(name, `${where}.userAgents[${i}]`)),
    ...records.map((record, i) => recordLine(record, `${where}.records[${i}]`)),
    ...rules.map((rule, i) => ruleLine(rule, `${where}.rules[${i}]`)),
  ];
}

function userAgentLine(name: string, where: string): string {
  if (checkedValue(name, where) === '')
    throw new TypeError(`${where} is empty; a product token or "*" is expected`);
  return checkedLine(`User-agent: ${name}`, where);
}

function ruleLine({ allow, disallow }: RuleData, where: string): string {
  if ((allow === undefined) === (disallow === undefined)) {
    throw new TypeError(`${where} is not one of { allow } and { disallow }`);
  }
  return disallow === undefined
    ? checkedLine(`Allow: ${checkedPattern(allow, `${where}.allow`)}`, `${where}.allow`)
    : checkedLine(`Disallow: ${checkedPattern(disallow, `${where}.disallow`)}`, `${where}.disallow`);
}

function sitemapLine(url: string, where: string): string {
  if (!URL.canParse(checkedValue(url, where))) {
    throw new TypeError(`${where} is ${JSON.stringify(url)}; an absolute URL is expected`);
  }
  return checkedLine(`Sitemap: ${url}`, where);
}

function recordLine([field, value]: readonly [string, string], where: string): string {
  checkedValue(field, `${where}'s field`);
  if (field === '' || field.includes(':')) {
    throw new TypeError(
      `${where}'s field is ${JSON.stringify(field)}; a field that is not empty, without ":", is expected`,
    );
  }
  if (RESERVED_FIELD.test(field)) {
    throw new TypeError(
      `${where}'s field is ${JSON.stringify(field)}; write it as a group's userAgents or rules, or as sitemaps`,
    );
  }
  return checkedLine(`${field}: ${checkedValue(value, `${where}'s value`)}`, where);
}

/** Fields that some reader takes for a directive: Google goes by how a field begins (docs/semantics.md §2.3). */
const RESERVED_FIELD =
  /^(?:user-?agent|user agent|allow|disallow|dissallow|dissalow|disalow|diasllow|disallaw|site-?map)/i;

function checkedPattern(pattern: string, where: string): string {
  checkedValue(pattern, where);
  if (pattern !== '' && !/^[/*]/.test(pattern)) {
    throw new TypeError(
      `${where} is ${JSON.stringify(pattern)}; a pattern that begins with "/" or "*" is expected`,
    );
  }
  return pattern;
}

/** A value that reads back as it is. */
function checkedValue(value: string, where: string): string {
  checkedText(value, where);
  if (value.includes('#')) {
    throw new TypeError(
      `${where} is ${JSON.stringify(value)}; "#" would begin a comment, "%23" is expected in its place`,
    );
  }
  if (value !== value.trim()) {
    throw new TypeError(`${where} is ${JSON.stringify(value)}; white space at its ends would be lost`);
  }
  return value;
}

/** Text that UTF-8 can hold, without line breaks and other control characters. */
function checkedText(text: string, where: string): string {
  if (typeof text !== 'string') throw new TypeError(`${where} is ${kindOf(text)}; a string is expected`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point.
  if (/[\u0000-\u0008\u000a-\u001f]/.test(text)) {
    throw new TypeError(
      `${where} is ${JSON.stringify(text)}; text without line breaks and control characters is expected`,
    );
  }
  if (/\p{Surrogate}/u.test(text)) {
    throw new TypeError(
      `${where} is ${JSON.stringify(text)}; it has half a surrogate pair, which is no character`,
    );
  }
  return text;
}

const encoder = new TextEncoder();

/** A line that is read to its end. White space that an empty value leaves at its own goes. */
function checkedLine(line: string, where: string): string {
  const octets = encoder.encode(line).length;
  if (octets > LINE_LIMIT_OCTETS) {
    throw new TypeError(
      `${where} makes a line of ${octets} octets; no more than ${LINE_LIMIT_OCTETS} are read`,
    );
  }
  return line.trimEnd();
}
