/**
 * What a file allows a crawler to use the content of a URL for, apart from access (docs/usage.md).
 */
import type { License } from '../ast/nodes.js';
import { type Matcher, rulesOf } from '../match/matcher.js';
import type { Verdict } from '../match/verdict.js';
import { type ContentSignal, contentSignalOf } from './content-signal.js';
import { type ContentUsage, combineContentUsage, contentUsageOf } from './content-usage.js';
import type { DocumentUsage, UsageRecord } from './document-usage.js';
import { TriedPatterns } from './tried-patterns.js';
import type { UsageVocabulary } from './vocabularies.js';

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
  /**
   * The license lines for the crawler (RSL 1.0, section 4.4), in file order: those of the groups that it obeys or, if they have none, those for everyone. The
   * files that they name say what is licensed: see `robotstream/license`.
   */
  readonly licenses: readonly License[];
  /** Other records about usage, such as `NoAI`, in file order. They are listed, not evaluated. */
  readonly others: readonly UsageRecord[];
}

/** The crawler may not fetch the URL, so no preference applies. */
export interface InapplicableUsage {
  readonly applies: false;
  /** The verdict about access. */
  readonly access: Verdict;
}

/** What is stated, apart from access. */
export type StatedUsage = Pick<ApplicableUsage, 'contentUsage' | 'contentSignal' | 'licenses'>;

/** How usage preferences are read, besides the caller and the URL. */
export interface UsageReading {
  readonly vocabulary: UsageVocabulary;
  /** What the HTTP header `Content-Usage` says that came with the content. */
  readonly ofHeader: ContentUsage | undefined;
}

/** A question about the usage of a URL, for any number of crawlers: what one of them needs costs the next one nothing. */
export class UsageQuestion {
  readonly #document: DocumentUsage;
  readonly #url: string;
  readonly #reading: UsageReading;
  #patterns: TriedPatterns | undefined;

  constructor(document: DocumentUsage, url: string, reading: UsageReading) {
    this.#document = document;
    this.#url = url;
    this.#reading = reading;
  }

  /** How many steps the patterns of usage lines have taken. */
  get steps(): number {
    return this.#patterns?.steps ?? 0;
  }

  /**
   * The preferences for a crawler.
   *
   * @param matcher is of the same document and profile
   * @throws {TypeError} if the profile's form does not accept the URL
   */
  of(matcher: Matcher): Usage {
    const access = matcher.check(this.#url);
    if (!access.allowed) return { applies: false, access };
    return { applies: true, access, ...this.stated(matcher), others: this.#document.others };
  }

  /** What is stated for a crawler, whether it may fetch the URL or not: see {@link of}. */
  stated(matcher: Matcher): StatedUsage {
    const document = this.#document;
    const { vocabulary, ofHeader } = this.#reading;
    const { contentUsage, ownSignals, commonSignals } = document.linesOf(rulesOf(matcher));
    this.#patterns ??= new TriedPatterns(document.patterns, this.#url, document.documentOctets);
    const patterns = this.#patterns;
    const preferences = patterns.linesFor(contentUsage).map((line) => line.readBy(vocabulary));
    const ofFile = contentUsageOf(preferences, vocabulary);
    return {
      contentUsage: ofHeader === undefined ? ofFile : combineContentUsage(ofFile, ofHeader),
      contentSignal: contentSignalOf(ownSignals, commonSignals, patterns),
      licenses: document.licensesFor(rulesOf(matcher)),
    };
  }
}
