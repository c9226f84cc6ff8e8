/**
 * Single path patterns: characters without effect, and limits of Yandex.
 */
import { DOLLAR, isWhiteSpace, STAR } from '../../ascii.js';
import type { Rule } from '../../ast/nodes.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import type { LintedFile } from '../linted-file.js';
import type { Report } from '../report.js';
import { LINT_RULES } from '../rules.js';

/** Yandex reads no more rules of a file. */
const YANDEX_MAX_RULES = 2048;
/** Yandex reads no longer pattern. */
const YANDEX_MAX_PATTERN_OCTETS = 1024;

export function checkPatterns(file: LintedFile, report: Report): void {
  let count = 0;
  for (const { rules } of file.document.groups) {
    for (const rule of rules) {
      checkPattern(rule, report);
      count++;
      if (count === YANDEX_MAX_RULES + 1) {
        const { title, fix } = LINT_RULES['yandex-rule-limit'];
        report.add('yandex-rule-limit', rule.line, file.lineSpan(rule.line), () => `${title} ${fix}`);
      }
    }
  }
}

function checkPattern({ line, value }: Rule, report: Report): void {
  const { octets, start, end } = value;
  const last = octets.length - 1;
  const dollar = octets.indexOf(DOLLAR);
  if (dollar >= 0 && dollar < last) {
    const place = { start: start + dollar, end: start + dollar + 1 };
    const message = (): string =>
      `The "$" in ${quoteText(value.text)} is not the last character, so it matches a dollar sign and ends nothing. Put it at the end, or write "%24".`;
    report.add('dollar-inside-pattern', line, place, message);
  }
  const star = uselessStar(octets);
  if (star >= 0) {
    const place = { start: start + star, end: start + star + 1 };
    const where = star === last ? 'at the end of' : 'next to another "*" in';
    const message = (): string =>
      `The "*" ${where} ${quoteText(value.text)} does not change which URLs match.`;
    report.add('useless-wildcard', line, place, message);
  }
  if (end - start > YANDEX_MAX_PATTERN_OCTETS) {
    report.add(
      'yandex-pattern-limit',
      line,
      { start, end },
      () =>
        `The pattern has ${end - start} octets. Yandex does not read patterns longer than ${YANDEX_MAX_PATTERN_OCTETS}.`,
    );
  }
}

/**
 * A `*` at the end of a pattern that also begins with something else, or the second of two in a row; -1 if there is none. Without a
 * `*` after it, a `$` would become the anchor, and white space would be trimmed.
 */
function uselessStar(octets: Uint8Array): number {
  const last = octets.length - 1;
  const isNeeded = octets[last - 1] === DOLLAR || isWhiteSpace(octets[last - 1]);
  if (last > 0 && octets[last] === STAR && !isNeeded) return last;
  for (let at = octets.indexOf(STAR); at >= 0 && at < last; at = octets.indexOf(STAR, at + 1)) {
    if (octets[at + 1] === STAR) return at + 1;
  }
  return -1;
}
