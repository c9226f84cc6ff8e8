/**
 * The usage records of a document, as a profile reads it: read once for all crawlers and URLs.
 */
import { type Grouping, lastAtOrBefore } from '../ast/groups.js';
import type { License } from '../ast/nodes.js';
import { licenseOf, scopeOf } from '../ast/values.js';
import type { FileView } from '../ast/view.js';
import type { CallerRules } from '../match/caller-rules.js';
import { OCTET_KINDS } from '../match/octet-forms.js';
import { PatternSet } from '../match/pattern.js';
import * as Row from '../stream/row.js';
import { readSignals, type SignalLine } from './content-signal.js';
import { ContentUsageLine } from './content-usage.js';
import { statementOf } from './statements.js';
import { WHOLE_SITE } from './tried-patterns.js';
import { OTHER_USAGE_RECORDS } from './vocabularies.js';

/** A record about usage that is not evaluated. */
export interface UsageRecord {
  readonly line: number;
  /** The field in lower case. */
  readonly name: string;
  readonly value: string;
}

/** The usage lines that apply to a crawler, in file order. */
export interface UsageLines {
  /** The `Content-Usage` lines of the groups that it obeys. */
  readonly contentUsage: readonly ContentUsageLine[];
  /** The `Content-Signal` lines of these groups. */
  readonly ownSignals: readonly SignalLine[];
  /** The `Content-Signal` lines for everyone. */
  readonly commonSignals: readonly SignalLine[];
}

/** The usage records of a document. They are read when a question first needs them. */
export class DocumentUsage {
  readonly #view: FileView;
  #read: ReadRecords | undefined;

  constructor(view: FileView) {
    this.#view = view;
  }

  /** The size of the document, which the bound of a question depends on. */
  get documentOctets(): number {
    return this.#view.file.octets.length;
  }

  /** The path patterns of all usage lines. */
  get patterns(): PatternSet {
    return this.#records.patterns;
  }

  /** Every other record about usage, in file order. */
  get others(): readonly UsageRecord[] {
    return this.#records.others;
  }

  /** The lines that apply to a caller, by what it obeys in this document. */
  linesOf(rules: CallerRules): UsageLines {
    const { contentUsage, signals, common } = this.#records;
    const linesIn = <Line>(name: string, byLine: ReadonlyMap<number, Line>): Line[] =>
      rules.extensions(name).flatMap(({ line }) => byLine.get(line) ?? []);
    return {
      contentUsage: linesIn('content-usage', contentUsage),
      ownSignals: linesIn('content-signal', signals),
      commonSignals: common,
    };
  }

  /** The license lines for a caller: those of the groups that it obeys or, if they have none, those for everyone (RSL 1.0, section 4.4). */
  licensesFor(rules: CallerRules): readonly License[] {
    const { licenses, commonLicenses } = this.#records;
    if (licenses.length === 0) return licenses;
    const own = new Set(rules.extensions('license').map(({ line }) => line));
    for (const line of commonLicenses) own.delete(line);
    return licenses.filter(({ line }) => (own.size > 0 ? own.has(line) : commonLicenses.has(line)));
  }

  get #records(): ReadRecords {
    this.#read ??= readRecords(this.#view);
    return this.#read;
  }
}

/** The usage records of a document. Lines are by their numbers. */
interface ReadRecords {
  readonly patterns: PatternSet;
  readonly contentUsage: ReadonlyMap<number, ContentUsageLine>;
  /** The `Content-Signal` lines that are not for everyone. */
  readonly signals: ReadonlyMap<number, SignalLine>;
  /** Those that are. */
  readonly common: readonly SignalLine[];
  readonly others: readonly UsageRecord[];
  readonly licenses: readonly License[];
  /** The lines of those for everyone. */
  readonly commonLicenses: ReadonlySet<number>;
}

function readRecords(nodes: FileView): ReadRecords {
  const { form, specialCharacters } = nodes.profile.rules;
  const patterns = new PatternSet(OCTET_KINDS[form], specialCharacters);
  const contentUsage = new Map<number, ContentUsageLine>();
  const signals = new Map<number, SignalLine>();
  const common: SignalLine[] = [];
  const others: UsageRecord[] = [];
  const commonLines = linesForEveryone('content-signal', nodes);
  const licenses: License[] = [];
  for (const record of nodes.otherRecords) {
    const { line, name, value } = record;
    if (name === 'license') licenses.push(licenseOf(record));
    if (OTHER_USAGE_RECORDS.has(name)) others.push({ line, name, value: value.text });
    if (name !== 'content-usage' && name !== 'content-signal') continue;
    const statement = statementOf(record);
    const pattern = addPattern(patterns, statement.pattern);
    if (name === 'content-usage') {
      contentUsage.set(line, new ContentUsageLine(line, pattern, statement.preference));
      continue;
    }
    const signalLine = { line, pattern, ...readSignals(statement) };
    if (commonLines.has(line)) common.push(signalLine);
    else signals.set(line, signalLine);
  }
  const commonLicenses = linesForEveryone('license', nodes);
  return { patterns, contentUsage, signals, common, others, licenses, commonLicenses };
}

/** Adds the pattern of a statement. Returns its index, or {@link WHOLE_SITE} for none. */
function addPattern(patterns: PatternSet, pattern: Uint8Array): number {
  if (pattern.length === 0) return WHOLE_SITE;
  patterns.add(pattern, 0, pattern.length, patterns.count);
  return patterns.count - 1;
}

/**
 * The lines with a field that are for everyone (docs/semantics.md §7.5): those in no group, and those after a record of the file, such as a
 * sitemap, with no user-agent line or rule between. All of these are what the profile reads.
 */
function linesForEveryone(field: string, nodes: FileView): ReadonlySet<number> {
  const asked = nodes.otherRecords.filter(({ name }) => name === field);
  if (asked.length === 0) return new Set();

  const { groups, grouping, otherRecords } = nodes;
  const fileRecords = otherRecords.filter(({ name }) => scopeOf(name) === 'file').map(({ line }) => line);
  const sitemaps = linesOf(grouping, (reading) => reading === Row.SITEMAP);
  const ofFile = [...sitemaps, ...fileRecords].sort((a, b) => a - b);
  const ofGroups = linesOf(grouping, (reading) => Row.isUserAgent(reading) || Row.endsUserAgents(reading));
  const inGroups = new Set(groups.flatMap(({ extensions }) => extensions.map(({ line }) => line)));
  const common = asked.filter(
    ({ line }) => !inGroups.has(line) || lastLine(ofFile, line) > lastLine(ofGroups, line),
  );
  return new Set(common.map(({ line }) => line));
}

/** The lines that the profile reads as wanted, in file order. */
function linesOf({ rows, table }: Grouping, isWanted: (reading: Row.Reading) => boolean): number[] {
  const lines: number[] = [];
  for (let at = 0; at < rows.length; at += Row.STRIDE) {
    if (isWanted(Row.readRow(Row.flagsOf(rows, at), table))) lines.push(rows[at + Row.LINE]);
  }
  return lines;
}

/** The last of the lines that is above a line; 0 if none is. */
function lastLine(lines: readonly number[], line: number): number {
  return lines[lastAtOrBefore(lines, line, (one) => one)] ?? 0;
}
