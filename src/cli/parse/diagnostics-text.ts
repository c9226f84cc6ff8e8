/**
 * The diagnostics of a document for people, each with the line that it is about.
 */
import type { Diagnostic, LineEvent, RobotsDocument, Severity } from '../../index.js';
import { quoted } from '../quoted-line.js';
import type { Style } from '../style.js';
import { visible } from '../visible.js';

const SEVERITIES: readonly Severity[] = ['error', 'warning', 'info'];

export function* diagnosticsText(document: RobotsDocument, style: Style): Generator<string, void> {
  const { diagnostics } = document;
  if (diagnostics.length === 0) {
    yield `\n${style.good('Nothing odd.')}\n`;
    return;
  }
  yield `\n${style.strong('Diagnostics:')} ${totals(diagnostics)}\n`;
  const lineOf = lineFinder(document);
  for (const diagnostic of diagnostics) yield diagnosticText(diagnostic, lineOf(diagnostic.line), style);
}

/** `2 errors, 1 warning` */
export function totals(diagnostics: readonly Diagnostic[]): string {
  const parts = SEVERITIES.flatMap((severity) => {
    const number = diagnostics.filter((diagnostic) => diagnostic.severity === severity).length;
    if (number === 0) return [];
    return [
      severity === 'info' ? `${number} for information` : `${number} ${severity}${number === 1 ? '' : 's'}`,
    ];
  });
  return parts.join(', ');
}

function diagnosticText(diagnostic: Diagnostic, line: LineEvent | undefined, style: Style): string {
  const { code, severity, span, message } = diagnostic;
  const column = line === undefined ? 1 : Math.max(1, span.start - line.span.start + 1);
  const paint = { error: style.bad, warning: style.odd, info: style.faint }[severity];
  const parts = [`  ${diagnostic.line}:${column} ${paint(severity)} ${code}`];
  if (line !== undefined) parts.push(`  ${quoted(line.octets, line.line, style)}`);
  parts.push(`    ${visible(message)}`);
  return `${parts.join('\n')}\n`;
}

/** Finds lines that are asked for in file order, in one pass. */
function lineFinder(document: RobotsDocument): (line: number) => LineEvent | undefined {
  const lines = document.lines()[Symbol.iterator]();
  let last = lines.next();
  return (line) => {
    while (last.done !== true && last.value.line < line) last = lines.next();
    return last.done !== true && last.value.line === line ? last.value : undefined;
  };
}
