/**
 * The diagnostics of parsing as findings. Those about user-agent lines are refined in `agents.ts`.
 */
import { BYTE_ORDER_MARK, COLON, HASH, NUL, SP } from '../../ascii.js';
import { DIAGNOSTICS, type Diagnostic, type DiagnosticCode } from '../../diagnostics.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import { recognizeField } from '../../stream/read-line.js';
import * as Row from '../../stream/row.js';
import type { LintedFile } from '../linted-file.js';
import { error, type Fix, type LintRule, ofDiagnostic, type RuleReport, type RuleTable } from '../rule.js';
import { strayAdvice } from '../stray-octets.js';
import { type AGENT_RULES, checkUnusualToken, secondRecord } from './agents.js';
import type { FileForm } from './file-form.js';
import { patternAdvice } from './pattern-advice.js';

export const OCTET_RULES = {
  'byte-order-mark': ofDiagnostic('byte-order-mark', {
    why: 'RFC 9309 does not mention the mark. Old crawlers read it as part of the first line, and then miss the first group.',
    example: '\\xEF\\xBB\\xBFUser-agent: *\nDisallow: /private/\n',
    sources: ['docs/semantics.md §1.2', 'Google\'s page, "File format"'],
    autofix: { does: 'Removes the mark.', changesVerdictsUnder: [] },
  }),
  'partial-byte-order-mark': ofDiagnostic('partial-byte-order-mark', {
    why: 'To crawlers other than Google, the first line has an unknown field. If it is a user-agent line, its group is lost.',
    example: '\\xEF\\xBBUser-agent: *\nDisallow: /private/\n',
    sources: ['docs/semantics.md §1.2'],
  }),
  'invalid-utf-8': ofDiagnostic('invalid-utf-8', {
    why: 'Browsers and crawlers encode the non-ASCII characters of a URL as UTF-8. A pattern in another encoding does not match them. In the name of a crawler, the octet is part of the name, so the group may be for no crawler. Comments may have any octets.',
    example: 'User-agent: *\nDisallow: /caf\\xE9\n',
    better: 'User-agent: *\nDisallow: /caf%C3%A9\n',
    sources: ['RFC 9309 §2.3', 'RFC 9309 §2.2.2'],
  }),
  'nul-octet': error({
    title:
      'The line has a NUL octet outside its comment. Google reads it up to the NUL; RFC 9309 rejects it.',
    why: 'Crawlers disagree about the line, and many ignore it.',
    fix: 'Remove the NUL octet.',
    example: 'User-agent: *\nDisallow: /private\\x00/\n',
    sources: ['RFC 9309 §3', 'docs/semantics.md §1.6'],
  }),
  'control-octet': ofDiagnostic('control-octet', {
    why: 'The line is ignored under RFC 9309. Such octets come from broken editors or from binary data.',
    example: 'User-agent: *\nDisallow: /private\\x01/\n',
    sources: ['RFC 9309 §3'],
  }),
  'line-too-long': ofDiagnostic('line-too-long', {
    why: 'A pattern that is cut matches more URLs than the whole pattern.',
    example: 'User-agent: *\nDisallow: /aaaa… (more than 16,663 octets)\n',
    better: 'User-agent: *\nDisallow: /aaaa\n',
    sources: ['docs/semantics.md §1.4'],
  }),
  'parsing-limit': ofDiagnostic('parsing-limit', {
    why: 'Rules after the limit do not exist for most crawlers. Google stops at 500 KiB.',
    example: 'User-agent: *\n# … more than 512,000 octets …\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.5', 'Google\'s page, "File format"'],
  }),
} satisfies RuleTable;

