/**
 * Findings for other programs: JSON of our own, and GitHub's workflow commands.
 */
import { jsonText, visible } from '../../../command-line/src/terminal.js';
import { type Linted, regionOf, type Severity } from './linted.js';

/** One JSON object for all files. */
export function lintJson(files: readonly Linted[]): string {
  const list = files.map(({ name, result, fixed }) => ({
    name,
    findings: result.findings,
    fixed: fixed.map(({ finding }) => finding),
    omitted: Object.fromEntries(result.omitted),
    isComplete: result.isComplete,
  }));
  return `${jsonText({ files: list })}\n`;
}

/** The commands of GitHub's log for each severity. */
const GITHUB_COMMANDS: { readonly [severity in Severity]: string } = {
  error: 'error',
  warning: 'warning',
  info: 'notice',
};

/** A workflow command for each finding, which GitHub shows at its line. */
export function* lintGithub(files: readonly Linted[]): Generator<string, void> {
  for (const { name, document, result } of files) {
    for (const { rule, severity, message, line, span } of result.findings) {
      const region = regionOf(document.octets, line, span);
      const properties = {
        file: name,
        line,
        ...(region.endLine === line && { col: region.startColumn, endColumn: region.endColumn }),
        title: rule,
      };
      const written = Object.entries(properties).map(([key, value]) => `${key}=${inProperty(String(value))}`);
      yield `::${GITHUB_COMMANDS[severity]} ${written.join(',')}::${inMessage(visible(message))}\n`;
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
