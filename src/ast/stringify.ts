/**
 * Back to octets: a document as it was, and a new file from data.
 */
import type { Document } from './document.js';

/**
 * The octets that a document was read from, copied. A document that the parsing limit cut gives its whole lines; one
 * folded from events that had let octets go gives what was kept (`facts.discardedOctets` says how many are missing).
 */
export function stringify(document: Document): Uint8Array {
  return document.octets.slice();
}

/** A rule to write: `{ allow: '/path' }` or `{ disallow: '/path' }`; an empty pattern is a rule that allows everything. */
export type RuleData = { readonly allow: string } | { readonly disallow: string };

/** A group to write. */
export interface GroupData {
  /** Product tokens, or `*`; at least one. */
  readonly userAgents: readonly string[];
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
 * Writes a robots.txt: comments, groups with a blank line between, file-wide records, sitemaps. Nothing is quoted or
 * escaped: what would read back as something else is refused.
 *
 * @returns the file as text; every line ends with LF
 * @throws {TypeError} if a value has a line break, another control character, a `#`, or white space at an end; if a field
 *   is empty or has a colon; if a group has no user agent or an empty one; the message names the argument
 */
export function writeRobots(data: FileData): string {
  const blocks: string[][] = [];
  blocks.push((data.comments ?? []).map((comment, i) => `# ${checkedComment(comment, `comments[${i}]`)}`));
  blocks.push(...(data.groups ?? []).map((group, i) => groupLines(group, `groups[${i}]`)));
  blocks.push((data.records ?? []).map((record, i) => recordLine(record, `records[${i}]`)));
  blocks.push((data.sitemaps ?? []).map((url, i) => `Sitemap: ${checkedSitemap(url, `sitemaps[${i}]`)}`));
  return blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n');
}

function groupLines(group: GroupData, where: string): string[] {
  if (group.userAgents.length === 0) {
    throw new TypeError(`${where}.userAgents is empty; at least one product token, or "*", is expected`);
  }
  return [
    ...group.userAgents.map((name, i) => `User-agent: ${checkedAgent(name, `${where}.userAgents[${i}]`)}`),
    ...(group.records ?? []).map((record, i) => recordLine(record, `${where}.records[${i}]`)),
    ...(group.rules ?? []).map((rule, i) => ruleLine(rule, `${where}.rules[${i}]`)),
  ];
}

function ruleLine(rule: RuleData, where: string): string {
  if ('allow' in rule) return `Allow: ${checkedPattern(rule.allow, `${where}.allow`)}`.trimEnd();
  if ('disallow' in rule) return `Disallow: ${checkedPattern(rule.disallow, `${where}.disallow`)}`.trimEnd();
  throw new TypeError(`${where} is neither { allow } nor { disallow }`);
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
  return `${field}: ${checkedValue(value, `${where}'s value`)}`.trimEnd();
}

/** Fields that some reader takes for a directive: Google goes by how a field begins (semantics §2.3). */
const RESERVED_FIELD =
  /^(?:user-?agent|user agent|allow|disallow|dissallow|dissalow|disalow|diasllow|disallaw|site-?map)/i;

function checkedAgent(name: string, where: string): string {
  if (checkedValue(name, where) === '')
    throw new TypeError(`${where} is empty; a product token or "*" is expected`);
  return name;
}

function checkedPattern(pattern: string, where: string): string {
  checkedValue(pattern, where);
  if (pattern !== '' && !/^[/*]/.test(pattern)) {
    throw new TypeError(
      `${where} is ${JSON.stringify(pattern)}; a pattern that begins with "/" or "*" is expected`,
    );
  }
  return pattern;
}

function checkedSitemap(url: string, where: string): string {
  if (!URL.canParse(checkedValue(url, where))) {
    throw new TypeError(`${where} is ${JSON.stringify(url)}; an absolute URL is expected`);
  }
  return url;
}

/** A value that reads back as it is. */
function checkedValue(value: string, where: string): string {
  if (typeof value !== 'string') throw new TypeError(`${where} is a ${typeof value}; a string is expected`);
  if (value.includes('#')) {
    throw new TypeError(
      `${where} is ${JSON.stringify(value)}; "#" would begin a comment, "%23" is expected in its place`,
    );
  }
  if (value !== value.trim()) {
    throw new TypeError(`${where} is ${JSON.stringify(value)}; white space at its ends would be lost`);
  }
  return checkedComment(value, where);
}

/** Text without line breaks and other control characters. */
function checkedComment(text: string, where: string): string {
  if (typeof text !== 'string') throw new TypeError(`${where} is a ${typeof text}; a string is expected`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point.
  const control = /[\u0000-\u0008\u000a-\u001f]/.exec(text);
  if (control !== null) {
    throw new TypeError(
      `${where} is ${JSON.stringify(text)}; text without line breaks and control characters is expected`,
    );
  }
  return text;
}