export const LINE_RULES = {
  'full-width-colon': error({
    title: 'The colon is the full-width character U+FF1A. Under RFC 9309, the line is not read.',
    why: 'Input methods for Chinese and Japanese write this colon. Crawlers look for the colon of ASCII.',
    fix: 'Write ":" in its place.',
    example: 'User-agent: *\nDisallow\uff1a /private/\n',
    sources: ['RFC 9309 §2.2'],
  }),
  'several-patterns': error({
    title:
      'The line has several path patterns. Crawlers read them as one, which matches no URL that is meant.',
    why: 'None of the paths is covered by the rule.',
    fix: 'Write a rule for each, on a line of its own.',
    example: 'User-agent: *\nDisallow: /a /b\n',
    better: 'User-agent: *\nDisallow: /a\nDisallow: /b\n',
    sources: ['RFC 9309 §2.2', 'RFC 9309 §2.2.2'],
  }),
  'missing-colon': ofDiagnostic('missing-colon', {
    why: 'Only some crawlers accept white space in place of the colon.',
    example: 'User-agent *\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2', 'docs/semantics.md §2.2'],
    autofix: {
      does: 'Inserts the colon after user-agent, allow, disallow and sitemap.',
      changesVerdictsUnder: ['koster-1996'],
    },
  }),
  'not-a-record': ofDiagnostic('not-a-record', {
    why: 'Crawlers skip the line. It is often a comment without "#", or a pattern without its field.',
    example: 'User-agent: *\nplease do not crawl\nDisallow: /private/\n',
    better: 'User-agent: *\n# please do not crawl\nDisallow: /private/\n',
    sources: ['RFC 9309 §2.2'],
  }),
  'empty-field': ofDiagnostic('empty-field', {
    why: 'Crawlers skip the line, so a rule may be missing.',
    example: 'User-agent: *\n: /private/\n',
    sources: ['RFC 9309 §2.2'],
  }),
  'misspelled-field': ofDiagnostic('misspelled-field', {
    why: 'Google and many others accept these misspellings, but not every crawler does.',
    example: 'User-agent: *\nDisalow: /private/\n',
    sources: ['RFC 9309 §2.2.4', 'docs/semantics.md §2.3'],
    autofix: { does: 'Corrects the spelling.', changesVerdictsUnder: ['koster-1996'] },
  }),
  'field-with-extra': ofDiagnostic('field-with-extra', {
    why: 'Googlebot obeys the line, and most other crawlers do not.',
    example: 'User-agent: *\nDisallow all: /private/\n',
    sources: ['docs/semantics.md §2.3'],
  }),
} satisfies RuleTable;

type Rules = typeof OCTET_RULES &
  typeof LINE_RULES &
  typeof AGENT_RULES & { readonly [code in DiagnosticCode]: LintRule };
type Report = RuleReport<Rules>;

/** What is noise in an HTML page that also has groups. */
const NOISE_IN_HTML: ReadonlySet<DiagnosticCode> = new Set([
  'not-a-record',
  'empty-field',
  'missing-colon',
  'invalid-utf-8',
]);

export function checkDiagnostics(file: LintedFile, form: FileForm, report: Report): void {
  /** The last line with a finding about a full-width colon. */
  let fullWidth = 0;
  for (const found of file.document.diagnostics) {
    const { code, line, span } = found;
    if (form === 'robots-in-html' && NOISE_IN_HTML.has(code)) continue;
    if (NO_COLON.has(code) && hasFullWidthColon(file, line)) {
      if (line !== fullWidth) report.add('full-width-colon', line, span, fullWidthMessage);
      fullWidth = line;
      continue;
    }
    switch (code) {
      case 'looks-like-html':
        break;
      case 'invalid-utf-8':
        if (!isInComment(file, found)) report.add(code, line, span, () => invalidMessage(file, found));
        break;
      case 'unusual-product-token':
        checkUnusualToken(file, found, report);
        break;
      case 'pattern-without-slash':
        report.add(code, line, span, () => withoutSlashMessage(file, found));
        break;
      case 'white-space-in-pattern': {
        const text = file.text(file.lineSpan(line));
        if (SECOND_RECORD.test(text))
          report.add('second-record', line, span, () => secondRecord(text.trim()));
        else if (SEVERAL_PATTERNS.test(text)) report.add('several-patterns', line, span, severalMessage);
        else report.add(code, line, span, () => found.message);
        break;
      }
      case 'control-octet':
        if (file.octets[span.start] === NUL) report.add('nul-octet', line, span, nulMessage);
        else report.add(code, line, span, () => found.message);
        break;
      default: {
        const message = (): string => found.message;
        report.add(code, line, span, message, () => fixOf(file, found));
      }
    }
  }
}

