/**
 * Files that are something other than a robots.txt: HTML, JSON or UTF-16.
 */
import { HASH, isWhiteSpace, LESS_THAN, NUL } from '../../ascii.js';
import { FILE_KIND_NAMES, fileKind } from '../../file-kind.js';
import type { Span } from '../../octets.js';
import { decodeText } from '../../stream/octet-text.js';
import type { LintedFile } from '../linted-file.js';
import { error, ofDiagnostic, type RuleReport, type RuleTable } from '../rule.js';

export const FORM_RULES = {
  'looks-like-html': ofDiagnostic('looks-like-html', {
    severity: 'error',
    why: 'A server that has no robots.txt often responds with an HTML page. No line of it is a rule, so crawlers treat everything as allowed. If the page has no groups, this is the only finding.',
    example: '<!DOCTYPE html>\n<title>Page not found</title>\n',
    better: 'User-agent: *\nDisallow:\n',
    sources: ['RFC 9309 §2.3', 'Google\'s page, "File format"'],
  }),
  'looks-like-json': error({
    title: 'The file looks like JSON.',
    why: 'An API often responds to unknown paths with JSON. No line of it is a rule, so crawlers treat everything as allowed. This is then the only finding.',
    fix: 'Serve robots.txt as plain text, or respond with 404 if there is none (RFC 9309 §2.3).',
    example: '{"error": "not found"}\n',
    better: 'User-agent: *\nDisallow:\n',
    sources: ['RFC 9309 §2.3'],
  }),
  'utf-16': error({
    title: 'The file is encoded as UTF-16.',
    why: 'Crawlers read UTF-8. To them, every other octet of this file is a NUL, so it has no readable line and everything is allowed. This is the only finding.',
    fix: 'Save the file as UTF-8.',
    example: '\\xFF\\xFEU\\x00s\\x00e\\x00r\\x00',
    sources: ['RFC 9309 §2.3', 'Google\'s page, "File format"'],
  }),
  'other-kind-of-file': error({
    title: 'The file is a picture, an archive or the like, not a robots.txt.',
    why: 'Some servers send such a file for every unknown address, or send a compressed file without saying so. Crawlers read the octets as lines, and no line is a rule. This is then the only finding.',
    fix: 'Serve robots.txt as plain text, or respond with 404 if there is none (RFC 9309 §2.3).',
    example: 'GIF89a\n',
    sources: ['RFC 9309 §2.3'],
  }),
} satisfies RuleTable;

type Report = RuleReport<typeof FORM_RULES>;

/** What a file is: a robots.txt, something else that also has groups, or something else. */
export type FileForm = 'robots' | 'robots-in-html' | 'other';

/** Reports what a file is if it is not a robots.txt. */
export function checkForm(file: LintedFile, report: Report): FileForm {
  const { octets } = file;
  if (isUtf16(octets)) {
    report.add('utf-16', 1, { start: 0, end: Math.min(2, octets.length) }, () =>
      messageOf('utf-16', NO_RULES),
    );
    return 'other';
  }
  const hasGroups = file.document.groups.length > 0;
  const kind = fileKind(octets);
  if (kind !== undefined && !OF_OTHER_RULES.test(kind) && !hasGroups) {
    const { fix } = FORM_RULES['other-kind-of-file'];
    const start = { start: 0, end: Math.min(START_OCTETS, octets.length) };
    const name = FILE_KIND_NAMES[kind];
    report.add('other-kind-of-file', 1, start, () => `This is ${name}, not a robots.txt. ${NO_RULES} ${fix}`);
    return 'other';
  }
  const place = firstContent(file);
  if (place === null) return 'robots';
  if (octets[place.span.start] === LESS_THAN) {
    const more = hasGroups
      ? 'It also has groups, which are checked.'
      : 'It has no groups, so everything is allowed.';
    report.add('looks-like-html', place.line, place.span, () => messageOf('looks-like-html', more));
    return hasGroups ? 'robots-in-html' : 'other';
  }
  if (!hasGroups && looksLikeJson(octets, place.span.start)) {
    report.add('looks-like-json', place.line, place.span, () => messageOf('looks-like-json', NO_RULES));
    return 'other';
  }
  return 'robots';
}

/** The kinds of files that other rules here report. */
const OF_OTHER_RULES = /^(?:html|json|utf-16)/;

/** How many octets at the start of the file a finding marks. */
const START_OCTETS = 8;

const NO_RULES = 'No line of it is a rule, so everything is allowed.';

function messageOf(rule: keyof typeof FORM_RULES, more: string): string {
  const { title, fix } = FORM_RULES[rule];
  return `${title} ${more} ${fix}`;
}

/** How many octets at the start are looked at for the NULs of UTF-16. */
const SAMPLE_OCTETS = 64;
/** With fewer octets, a NUL proves nothing. */
const MIN_UTF_16_OCTETS = 4;
const BIG_ENDIAN_MARK = [0xfe, 0xff];
const LITTLE_ENDIAN_MARK = [0xff, 0xfe];

/**
 * Whether a file is UTF-16: it has a mark of UTF-16 and a NUL soon after it, or, where ASCII text would have them, a NUL in
 * every other place.
 */
function isUtf16(octets: Uint8Array): boolean {
  const sample = octets.subarray(0, SAMPLE_OCTETS);
  if (sample.length < MIN_UTF_16_OCTETS) return false;
  const hasMark = [BIG_ENDIAN_MARK, LITTLE_ENDIAN_MARK].some((mark) =>
    mark.every((octet, i) => sample[i] === octet),
  );
  if (hasMark) return sample.includes(NUL);
  return [0, 1].some((parity) => sample.every((octet, i) => (octet === NUL) === (i % 2 === parity)));
}

/** The first line that is neither blank nor a comment, from its first visible octet; `null` if there is none. */
function firstContent(file: LintedFile): { readonly line: number; readonly span: Span } | null {
  const { lines, octets } = file;
  for (let line = 1; line <= lines.count; line++) {
    const end = lines.end(line);
    let start = lines.start(line);
    while (start < end && isWhiteSpace(octets[start])) start++;
    if (start < end && octets[start] !== HASH) return { line, span: { start, end } };
  }
  return null;
}

/** How many octets are looked at for JSON. */
const JSON_START_OCTETS = 200;

function looksLikeJson(octets: Uint8Array, start: number): boolean {
  const text = decodeText(octets.subarray(start, start + JSON_START_OCTETS));
  return /^[[{]\s*(?:["'[\]{}\d]|$)/.test(text);
}
