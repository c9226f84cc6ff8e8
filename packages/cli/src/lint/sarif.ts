/**
 * Findings as SARIF 2.1.0, which code scanning services read. Columns are units of UTF-16; the octets are in `properties`.
 */
import { pathToFileURL } from 'node:url';
import { type Finding, LINT_RULES, type RuleId } from 'robotstream/lint';
import { textStart } from '../../../command-line/src/line-bounds.js';
import { jsonText } from '../../../command-line/src/terminal.js';
import { version } from '../package-files.js';
import { type Linted, regionOf, type Severity } from './linted.js';

const SCHEMA = 'https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json';

/** The page that explains each rule under a heading of its name. docs/ci.md lists this address among the names that are not final. */
const LINT_PAGE = 'https://github.com/robotstream/robotstream/blob/main/docs/lint.md';

/** SARIF's name of a severity. */
function levelOf(severity: Severity): string {
  return severity === 'info' ? 'note' : severity;
}

export function* lintSarif(files: readonly Linted[]): Generator<string, void> {
  const ids = Object.keys(LINT_RULES) as RuleId[];
  const log = {
    $schema: SCHEMA,
    version: '2.1.0',
    runs: [
      {
        tool: { driver: { name: 'robotstream', version: version(), rules: ids.map(ruleOf) } },
        columnKind: 'utf16CodeUnits',
        results: files.flatMap((file) =>
          file.result.findings.map((finding) => resultOf(file, finding, ids.indexOf(finding.rule))),
        ),
      },
    ],
  };
  yield `${jsonText(log)}\n`;
}

function ruleOf(id: RuleId): object {
  const { severity, title, why, fix } = LINT_RULES[id];
  return {
    id,
    shortDescription: { text: title },
    fullDescription: { text: why },
    help: { text: fix },
    helpUri: `${LINT_PAGE}#${id}`,
    defaultConfiguration: { level: levelOf(severity) },
  };
}

function resultOf(file: Linted, finding: Finding, ruleIndex: number): object {
  const { rule, severity, message, line, span } = finding;
  const { octets } = file.document;
  const artifactLocation = { uri: uriOf(file) };
  const fixes = fixesOf(octets, finding, artifactLocation);
  return {
    ruleId: rule,
    ruleIndex,
    level: levelOf(severity),
    message: { text: message },
    locations: [{ physicalLocation: { artifactLocation, region: regionOf(octets, line, span, 'utf-16') } }],
    ...(fixes.length > 0 && { fixes }),
    properties: { startOctet: span.start, endOctet: span.end },
  };
}

/** The fix of a finding, if it has one. No region contains a byte order mark, so there is none that removes it. */
function fixesOf(octets: Uint8Array, { line, fix }: Finding, artifactLocation: object): object[] {
  if (fix === null || fix.span.end <= textStart(octets)) return [];
  const replacement = {
    deletedRegion: regionOf(octets, line, fix.span, 'utf-16'),
    insertedContent: { text: fix.text },
  };
  return [{ artifactChanges: [{ artifactLocation, replacements: [replacement] }] }];
}

/** The name of a file as a reference of a URI: relative if the name is. */
function uriOf({ name, isFile }: Linted): string {
  if (!isFile) return encodeURI(name);
  const isAbsolute = /^(?:[A-Za-z]:)?[/\\]/.test(name);
  if (isAbsolute) return pathToFileURL(name).href;
  return name.replaceAll('\\', '/').split('/').map(encodeURIComponent).join('/');
}
