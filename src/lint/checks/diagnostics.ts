/**
 * The diagnostics of parsing as findings. Those about user-agent lines are refined in `agents.ts`.
 */
import { BYTE_ORDER_MARK, COLON, HASH, NUL, SP } from '../../ascii.js';
import type { Diagnostic, DiagnosticCode } from '../../diagnostics.js';
import * as Row from '../../stream/row.js';
import type { Fix } from '../finding.js';
import type { LintedFile } from '../linted-file.js';
import type { Report } from '../report.js';
import { LINT_RULES, type RuleId } from '../rules.js';
import { strayAdvice } from '../stray-octets.js';
import { checkUnusualToken } from './agents.js';
import type { FileForm } from './form.js';

/** What is noise in an HTML page that also has groups. */
const NOISE_IN_HTML: ReadonlySet<DiagnosticCode> = new Set([
  'not-a-record',
  'empty-field',
  'missing-colon',
  'invalid-utf-8',
]);

export function checkDiagnostics(file: LintedFile, form: FileForm, report: Report): void {
  for (const found of file.document.diagnostics) {
    const { code, line, span } = found;
    if (form === 'robots-in-html' && NOISE_IN_HTML.has(code)) continue;
    switch (code) {
      case 'looks-like-html':
        break;
      case 'invalid-utf-8':
        if (!isInComment(file, found)) report.add(code, line, span, () => invalidMessage(file, found));
        break;
      case 'unusual-product-token':
        checkUnusualToken(file, found, report);
        break;
      case 'control-octet':
        report.add(controlRule(file, found), line, span, () => controlMessage(file, found));
        break;
      default:
        report.add(
          code,
          line,
          span,
          () => found.message,
          () => fixOf(file, found),
        );
    }
  }
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
  return `${LINT_RULES['invalid-utf-8'].title}${strayAdvice(file, line, span)}`;
}

function controlRule({ octets }: LintedFile, { span }: Diagnostic): RuleId {
  return octets[span.start] === NUL ? 'nul-octet' : 'control-octet';
}

function controlMessage(file: LintedFile, found: Diagnostic): string {
  const rule = controlRule(file, found);
  return rule === 'control-octet' ? found.message : `${LINT_RULES[rule].title} ${LINT_RULES[rule].fix}`;
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
  const directive = Row.directiveOf(Row.recognizeField(octets, start, end));
  const name = directive === Row.NO_DIRECTIVE ? '' : Row.DIRECTIVE_NAMES[directive - 1];
  const first = String.fromCharCode(octets[start]);
  return first === first.toUpperCase() ? name.charAt(0).toUpperCase() + name.slice(1) : name;
}

/** The colon after a directive. The place of the diagnostic is the white space between field and value. */
function colonFix({ octets, lines }: LintedFile, line: number, gap: number): Fix | null {
  let start = gap;
  while (start > lines.start(line) && octets[start - 1] > SP) start--;
  const field = Row.recognizeField(octets, start, gap);
  if (!Row.isDirective(field) || Row.spellingOf(field) === Row.SPELLED_AS_PREFIX) return null;
  // A profile that ends the content at a NUL sees a word without a value, which is not a record. With a colon it would be one.
  if (octets.subarray(gap, lines.end(line)).includes(NUL)) return null;
  return { span: { start: gap, end: gap }, text: ':' };
}
