/**
 * The categories that usage preferences are about, by vocabulary: docs/usage.md.
 */

/** The categories of `Content-Usage`, by version of draft-ietf-aipref-vocab. */
export const USAGE_VOCABULARIES = {
  'vocab-08': ['train-ai', 'ai-use', 'search'],
  'vocab-07': ['train-ai', 'search'],
} as const;

/** A version of draft-ietf-aipref-vocab, such as `vocab-08`. */
export type UsageVocabulary = keyof typeof USAGE_VOCABULARIES;

/** A category of some version. */
export type UsageCategory = (typeof USAGE_VOCABULARIES)[UsageVocabulary][number];

/** The version of November 2026. */
export const DEFAULT_VOCABULARY: UsageVocabulary = 'vocab-08';

/** Labels that former versions had. */
export const RETIRED_LABELS: ReadonlySet<string> = new Set([
  'tdm',
  'ai',
  'genai',
  'inference',
  'all',
  'train-genai',
  'bots',
  'ai-output',
]);

/** The keys of `Content-Signal` whose values are `yes` and `no` (draft-romm-aipref-contentsignals-00). */
export const SIGNAL_CATEGORIES = ['search', 'ai-input', 'ai-train'] as const;

/** A key of `Content-Signal` whose values are `yes` and `no`. */
export type SignalCategory = (typeof SIGNAL_CATEGORIES)[number];

/** The values of the key `use` of `Content-Signal`, the narrowest first. */
export const SIGNAL_USES = ['immediate', 'reference', 'full'] as const;

/** A value of the key `use` of `Content-Signal`. */
export type SignalUse = (typeof SIGNAL_USES)[number];

/** Records about usage that are listed and not evaluated: docs/usage.md. */
export const OTHER_USAGE_RECORDS: ReadonlySet<string> = new Set([
  'disallowaitraining',
  'allowaitraining',
  'noai',
  'noimageai',
]);

/** The categories that are about a purpose, one in each vocabulary. The vocabularies stay separate: what one says is not said in the other. */
export const PURPOSE_CATEGORIES = {
  'train-ai': { contentUsage: 'train-ai', contentSignal: 'ai-train' },
  search: { contentUsage: 'search', contentSignal: 'search' },
  'ai-input': { contentUsage: 'ai-use', contentSignal: 'ai-input' },
} as const satisfies Readonly<
  Record<string, { readonly contentUsage: UsageCategory; readonly contentSignal: SignalCategory }>
>;
