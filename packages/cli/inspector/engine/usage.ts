/** What the file says its content may be used for, apart from access. */
import { callerNamed, crawlerReport } from 'robotstream/crawlers';
import type { RobotsDocument, Usage } from 'robotstream/web';
import { urlFault } from './accepted.js';
import { namedCrawlers } from './named-crawlers.js';
import type { ReadingName } from './question.js';

export interface UsageQuestion {
  readonly url: string;
  /** Product tokens and sets as they are typed. */
  readonly crawlers: string;
  readonly profile: ReadingName | undefined;
}

/** What is stated about one category of one vocabulary. */
export interface Preference {
  readonly vocabulary: 'Content-Usage' | 'Content-Signal';
  /** Such as `train-ai`. */
  readonly category: string;
  /** `allowed`, `disallowed` or `unknown`; for `use` of Content-Signal also `immediate`, `reference` or `full`. */
  readonly value: string;
  /** The first lines that decide, from 1. */
  readonly lines: readonly number[];
  /** How many more lines decide. */
  readonly omittedLines: number;
}

export interface UsageRow {
  readonly crawler: string;
  /** Why the crawler cannot be asked about; null if it can. */
  readonly fault: string | null;
  readonly allowed: boolean;
  /** The verdict about access as one sentence. */
  readonly explanation: string;
  /** Every category; null if the crawler may not fetch the URL, so that none applies. */
  readonly preferences: readonly Preference[] | null;
}

/** A line of the file about usage. */
export interface UsageStatement {
  readonly line: number;
  readonly field: string;
  readonly value: string;
  /** Whether its preferences are evaluated; others, such as `License`, are only listed. */
  readonly isEvaluated: boolean;
  /** What is wrong with it, as sentences. */
  readonly problems: readonly string[];
}

export interface UsageAnswer {
  readonly url: string;
  readonly rows: readonly UsageRow[];
  readonly statements: readonly UsageStatement[];
  /** How many more lines are about usage. */
  readonly omitted: number;
  /** Why the URL cannot be asked about; null if it can. */
  readonly fault: string | null;
}

/** The fields of lines about usage: docs/usage.md. */
const EVALUATED_FIELDS: ReadonlySet<string> = new Set(['content-usage', 'content-signal']);
const LISTED_FIELDS: ReadonlySet<string> = new Set([
  'license',
  'disallowaitraining',
  'allowaitraining',
  'noai',
  'noimageai',
]);

/** How many lines about usage are listed. */
const MAX_STATEMENTS = 200;

/** How many lines of the file are about usage. */
export function usageLineCount(document: RobotsDocument): number {
  return usageRecords(document).length;
}

/** Says for each crawler what the content of a URL may be used for, and lists the lines about usage. */
export function* usageAnswer(
  document: RobotsDocument,
  { url, crawlers, profile }: UsageQuestion,
): Generator<never, UsageAnswer> {
  yield* [];
  const statements = statementsOf(document);
  const shown = { url, statements: statements.slice(0, MAX_STATEMENTS) };
  const omitted = statements.length - shown.statements.length;
  try {
    const named = namedCrawlers(crawlers);
    const names = named.flatMap(({ name, fault }) => (fault === null ? [name] : []));
    const matchers = document.matchers(names.map(callerNamed), { profile });
    const report = crawlerReport(document, names, { profile, url, maxSteps: 1 });
    const rows = named.map(({ name, fault }): UsageRow => {
      if (fault !== null) return { crawler: name, fault, allowed: false, explanation: '', preferences: null };
      const i = names.indexOf(name);
      const { allowed, explanation } = matchers[i].check(url);
      const { usage } = report[i];
      const preferences = usage.applies ? preferencesOf(usage) : null;
      return { crawler: name, fault, allowed, explanation, preferences };
    });
    return { ...shown, rows, omitted, fault: null };
  } catch (error) {
    return { ...shown, rows: [], omitted, fault: urlFault(error) };
  }
}

/** Every category of both vocabularies. */
export function preferencesOf({
  contentUsage,
  contentSignal,
}: Extract<Usage, { applies: true }>): readonly Preference[] {
  const both = [
    ['Content-Usage', contentUsage.categories],
    ['Content-Signal', contentSignal.categories],
  ] as const;
  const { value, lines } = contentSignal.use;
  return [
    ...both.flatMap(([vocabulary, categories]) =>
      Object.entries(categories).map(([category, { preference, lines: deciding }]) =>
        preferenceOf(vocabulary, category, preference, deciding),
      ),
    ),
    preferenceOf('Content-Signal', 'use', value, lines),
  ];
}

/** How many deciding lines of a category are listed. */
const MAX_LINES = 5;

function preferenceOf(
  vocabulary: Preference['vocabulary'],
  category: string,
  value: string,
  lines: readonly number[],
): Preference {
  const shown = lines.slice(0, MAX_LINES);
  return { vocabulary, category, value, lines: shown, omittedLines: lines.length - shown.length };
}

function usageRecords({ otherRecords }: RobotsDocument) {
  return otherRecords.filter(({ name }) => EVALUATED_FIELDS.has(name) || LISTED_FIELDS.has(name));
}

function statementsOf(document: RobotsDocument): readonly UsageStatement[] {
  const records = usageRecords(document);
  if (records.length === 0) return [];
  const lines = new Set(records.map(({ line }) => line));
  const problems = document.diagnostics.filter(({ line }) => lines.has(line));
  return records.map(({ line, name, field, value }) => ({
    line,
    field: field.text,
    value: value.text,
    isEvaluated: EVALUATED_FIELDS.has(name),
    problems: problems.filter((problem) => problem.line === line).map(({ message }) => message),
  }));
}
