/**
 * Findings for other programs: JSON of our own, GitHub's workflow commands, and the Reviewdog Diagnostic Format.
 */
import type { Finding } from 'robotstream/lint';
import { jsonText, visible } from '../../../command-line/src/terminal.js';
import { type Linted, type Region, regionOf } from './linted.js';

/** One JSON object for all files. */
export function* lintJson(files: readonly Linted[]): Generator<string, void> {
  const list = files.map(({ name, result, fixed }) => ({
    name,
    findings: result.findings,
    fixed: fixed.map(({ finding }) => finding),
    omitted: Object.fromEntries(result.omitted),
    isComplete: result.isComplete,
  }));
  yield `${jsonText({ files: list })}\n`;
}

/** A workflow command for each finding, which GitHub shows at its line. */
export function* lintGithub(files: readonly Linted[]): Generator<string, void> {
  for (const { name, document, result } of files) {
    for (const { rule, severity, message, line, span } of result.findings) {
      const region = regionOf(document.octets, line, span, 'utf-16');
      const properties = {
        file: name,
        line,
        ...(region.endLine === line && { col: region.startColumn, endColumn: region.endColumn }),
        title: rule,
      };
      const written = Object.entries(properties).map(([key, value]) => `${key}=${inProperty(String(value))}`);
      const command = severity === 'info' ? 'notice' : severity;
      yield `::${command} ${written.join(',')}::${inMessage(visible(message))}\n`;
    }
  }
}

/** Text of a workflow command: its escapes are those that the runner's own toolkit writes. */
function inMessage(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function inProperty(text: string): string {
  return inMessage(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

/** The Reviewdog Diagnostic Format. Its columns are octets. */
export function* lintRdjson(files: readonly Linted[]): Generator<string, void> {
  const diagnostics = files.flatMap(({ name, document, result }) =>
    result.findings.map((finding) => rdDiagnostic(name, document.octets, finding)),
  );
  yield `${jsonText({ source: { name: 'robotstream' }, diagnostics })}\n`;
}

function rdDiagnostic(
  path: string,
  octets: Uint8Array,
  { rule, severity, message, line, span, fix }: Finding,
): object {
  return {
    message,
    location: { path, range: rdRange(regionOf(octets, line, span, 'octets')) },
    severity: severity.toUpperCase(),
    code: { value: rule },
    ...(fix !== null && {
      suggestions: [{ range: rdRange(regionOf(octets, line, fix.span, 'octets')), text: fix.text }],
    }),
  };
}

function rdRange({ startLine, startColumn, endLine, endColumn }: Region): object {
  return {
    start: { line: startLine, column: startColumn },
    end: { line: endLine, column: endColumn },
  };
}
