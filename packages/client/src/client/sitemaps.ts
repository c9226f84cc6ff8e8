/**
 * The sitemaps of a site as URLs that can be fetched.
 */

import type { RobotsDocument } from 'robotstream';
import {
  anAbortSignal,
  anArray,
  checkOptions,
  copyOf,
  misshapen,
  type OptionCheck,
  optionTable,
  urlOrNull,
} from 'robotstream/internal';
import type { QuestionOptions } from './options.js';

/** Which of a site's sitemaps are wanted. */
export interface SitemapsOptions extends QuestionOptions {
  /** The schemes wanted, such as `['https']`. Default: every scheme. */
  readonly schemes?: readonly string[] | undefined;
  /**
   * The hosts wanted, as URLs have them, with a port that is not the scheme's own: `['www.example.com', 'cdn.example.net:8443']`;
   * or `same` for the host of the robots.txt. Default: every host.
   */
  readonly hosts?: readonly string[] | 'same' | undefined;
}

const aListOfStrings: OptionCheck = (value, name) => {
  anArray(value, name);
  for (const item of value as readonly unknown[]) {
    if (typeof item !== 'string') throw misshapen(item, name, 'a list of strings');
  }
};

const SITEMAPS_OPTIONS = optionTable<SitemapsOptions>({
  signal: anAbortSignal,
  schemes: aListOfStrings,
  hosts: (value, name) => {
    if (value !== 'same') aListOfStrings(value, name);
  },
});

/** @throws {TypeError} if an option is unknown or malformed */
export function checkSitemapsOptions(options: SitemapsOptions): void {
  checkOptions('sitemaps', options, SITEMAPS_OPTIONS);
}

/**
 * The sitemaps that a robots.txt names, as absolute URLs, in file order, each once. A relative one is resolved against the
 * robots.txt; a value that is not a URL is left out.
 */
export function sitemapsOf(
  document: RobotsDocument,
  robotsUrl: string,
  { schemes, hosts }: Omit<SitemapsOptions, 'signal'> = {},
): string[] {
  const wantedSchemes =
    schemes && new Set(schemes.map((scheme) => `${scheme.toLowerCase().replace(/:$/, '')}:`));
  const wantedHosts =
    hosts && new Set(hosts === 'same' ? [new URL(robotsUrl).host] : hosts.map((host) => host.toLowerCase()));
  // A temporary document: the cached one would keep the objects that are made.
  const { sitemaps } = copyOf(document);
  const found = new Set<string>();
  for (const { url } of sitemaps) {
    const parsed = urlOrNull(url, robotsUrl);
    if (parsed === null) continue;
    const { href, protocol, host } = parsed;
    const isWanted = (wantedSchemes?.has(protocol) ?? true) && (wantedHosts?.has(host) ?? true);
    if (isWanted) found.add(href);
  }
  return [...found];
}
