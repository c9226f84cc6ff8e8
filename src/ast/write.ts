/**
 * New files from data.
 */
import { LINE_LIMIT_OCTETS, parsingLimit } from '../limits.js';
import {
  anArray,
  anObject,
  aString,
  checkedElsewhere,
  checkOptions,
  misshapen,
  optionTable,
} from '../option-checks.js';
import { recognizeField } from '../stream/read-line.js';
import * as Row from '../stream/row.js';
import { urlOrNull } from '../urls.js';
import { parseCrawlDelay } from './values.js';

/** A rule to write: `{ allow: '/path' }` or `{ disallow: '/path' }`; an empty pattern is a rule that allows everything. */
export type RuleData =
  | { readonly allow: string; readonly disallow?: undefined }
  | { readonly disallow: string; readonly allow?: undefined };

/** A group to write. */
export interface GroupData {
  /** Product tokens, or `*`; at least one. */
  readonly userAgents: readonly string[];
  /**
   * The seconds between two requests that the agents are asked to leave: less than a billion, and no fraction of a millionth. RFC 9309 does not define
   * `Crawl-delay`; bingbot, CCBot and others obey it, Googlebot and YandexBot ignore it (`robotstream/crawlers` has who does).
   */
  readonly crawlDelay?: number | undefined;
  /** Optional only in the last group, because readers merge a group without rules with the next one. */
  readonly rules?: readonly RuleData[] | undefined;
  /** Other records that apply to the group's agents, such as `['Content-Usage', 'train-ai=n']`; written before the rules. */
  readonly records?: readonly (readonly [field: string, value: string])[] | undefined;
}

/** A file to write. */
export interface FileData {
  /** Comment lines at the top, without `#`. */
  readonly comments?: readonly string[] | undefined;
  /** The groups, in the order in which they are written. */
  readonly groups?: readonly GroupData[] | undefined;
  /** Absolute URLs. */
  readonly sitemaps?: readonly string[] | undefined;
  /** Records that belong to the file, such as `['Host', 'example.com']`. */
  readonly records?: readonly (readonly [field: string, value: string])[] | undefined;
}

export interface WriteOptions {
  /**
   * How many octets the file may have. Default and minimum: 512,000 (500 KiB); `Infinity` for any size. Crawlers need not read
   * more than 500 KiB of a file (RFC 9309 §2.5).
   */
  readonly maxOctets?: number | undefined;
}

const FILE_DATA = optionTable<FileData>({
  comments: anArray,
  groups: anArray,
  sitemaps: anArray,
  records: anArray,
});
const GROUP_DATA = optionTable<GroupData>({
  userAgents: anArray,
  crawlDelay: checkedElsewhere,
  rules: anArray,
  records: anArray,
});
const RULE_DATA = optionTable<RuleData>({ allow: checkedElsewhere, disallow: checkedElsewhere });
const WRITE_OPTIONS = optionTable<WriteOptions>({ maxOctets: checkedElsewhere });

/**
 * Writes a robots.txt: comments, records of the file (above the groups, since below a group they would belong to its
 * agents), groups, sitemaps, with a blank line between. Nothing is quoted or escaped: data that would read back as
 * something else is refused.
 *
 * @returns the file as text; every line ends with LF
 * @throws {TypeError} that names the argument
 *   - if data has an unknown field, or a field of the wrong type;
 *   - if a value is not a string, or has a line break, another control character, a `#`, half a surrogate pair, or white space
 *     at either end;
 *   - if a field is empty, has a colon, or some reader takes it for a directive; if Content-Usage is in no group;
 *   - if a pattern begins with neither `/` nor `*`, a rule is not one of allow and disallow, or a sitemap is not an absolute URL;
 *   - if a group has no user agent or an empty one, or has no rules and is not the last;
 *   - if a group has a `crawlDelay` that is no number, or one among its records, too;
 *   - if a line is longer than the line limit (16,663 octets)
 * @throws {RangeError} if a `crawlDelay` would not read back as it is; if the file is larger than `maxOctets`; if `maxOctets` is under
 *   512,000 or not whole
 * @example
 * ```js
 * import { writeRobots } from 'robotstream';
 *
 * const text = writeRobots({
 *   groups: [{ userAgents: ['GPTBot'], rules: [{ disallow: '/' }] }],
 *   sitemaps: ['https://example.com/sitemap.xml'],
 * });
 * console.log(JSON.stringify(text));
 * // → "User-agent: GPTBot\nDisallow: /\n\nSitemap: https://example.com/sitemap.xml\n"
 * ```
 */
