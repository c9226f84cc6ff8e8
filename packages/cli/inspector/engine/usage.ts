/** What the file says the content of a URL may be used for, apart from access. */
import type { Usage } from 'robotstream/web';

/** What is stated about one category of one vocabulary. */
export interface Preference {
  readonly vocabulary: 'Content-Usage' | 'Content-Signal';
  /** Such as `train-ai`. */
  readonly category: string;
  /** `allowed`, `disallowed` or `unknown`; for `use` of Content-Signal also `immediate`, `reference` or `full`. */
  readonly value: string;
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
  return [
    ...both.flatMap(([vocabulary, categories]) =>
      Object.entries(categories).map(([category, { preference }]) => ({
        vocabulary,
        category,
        value: preference,
      })),
    ),
    { vocabulary: 'Content-Signal', category: 'use', value: contentSignal.use.value },
  ];
}
