/**
 * Where what governs a URL contradicts itself.
 */
import type { LicenseUse } from 'robotstream/license';
import type { UrlFacts } from './facts.js';

/** What can contradict each other. */
export const CONTRADICTIONS = {
  'noindex-not-read': 'the rules refuse the page, so crawlers never read its noindex',
  'noindex-in-sitemap': 'a sitemap lists the page, and the page says noindex',
  'disallowed-in-sitemap': 'a sitemap lists the page, and the rules refuse it',
  'canonical-disallowed': 'the page names a canonical URL that the rules refuse',
  'noindex-with-canonical': 'the page says noindex, and names another URL as canonical',
  'license-of-refused-page': 'a license permits a use of the page, and the rules refuse the page',
  'license-against-every-use': 'the rules allow the page, and a license prohibits every use of it',
  'license-against-preference': 'a license and the usage preferences disagree about a use',
  'licenses-differ': 'one license permits a use that another prohibits',
} as const;

/** A contradiction. */
export interface Contradiction {
  /** A key of {@link CONTRADICTIONS}. */
  readonly code: keyof typeof CONTRADICTIONS;
  /** What contradicts what, with lines. */
  readonly message: string;
}

/** The use of RSL and the categories of preferences that are about the same purpose. */
const SAME_PURPOSE = {
  'ai-train': { contentUsage: 'train-ai', contentSignal: 'ai-train' },
  'ai-input': { contentUsage: 'ai-use', contentSignal: 'ai-input' },
  search: { contentUsage: 'search', contentSignal: 'search' },
} as const;

/** Finds the contradictions. */
export function contradictionsIn(about: UrlFacts, isInSitemap: boolean): Contradiction[] {
  const { robots, page } = about;
  const found: Contradiction[] = [];
  const add = (code: Contradiction['code'], message: string): void => {
    found.push({ code, message });
  };
  const rule = robots.rule === null ? robots.reason : `line ${robots.line}, ${robots.rule}`;
  const isRefused = !robots.allowed && !robots.deferred;
  const isNoindex = page.directives?.noindex === true;
  if (isRefused && isNoindex)
    add(
      'noindex-not-read',
      `The rules refuse the page (${rule}), so a crawler that obeys them never reads its noindex. To have it read, allow the page.`,
    );
  if (isInSitemap && isNoindex)
    add('noindex-in-sitemap', 'A sitemap lists the page, and the page says noindex. Remove one of them.');
  if (isInSitemap && isRefused)
    add('disallowed-in-sitemap', `A sitemap lists the page, and the rules refuse it (${rule}).`);
  if (page.isCanonicalAllowed === false)
    add('canonical-disallowed', `The page names ${page.canonical} as canonical, which the rules refuse.`);
  if (isNoindex && page.canonical !== null && page.canonical !== (page.finalUrl ?? about.url))
    add(
      'noindex-with-canonical',
      `The page says noindex, and names ${page.canonical} as canonical: the two ask for different things.`,
    );
  addLicenses(about, isRefused, rule, add);
  return found;
}

function addLicenses(
  { robots, usage, licenses }: UrlFacts,
  isRefused: boolean,
  rule: string,
  add: (code: Contradiction['code'], message: string) => void,
): void {
  const read = licenses.flatMap(({ url, uses }) => (uses === null ? [] : [{ url, uses }]));
  for (const { url, uses } of read) {
    const names = Object.keys(uses) as LicenseUse[];
    const permitted = names.filter((use) => uses[use].outcome === 'permitted');
    if (isRefused && permitted.length > 0)
      add(
        'license-of-refused-page',
        `${url} permits ${permitted.join(', ')}, and the rules refuse the page (${rule}).`,
      );
    if (robots.allowed && names.every((use) => uses[use].outcome === 'prohibited'))
      add(
        'license-against-every-use',
        `The rules allow the page, and ${url} prohibits every use of it (line ${uses.all.line}).`,
      );
    for (const [use, { contentUsage, contentSignal }] of Object.entries(SAME_PURPOSE)) {
      const { outcome, line, offers } = uses[use as keyof typeof SAME_PURPOSE];
      // A license to be paid for is how a site sells what its preferences refuse.
      const isFree = offers.some(({ payment, server }) => payment.type === 'free' && server === null);
      const stated = {
        [`Content-Usage: ${contentUsage}`]: usage.contentUsage?.categories[contentUsage]?.preference,
        [`Content-Signal: ${contentSignal}`]: usage.contentSignal?.categories[contentSignal].preference,
      };
      for (const [field, preference] of Object.entries(stated)) {
        if (outcome === 'unknown' || (preference !== 'allowed' && preference !== 'disallowed')) continue;
        if (outcome === 'permitted' ? preference === 'allowed' || !isFree : preference === 'disallowed')
          continue;
        add(
          'license-against-preference',
          `${url} says ${outcome} for ${use} (line ${line}), and ${field} is ${preference}.`,
        );
      }
    }
  }
  const [first] = read;
  const opposed = (Object.keys(first?.uses ?? {}) as LicenseUse[]).filter((use) =>
    (['permitted', 'prohibited'] as const).every((outcome) =>
      read.some(({ uses }) => uses[use].outcome === outcome),
    ),
  );
  if (opposed.length > 0)
    add(
      'licenses-differ',
      `The licenses disagree about ${opposed.join(', ')}. By section 4.9 of RSL 1.0, the most restrictive one counts.`,
    );
}
