/**
 * Fields that are not directives: unknown, unsupported, proposed, or ignored by Google.
 */
import type { OtherRecord } from '../../ast/nodes.js';
import { nearestName } from '../../option-checks.js';
import { quoteText } from '../../stream/line-diagnostics.js';
import * as Row from '../../stream/row.js';
import type { Fix } from '../finding.js';
import { KNOWN_FIELDS, knownField } from '../known-fields.js';
import type { LintedFile } from '../linted-file.js';
import type { Report } from '../report.js';
import type { FileForm } from './form.js';

const FIELD_NAMES = [...Row.DIRECTIVE_NAMES, ...Object.keys(KNOWN_FIELDS)];

/** A longer field is not a misspelling of a known one. */
const MAX_MISSPELLED_CHARACTERS = 24;

export function checkFields(file: LintedFile, form: FileForm, report: Report): void {
  const { document, octets } = file;
  const ignored = new Map<string, Ignored>();
  for (const record of document.otherRecords) {
    const { name, line, field } = record;
    const known = knownField(name);
    if (known === undefined) {
      // A diagnostic says that Google takes the field for a directive. It reads line 1 without the part of a byte order mark.
      if (line === 1 && document.byteOrderMark === 'partial') continue;
      const isReadByGoogle = Row.isDirective(Row.recognizeField(octets, field.start, field.end));
      if (form !== 'robots-in-html' && !isReadByGoogle) checkUnknown(file, record, report);
      continue;
    }
    if (known.kind === 'unsupported') {
      const message = (): string => `${quoteText(field.text)} has no effect any more: ${known.about}.`;
      report.add('unsupported-field', line, field, message);
    }
    if (known.kind === 'proposed') {
      report.add(
        'proposed-field',
        line,
        field,
        () => `Few crawlers read ${quoteText(field.text)} (${known.about}).`,
      );
    }
    if (known.ignoredByGoogle !== true) continue;
    const earlier = ignored.get(name);
    if (earlier === undefined) ignored.set(name, { first: record, more: 0 });
    else earlier.more++;
  }
  for (const one of ignored.values()) reportIgnored(one, report);
}

function checkUnknown(file: LintedFile, record: OtherRecord, report: Report): void {
  const { name, line, field } = record;
  report.add(
    'unknown-field',
    line,
    field,
    () => {
      if (URL_SCHEME.test(name)) {
        return `No crawler is known to read ${quoteText(field.text)}. If the line is a URL, write a field before it, such as "Sitemap:".`;
      }
      const meant = meantBy(name);
      const hint =
        meant === undefined ? 'Correct it, or make the line a comment.' : `Did you mean ${quoteText(meant)}?`;
      return `No crawler is known to read ${quoteText(field.text)}. ${hint}`;
    },
    () => sitemapFix(file, record),
  );
}

/** What a line that is only a URL has before its colon. */
const URL_SCHEME = /^https?$/;

function meantBy(name: string): string | undefined {
  if (name.length > MAX_MISSPELLED_CHARACTERS) return undefined;
  if (name !== lastLookedUp.name) lastLookedUp = { name, meant: nearestName(name, FIELD_NAMES) };
  return lastLookedUp.meant;
}

/** The last look-up: a file often has one misspelling many times. */
let lastLookedUp: { readonly name: string; readonly meant: string | undefined } = {
  name: '',
  meant: undefined,
};

/** The lengths that a misspelling of `sitemap` has. */
const SITMAP = /^s[a-z_-]{4,8}$/;

/** Corrects `Sitmap: https://…`. No verdict depends on a sitemap, and nothing else is written so. */
function sitemapFix(file: LintedFile, { name, field, value, line }: OtherRecord): Fix | null {
  if (file.isAboveSignal(line)) return null;
  if (!SITMAP.test(name) || !/^https?:\/\/\S+$/.test(value.text)) return null;
  if (nearestName(name, ['sitemap']) === undefined) return null;
  return { span: { start: field.start, end: field.end }, text: 'Sitemap' };
}

/** The records with a field that Google ignores: the first, and how many more there are. */
interface Ignored {
  readonly first: OtherRecord;
  more: number;
}

function reportIgnored({ first, more }: Ignored, report: Report): void {
  const { line, field, name } = first;
  report.add('ignored-by-google', line, field, () => {
    const lines = more === 0 ? '' : `, also in ${more} more ${more === 1 ? 'line' : 'lines'}`;
    return `Google ignores ${quoteText(field.text)} (${knownField(name)?.about})${lines}.`;
  });
}