/** A record after another one on a line. */
const SECOND_RECORD = /^[^:#]*:[^#]*\s(?:user-?agent|(?:dis)?allow|sitemap)\s*:/i;

/** A record whose value is a list of path patterns, separated by white space or by a comma and white space. */
const SEVERAL_PATTERNS = /^[^:#]*:\s*[/*][^\s#]*(?:\s+(?:\/|\*[/.])[^\s#]*)+\s*(?:#|$)/;

function severalMessage(): string {
  const { title, fix } = LINE_RULES['several-patterns'];
  return `${title} ${fix}`;
}

/** What parsing says of a line without a colon of ASCII in its place. */
const NO_COLON: ReadonlySet<DiagnosticCode> = new Set(['missing-colon', 'not-a-record', 'field-with-extra']);

function hasFullWidthColon(file: LintedFile, line: number): boolean {
  return /^\s*(?:user-?agent|(?:dis)?allow|sitemap|crawl-delay)\s*\uff1a/i.test(
    file.text(file.lineSpan(line)),
  );
}

function fullWidthMessage(): string {
  const { title, fix } = LINE_RULES['full-width-colon'];
  return `${title} ${fix}`;
}

/** The message about a pattern that begins with neither `/` nor `*`: its advice is by what the value is. */
function withoutSlashMessage(file: LintedFile, { line, span, message }: Diagnostic): string {
  const { found } = DIAGNOSTICS['pattern-without-slash'];
  const isAllow = /^\s*allow/i.test(file.text(file.lineSpan(line)));
  const text = file.text(span);
  const advice = strayAdvice(file, line, span).trim() || patternAdvice(text, isAllow);
  return advice === null ? message : `${found} Found: ${quoteText(text)}. ${advice}`;
}

/** Whether the place of a diagnostic is in a comment, where nothing is compared. */
function isInComment({ octets, lines }: LintedFile, { line, span }: Diagnostic): boolean {
  return octets.subarray(lines.start(line), span.start).includes(HASH);
}

/** The message about octets that are not UTF-8. A pattern may need them; a field or a name of a crawler has them only by mistake. */
function invalidMessage(file: LintedFile, { line, span, message }: Diagnostic): string {
  const { octets, lines } = file;
  const start = lines.start(line);
  const colon = octets.subarray(start, span.start).indexOf(COLON);
  const isInName = colon >= 0 && /^\s*user[- ]?agent\s*$/i.test(file.text({ start, end: start + colon }));
  if (colon >= 0 && !isInName) return message;
  return `${OCTET_RULES['invalid-utf-8'].title}${strayAdvice(file, line, span)}`;
}

function nulMessage(): string {
  const { title, fix } = OCTET_RULES['nul-octet'];
  return `${title} ${fix}`;
}

function fixOf(file: LintedFile, { code, line, span }: Diagnostic): Fix | null {
  switch (code) {
    case 'byte-order-mark':
      return file.octets[span.end] === BYTE_ORDER_MARK[0] ? null : { span, text: '' };
    case 'misspelled-field':
      return { span, text: correctName(file.octets, span.start, span.end) };
    case 'missing-colon':
      return colonFix(file, line, span.start);
    default:
      return null;
  }
}

/** The name that a misspelled field means, with a capital if the field has one. */
function correctName(octets: Uint8Array, start: number, end: number): string {
  const directive = Row.directiveOf(recognizeField(octets, start, end));
  const name = directive === Row.NO_DIRECTIVE ? '' : Row.DIRECTIVE_NAMES[directive - 1];
  const first = String.fromCharCode(octets[start]);
  return first === first.toUpperCase() ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

/** The colon after a directive. The place of the diagnostic is the white space between field and value. */
function colonFix({ octets, lines }: LintedFile, line: number, gap: number): Fix | null {
  let start = gap;
  while (start > lines.start(line) && octets[start - 1] > SP) start--;
  const field = recognizeField(octets, start, gap);
  if (!Row.isDirective(field) || Row.spellingOf(field) === Row.SPELLED_AS_PREFIX) return null;
  // A profile that ends the content at a NUL sees a word without a value, which is not a record. With a colon it would be one.
  if (octets.subarray(gap, lines.end(line)).includes(NUL)) return null;
  return { span: { start: gap, end: gap }, text: ':' };
}
