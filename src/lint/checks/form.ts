/**
 * Whether a file is something other than a robots.txt: HTML, JSON or UTF-16.
 */
import { HASH, isWhiteSpace, LESS_THAN, NUL } from '../../ascii.js';
import { DIAGNOSTICS } from '../../diagnostics.js';
import type { Span } from '../../octets.js';
import { decodeText } from '../../stream/window.js';
import type { LintedFile } from '../linted-file.js';
import type { Report } from '../report.js';
import { LINT_RULES } from '../rules.js';

/** What a file is: a robots.txt, something else that also has groups, or something else. */
export type FileForm = 'robots' | 'robots-in-html' | 'other';

/** Reports what a file is if it is not a robots.txt. */
export function checkForm(file: LintedFile, report: Report): FileForm {
  const { octets } = file;
  if (isUtf16(octets)) {
    report.add('utf-16', 1, { start: 0, end: Math.min(2, octets.length) }, () => messageOf('utf-16'));
    return 'other';
  }
  const place = firstContent(file);
  if (place === null) return 'robots';
  const hasGroups = file.document.groups.length > 0;
  if (octets[place.span.start] === LESS_THAN) {
    const { found, fix } = DIAGNOSTICS['looks-like-html'];
    const more = hasGroups
      ? 'It also has groups, which are checked.'
      : 'It has no groups, so everything is allowed.';
    report.add('looks-like-html', place.line, place.span, () => `${found} ${more} ${fix}`);
    return hasGroups ? 'robots-in-html' : 'other';
  }
  if (!hasGroups && looksLikeJson(octets, place.span.start)) {
    report.add('looks-like-json', place.line, place.span, () => messageOf('looks-like-json'));
    return 'other';
  }
  return 'robots';
}

function messageOf(rule: 'utf-16' | 'looks-like-json'): string {
  const { title, fix } = LINT_RULES[rule];
  return `${title} No line of it is a rule, so everything is allowed. ${fix}`;
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
