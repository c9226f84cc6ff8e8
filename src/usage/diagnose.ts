/**
 * Problems of the usage records of a file.
 */
import type { OtherRecord } from '../ast/nodes.js';
import { type Diagnostic, diagnostic } from '../diagnostics.js';
import { quoteText } from '../stream/line-diagnostics.js';
import { decodeText } from '../stream/octet-text.js';
import { isKnownSignal, signalsOf } from './content-signal.js';
import { allowance } from './content-usage.js';
import { statementOf } from './statements.js';
import { parseDictionary } from './structured-fields.js';
import { DEFAULT_VOCABULARY, RETIRED_LABELS, USAGE_VOCABULARIES } from './vocabularies.js';

const CATEGORIES: readonly string[] = USAGE_VOCABULARIES[DEFAULT_VOCABULARY];

/**
 * The diagnostics of the usage records, in file order.
 *
 * @param firstAgentLine the first user-agent line; `Infinity` if there is none
 */
export function diagnoseUsage(records: readonly OtherRecord[], firstAgentLine: number): Diagnostic[] {
  const found: Diagnostic[] = [];
  for (const record of records) {
    if (record.name === 'content-usage') diagnoseContentUsage(record, firstAgentLine, found);
    else if (record.name === 'content-signal') diagnoseContentSignal(record, found);
  }
  return found;
}

function diagnoseContentUsage(record: OtherRecord, firstAgentLine: number, found: Diagnostic[]): void {
  const { line, field } = record;
  if (line < firstAgentLine) found.push(diagnostic('usage-before-user-agent', line, field));
  const { preference, preferenceStart } = statementOf(record);
  const parsed = parseDictionary(preference);
  if ('failedAt' in parsed) {
    const at = preferenceStart + parsed.failedAt;
    const span = { start: at, end: Math.min(at + 1, preferenceStart + preference.length) };
    const rest = decodeText(preference.subarray(parsed.failedAt));
    found.push(diagnostic('malformed-content-usage', line, span, rest === '' ? 'the end' : quoteText(rest)));
    return;
  }
  for (const [label, member] of parsed.dictionary) {
    if (RETIRED_LABELS.has(label)) {
      const start = preferenceStart + member.keyStart;
      const span = { start, end: start + label.length };
      found.push(diagnostic('retired-usage-label', line, span, quoteText(label)));
    } else if (CATEGORIES.includes(label) && allowance(member) === undefined) {
      const span = { start: preferenceStart + member.start, end: preferenceStart + member.end };
      const text = decodeText(preference.subarray(member.start, member.end));
      found.push(diagnostic('unknown-usage-value', line, span, `${label} with ${quoteText(text)}`));
    }
  }
}

function diagnoseContentSignal(record: OtherRecord, found: Diagnostic[]): void {
  const { line, value } = record;
  const statement = statementOf(record);
  if (statement.pattern.length > 0) {
    const span = { start: value.start, end: value.start + statement.pattern.length };
    found.push(diagnostic('content-signal-path', line, span, quoteText(decodeText(statement.pattern))));
  }
  for (const signal of signalsOf(statement)) {
    if (isKnownSignal(signal)) continue;
    const { key, value: given, span } = signal;
    found.push(
      diagnostic('unknown-content-signal', line, span, quoteText(given === '' ? key : `${key}=${given}`)),
    );
  }
}