export function writeRobots(data: FileData, options: WriteOptions = {}): string {
  checkOptions('writeRobots', data, FILE_DATA, 'data');
  checkOptions('writeRobots', options, WRITE_OPTIONS);
  const maxOctets = parsingLimit(options.maxOctets);
  const { comments = [], records = [], groups = [], sitemaps = [] } = data;
  const blocks = [
    eachOf(comments, 'comments', commentLine),
    eachOf(records, 'records', (record, where) => recordLine(record, where, 'content-usage', NOT_OF_FILE)),
    ...Array.from(groups, (group, i) => groupLines(group, `groups[${i}]`, i === groups.length - 1)),
    eachOf(sitemaps, 'sitemaps', sitemapLine),
  ];
  const text = blocks
    .filter((block) => block.length > 0)
    .map((block) => `${block.join('\n')}\n`)
    .join('\n');
  const octets = encoder.encode(text).length;
  if (octets > maxOctets) {
    throw new RangeError(
      `data makes a file of ${octets} octets; no more than ${maxOctets} are read (RFC 9309 §2.5); ` +
        'the option maxOctets allows more',
    );
  }
  return text;
}

/** What each item of a list becomes; `list[i]` names it in messages. A hole in the list counts as undefined. */
function eachOf<Item, Result>(
  list: readonly Item[],
  name: string,
  write: (item: Item, where: string) => Result,
): Result[] {
  return Array.from(list, (item, i) => write(item, `${name}[${i}]`));
}

function commentLine(comment: string, where: string): string {
  return checkedLine(`# ${checkedText(comment, where)}`, where);
}

function groupLines(group: GroupData, where: string, isLast: boolean): string[] {
  anObject(GROUP_DATA)(group, where);
  const { userAgents, crawlDelay, records = [], rules = [] } = group;
  if (userAgents === undefined || userAgents.length === 0) {
    throw misshapen(userAgents, `${where}.userAgents`, 'a list of at least one product token, or of "*",');
  }
  if (rules.length === 0 && !isLast) {
    throw new TypeError(
      `${where}.rules is empty, so that the next group would read as part of this one; { disallow: '' } allows everything`,
    );
  }
  const delay = crawlDelay === undefined ? null : 'crawl-delay';
  return [
    ...eachOf(userAgents, `${where}.userAgents`, userAgentLine),
    ...(crawlDelay === undefined ? [] : [crawlDelayLine(crawlDelay, `${where}.crawlDelay`)]),
    ...eachOf(records, `${where}.records`, (record, at) => recordLine(record, at, delay, GIVEN_TWICE)),
    ...eachOf(rules, `${where}.rules`, ruleLine),
  ];
}

function userAgentLine(name: string, where: string): string {
  if (checkedValue(name, where) === '') throw misshapen(name, where, 'a product token or "*"');
  return checkedLine(`User-agent: ${name}`, where);
}

function crawlDelayLine(seconds: number, where: string): string {
  if (typeof seconds !== 'number') throw misshapen(seconds, where, 'a number of seconds');
  const value = String(seconds);
  if (parseCrawlDelay(value) !== seconds) {
    throw new RangeError(
      `${where} is ${value}; a number of seconds from 0 to 999999999, and 0 or at least 0.000001, is expected`,
    );
  }
  return `Crawl-delay: ${value}`;
}

