/**
 * `Content-Usage` (draft-ietf-aipref-attach-05 and draft-ietf-aipref-vocab-08): the preferences of a file or of the HTTP
 * header of the same name.
 */
import { EQUALS } from '../ascii.js';
import {
  checkedElsewhere,
  checkOptions,
  isArray,
  isObject,
  misshapen,
  optionTable,
} from '../option-checks.js';
import { decodeText } from '../stream/octet-text.js';
import { type CategoryPreference, combined, type Stated, statedBy, UNKNOWN } from './preference.js';
import { type Member, parseDictionary } from './structured-fields.js';
import type { UsageLine } from './tried-patterns.js';
import {
  DEFAULT_VOCABULARY,
  RETIRED_LABELS,
  USAGE_VOCABULARIES,
  type UsageCategory,
  type UsageVocabulary,
} from './vocabularies.js';

/** A key that the vocabulary does not have. It is kept, and otherwise ignored. */
export interface UnknownLabel {
  readonly label: string;
  /** The value and its parameters as written; empty for a key without a value. */
  readonly value: string;
  /** Whether a former version of the vocabulary had the label. */
  readonly isRetired: boolean;
  /** Its line, from 1; null for the HTTP header. */
  readonly line: number | null;
}

/** What `Content-Usage` says about a URL, or about a message. */
export interface ContentUsage {
  /** The version of the vocabulary that the categories are from. */
  readonly vocabulary: UsageVocabulary;
  /** Every category of that version. */
  readonly categories: { readonly [category in UsageCategory]?: CategoryPreference };
  /** Labels that the vocabulary does not have. */
  readonly unknownLabels: readonly UnknownLabel[];
  /** The lines that apply to the URL but are not dictionaries, so they state nothing. */
  readonly malformedLines: readonly number[];
  /** Whether the HTTP header is not a dictionary, so it states nothing. */
  readonly isHeaderMalformed: boolean;
}

/** What a preference says in the terms of a vocabulary; `line` is null for the HTTP header. */
interface ReadPreference {
  readonly line: number | null;
  /** The categories that it states something valid about, and whether it allows them. */
  readonly stated: ReadonlyMap<string, boolean>;
  readonly unknownLabels: readonly UnknownLabel[];
  readonly isMalformed: boolean;
}

/** A `Content-Usage` line of a document. */
export class ContentUsageLine implements UsageLine {
  readonly line: number;
  readonly pattern: number;
  readonly #preference: Uint8Array;
  /** What has been read of it, by vocabulary. */
  readonly #read: { [vocabulary in UsageVocabulary]?: ReadPreference } = {};

  constructor(line: number, pattern: number, preference: Uint8Array) {
    this.line = line;
    this.pattern = pattern;
    this.#preference = preference;
  }

  /** What the line says. It is parsed once. */
  readBy(vocabulary: UsageVocabulary): ReadPreference {
    this.#read[vocabulary] ??= readPreference(this.#preference, this.line, vocabulary);
    return this.#read[vocabulary];
  }
}

function readPreference(
  preference: Uint8Array,
  line: number | null,
  vocabulary: UsageVocabulary,
): ReadPreference {
  const known: readonly string[] = USAGE_VOCABULARIES[vocabulary];
  const stated = new Map<string, boolean>();
  const unknownLabels: UnknownLabel[] = [];
  const parsed = parseDictionary(preference);
  if ('failedAt' in parsed) return { line, stated, unknownLabels, isMalformed: true };
  for (const [label, member] of parsed.dictionary) {
    if (known.includes(label)) {
      const allows = allowance(member);
      if (allows !== undefined) stated.set(label, allows);
    } else {
      const value = valueText(preference, member);
      unknownLabels.push({ label, value, isRetired: RETIRED_LABELS.has(label), line });
    }
  }
  return { line, stated, unknownLabels, isMalformed: false };
}

/** What preferences say that apply together: each is read by itself, and the results are combined. */
export function contentUsageOf(
  preferences: readonly ReadPreference[],
  vocabulary: UsageVocabulary,
): ContentUsage {
  const statedAbout = (category: string): Stated[] =>
    preferences.flatMap(({ line, stated }) => {
      const allows = stated.get(category);
      return allows === undefined ? [] : [{ allows, line }];
    });
  const malformed = preferences.filter(({ isMalformed }) => isMalformed).map(({ line }) => line);
  return {
    vocabulary,
    categories: Object.fromEntries(
      USAGE_VOCABULARIES[vocabulary].map((category) => [category, combined(statedAbout(category))]),
    ),
    unknownLabels: preferences.flatMap(({ unknownLabels }) => unknownLabels),
    malformedLines: malformed.filter((line) => line !== null),
    isHeaderMalformed: malformed.includes(null),
  };
}

