/**
 * Findings and diagnostics as text: one by one, and how many there are of each severity.
 */
import type { Finding } from 'robotstream/lint';
import { paragraph } from '../../command-line/src/help.js';
import { count, type Style, visible } from '../../command-line/src/terminal.js';
import { type FrameLayout, markedLine } from './code-frame.js';

/** How a severity is painted. */
export function paintOf(severity: Finding['severity'], style: Style): (text: string) => string {
  return { error: style.bad, warning: style.warning, info: style.dim }[severity];
}

/** A finding or a diagnostic: where and what it is, the line with its place marked, and the sentence about it. */
export function problemText(
  { line, span, severity, message }: Pick<Finding, 'line' | 'span' | 'severity' | 'message'>,
  place: string,
  name: string,
  layout: FrameLayout,
): string {
  const paint = paintOf(severity, layout.style);
  const frame = line > layout.lineCount ? '' : markedLine({ line, ...span }, layout, paint);
  return `${place} ${paint(severity)} ${name}\n${frame}${paragraph(visible(message), '  ', layout.width)}\n`;
}

/** A finding or a diagnostic, or a number of them that are not listed. */
export interface Counted {
  readonly severity: Finding['severity'];
  /** Default: 1. */
  readonly number?: number;
}

/** How many have a severity. */
export function numberOf(found: readonly Counted[], severity: Finding['severity']): number {
  return found.reduce((sum, one) => (one.severity === severity ? sum + (one.number ?? 1) : sum), 0);
}

/** The number of findings or diagnostics of each severity: `2 errors, 1 warning`. */
export function totals(found: readonly Counted[]): string {
  return (['error', 'warning', 'info'] as const)
    .flatMap((severity) => {
      const number = numberOf(found, severity);
      if (number === 0) return [];
      return severity === 'info' ? `${number.toLocaleString('en-US')} info` : count(number, severity);
    })
    .join(', ');
}