function ruleLine(rule: RuleData, where: string): string {
  anObject(RULE_DATA)(rule, where);
  const { allow, disallow } = rule;
  if ((allow === undefined) === (disallow === undefined)) {
    throw new TypeError(`${where} is not one of { allow } and { disallow }`);
  }
  return disallow === undefined
    ? patternLine('Allow', allow, `${where}.allow`)
    : patternLine('Disallow', disallow, `${where}.disallow`);
}

function sitemapLine(url: string, where: string): string {
  refuse(urlOrNull(checkedValue(url, where)) === null, where, url, 'an absolute URL is expected');
  return checkedLine(`Sitemap: ${url}`, where);
}

const NOT_OF_FILE = "Content-Usage, which no crawler obeys outside a group; write it into a group's records";
const GIVEN_TWICE = "Crawl-delay, which the group's crawlDelay also gives; one of them is expected";

/**
 * @param refused a field in lower case that is not accepted here; null if there is none
 * @param why the end of the message: which field that is, why it is refused, and what to do
 */
function recordLine(
  record: readonly [string, string],
  where: string,
  refused: string | null,
  why: string,
): string {
  if (!Array.isArray(record) || record.length !== 2)
    throw misshapen(record, where, 'a list of field and value');
  const [field, value] = record as readonly [string, string];
  checkedValue(field, `${where}'s field`);
  if (field === '' || field.includes(':')) {
    throw misshapen(field, `${where}'s field`, 'a field that is not empty, without ":",');
  }
  const octets = encoder.encode(field);
  // The directive that some reader takes it for: `google` compares only the start of a field (docs/semantics.md §2.3).
  const directive = Row.directiveOf(recognizeField(octets, 0, octets.length));
  const isOther = directive === Row.NO_DIRECTIVE || directive === Row.CONTENT_USAGE;
  refuse(!isOther, `${where}'s field`, field, "write it as a group's userAgents or rules, or as sitemaps");
  if (field.toLowerCase() === refused) throw new TypeError(`${where} is ${why}`);
  return checkedLine(`${field}: ${checkedValue(value, `${where}'s value`)}`, where);
}

function patternLine(field: string, pattern: string, where: string): string {
  checkedValue(pattern, where);
  const isPattern = pattern === '' || /^[/*]/.test(pattern);
  refuse(!isPattern, where, pattern, 'a pattern that begins with "/" or "*" is expected');
  return checkedLine(`${field}: ${pattern}`, where);
}

/** A value that reads back as it is. */
function checkedValue(value: string, where: string): string {
  checkedText(value, where);
  refuse(value.includes('#'), where, value, '"#" would begin a comment, "%23" is expected in its place');
  refuse(value !== value.trim(), where, value, 'white space at its ends would be lost');
  return value;
}

/** Text that UTF-8 can encode, without line breaks or other control characters. */
function checkedText(text: string, where: string): string {
  aString(text, where);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: finding them is the point.
  const hasControl = /[\u0000-\u0008\u000a-\u001f]/.test(text);
  refuse(hasControl, where, text, 'text without line breaks and control characters is expected');
  refuse(/\p{Surrogate}/u.test(text), where, text, 'it has half a surrogate pair, which is no character');
  return text;
}

/** @throws {TypeError} if a value is refused: it shows the value, and says why or what is expected */
function refuse(isRefused: boolean, where: string, value: string, why: string): void {
  if (isRefused) throw new TypeError(`${where} is ${JSON.stringify(value)}; ${why}`);
}

const encoder = new TextEncoder();

/** A line within the line limit, without the white space that an empty value leaves at its end. */
function checkedLine(line: string, where: string): string {
  const octets = encoder.encode(line).length;
  if (octets > LINE_LIMIT_OCTETS) {
    throw new TypeError(
      `${where} makes a line of ${octets} octets; no more than ${LINE_LIMIT_OCTETS} are read`,
    );
  }
  return line.trimEnd();
}