/** What a member states: the Token `y` allows, the Token `n` disallows, and anything else states nothing. */
export function allowance({ value }: Member): boolean | undefined {
  if (!('type' in value) || value.type !== 'token') return undefined;
  return value.value === 'y' ? true : value.value === 'n' ? false : undefined;
}

/** How many octets of the value of an unknown label are shown. */
const MAX_VALUE_OCTETS = 1_024;

function valueText(preference: Uint8Array, { start, end }: Member): string {
  if (preference[start - 1] !== EQUALS) return '';
  return decodeText(preference.subarray(start, Math.min(end, start + MAX_VALUE_OCTETS)));
}

/** Which version of the vocabulary `Content-Usage` is read by. */
export interface ContentUsageOptions {
  /** A version of draft-ietf-aipref-vocab: `vocab-08` (default) or `vocab-07`. */
  readonly vocabulary?: UsageVocabulary | undefined;
}

const CONTENT_USAGE_OPTIONS = optionTable<ContentUsageOptions>({
  vocabulary: checkedElsewhere,
});

/**
 * Reads the HTTP header `Content-Usage`. It is about the message that it comes with, not about the URL; use
 * {@link combineContentUsage} to combine it with what robots.txt says.
 *
 * @param header the header's value, or its values if it was sent several times
 * @throws {TypeError} if it is neither a string nor a list of strings; if there is no such vocabulary; if an option is unknown
 * @example
 * ```js
 * import { contentUsageOfHeader } from 'robotstream';
 *
 * console.log(contentUsageOfHeader('train-ai=n').categories['train-ai']?.preference); // → disallowed
 * ```
 */
export function contentUsageOfHeader(
  header: string | readonly string[],
  options: ContentUsageOptions = {},
): ContentUsage {
  checkOptions('contentUsageOfHeader', options, CONTENT_USAGE_OPTIONS);
  const vocabulary = vocabularyOf(options.vocabulary);
  const given: unknown = header;
  const lines = isArray(given) ? given : [given];
  if (!lines.every((line) => typeof line === 'string')) {
    throw misshapen(header, 'header', 'the value of the header, a string or a list of strings,');
  }
  // Several lines of a header are equal to one, joined by commas (RFC 9110 §5.3). Characters of a header are octets.
  const text = lines.join(', ');
  const preference = Uint8Array.from(text, (character) => Math.min(character.charCodeAt(0), 0xff));
  return contentUsageOf([readPreference(preference, null, vocabulary)], vocabulary);
}

/**
 * Combines what several places say about the same content, such as robots.txt and the HTTP header: one that disallows a category
 * decides, else one that allows it.
 *
 * @throws {TypeError} if one is not a `ContentUsage`, their vocabularies differ, or there are none
 * @example
 * ```js
 * import { combineContentUsage, contentUsageOfHeader } from 'robotstream';
 *
 * const usage = combineContentUsage(contentUsageOfHeader('train-ai=y'), contentUsageOfHeader('train-ai=n'));
 * console.log(usage.categories['train-ai']?.preference); // → disallowed
 * ```
 */
export function combineContentUsage(...usages: readonly ContentUsage[]): ContentUsage {
  if (usages.length === 0) throw new TypeError('usages is empty; at least one ContentUsage is expected');
  usages.forEach(checkUsage);
  const [{ vocabulary }] = usages;
  if (usages.some((usage) => usage.vocabulary !== vocabulary)) {
    throw new TypeError('usages have different vocabularies; one vocabulary is expected');
  }
  const categories = USAGE_VOCABULARIES[vocabulary].map((category) => {
    const preferences = usages.map((usage) => usage.categories[category] ?? UNKNOWN);
    return [category, combined(preferences.flatMap(statedBy))] as const;
  });
  return {
    vocabulary,
    categories: Object.fromEntries(categories),
    unknownLabels: usages.flatMap(({ unknownLabels }) => unknownLabels),
    malformedLines: usages.flatMap(({ malformedLines }) => malformedLines),
    isHeaderMalformed: usages.some(({ isHeaderMalformed }) => isHeaderMalformed),
  };
}

function checkUsage(usage: ContentUsage, i: number): void {
  const isUsage =
    isObject(usage) &&
    isObject(usage.categories) &&
    isArray(usage.unknownLabels) &&
    isArray(usage.malformedLines);
  if (!isUsage) {
    throw misshapen(usage, `usages[${i}]`, 'a ContentUsage, such as contentUsageOfHeader() returns,');
  }
  vocabularyOf(usage.vocabulary);
}

/** @throws {TypeError} if there is no such vocabulary */
export function vocabularyOf(vocabulary: UsageVocabulary | undefined): UsageVocabulary {
  if (vocabulary === undefined) return DEFAULT_VOCABULARY;
  if (typeof vocabulary === 'string' && Object.hasOwn(USAGE_VOCABULARIES, vocabulary)) return vocabulary;
  throw misshapen(vocabulary, 'vocabulary', `one of ${Object.keys(USAGE_VOCABULARIES).join(', ')}`);
}
