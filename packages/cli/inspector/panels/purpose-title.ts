import type { CrawlerPurpose } from 'robotstream/crawlers';

/** Each purpose as a few words. */
const TITLES: { readonly [purpose in CrawlerPurpose]: string } = {
  'train-ai': 'AI training',
  search: 'search',
  'ai-input': 'AI answers',
  'user-triggered': 'for users',
  archive: 'archive',
  ads: 'advertising',
  seo: 'SEO',
  other: 'other',
};

export function purposeTitle(purpose: CrawlerPurpose): string {
  return TITLES[purpose];
}
