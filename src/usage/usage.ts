/**
 * What a file allows a crawler to use the content of a URL for, apart from access (docs/usage.md).
 */
import type { ExtensionRecord, OtherRecord, RecordNode } from '../ast/nodes.js';
import { type Matcher, obeyedBy } from '../match/matcher.js';
import { extensionsOf } from '../match/obeyed-groups.js';
import type { Verdict } from '../match/verdict.js';
import type { RuleAxes } from '../profiles.js';
import { type ContentSignal, readContentSignal } from './content-signal.js';
import { type ContentUsage, combineContentUsage, readContentUsage } from './content-usage.js';
import { commonSignals } from './signal-scope.js';
import { statementOf, statementsFor } from './statements.js';
import { OTHER_USAGE_RECORDS, type UsageVocabulary } from './vocabularies.js';

/** The usage preferences for a URL and a crawler; none apply to a URL that the crawler may not fetch. */
export type Usage = ApplicableUsage | InapplicableUsage;

/** The crawler may fetch the URL, so preferences apply to what it gets. */
export interface ApplicableUsage {
  readonly applies: true;
  /** The verdict about access. */
  readonly access: Verdict;
  /** What `Content-Usage` says, of the file and, if it was given, of the HTTP header. */
  readonly contentUsage: ContentUsage;
  /** What `Content-Signal` says. It has its own vocabulary, and is never combined with `Content-Usage`. */
  readonly contentSignal: ContentSignal;
  /** Other records about usage, such as `License`, in file order. They are listed, not evaluated. */
  readonly others: readonly UsageRecord[];
}

/** The crawler may not fetch the URL, so no preference applies. */
export interface InapplicableUsage {
  readonly applies: false;
  /** The verdict about access. */
  readonly access: Verdict;
}

/** A record about usage that is not evaluated. */
export interface UsageRecord {
  readonly line: number;
  /** The field in lower case. */
  readonly name: string;
  readonly value: string;
}

/** The records of a file that usage preferences are read from. */
interface UsageRecords {
  /** The `Content-Usage` lines of the groups that the caller obeys. */
  readonly contentUsage: readonly ExtensionRecord[];
  /** The `Content-Signal` lines of these groups. */
  readonly ownSignals: readonly ExtensionRecord[];
  /** The `Content-Signal` lines for everyone. */
  readonly commonSignals: readonly OtherRecord[];
  /** Every other record of the file. */
  readonly otherRecords: readonly OtherRecord[];
}

/** How usage preferences are read, besides the caller and the URL. */
export interface UsageReading {
  readonly vocabulary: UsageVocabulary;
  /** What the HTTP header `Content-Usage` says that came with the content. */
  readonly ofHeader: ContentUsage | undefined;
}

/**
 * Reads the preferences for a URL.
 *
 * @throws {TypeError} if the profile's form does not accept the URL
 */
export function usageFor(matcher: Matcher, url: string, reading: UsageReading): Usage {
  const access = matcher.check(url);
  if (!access.allowed) return { applies: false, access };
  const { nodes, selection } = obeyedBy(matcher);
  const records = {
    contentUsage: extensionsOf(nodes, selection, 'content-usage'),
    ownSignals: extensionsOf(nodes, selection, 'content-signal'),
    commonSignals: commonSignals(nodes),
    otherRecords: nodes.otherRecords,
  };
  return usageOf(records, url, access, matcher.profile.rules, reading);
}

/** Reads the preferences for a URL that the caller may fetch. */
function usageOf(
  records: UsageRecords,
  url: string,
  access: Verdict,
  rules: RuleAxes,
  { vocabulary, ofHeader }: UsageReading,
): ApplicableUsage {
  const statements = records.contentUsage.map(statementOf);
  const ofFile = readContentUsage(statementsFor(statements, url, rules), vocabulary);
  const common = new Set(records.commonSignals.map(({ line }) => line));
  const own = records.ownSignals.filter(({ line }) => !common.has(line));
  return {
    applies: true,
    access,
    contentUsage: ofHeader === undefined ? ofFile : combineContentUsage(ofFile, ofHeader),
    contentSignal: readContentSignal(
      own.map(statementOf),
      records.commonSignals.map(statementOf),
      url,
      rules,
    ),
    others: records.otherRecords.filter(({ name }) => OTHER_USAGE_RECORDS.has(name)).map(shown),
  };
}

function shown({ line, name, value }: RecordNode & { readonly name: string }): UsageRecord {
  return { line, name, value: value.text };
}
