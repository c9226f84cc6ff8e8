/**
 * The licenses of a page (RSL 1.0): the files that robots.txt, a header or the page names, fetched and read.
 */
import { type License, RobotsError } from 'robotstream';
import {
  type LicensedUse,
  type LicenseFile,
  type LicenseUse,
  licensedUses,
  readLicense,
} from 'robotstream/license';
import type { Settings } from '../fetch/settings.js';
import { type Failure, failureOf, octetsOfFile, openFile } from './site-files.js';

/** A license file that is named for a page, and what it says. Plain data. */
export interface PageLicense {
  /** Where it is named. */
  readonly source: 'robots.txt' | 'header' | 'link';
  /** The line of robots.txt, from 1; null elsewhere. */
  readonly line: number | null;
  /** As written. */
  readonly value: string;
  /** The URL of the file; null if the value is none. */
  readonly url: string | null;
  /** Where the file was found, after redirects; null if it was not. */
  readonly finalUrl: string | null;
  /** The status of the response; null if there was none. */
  readonly status: number | null;
  /** When the response arrived, in milliseconds since 1970; null if there was none. */
  readonly fetchedAt: number | null;
  /** The size of the file; null if it was not read to its end. */
  readonly octets: number | null;
  /** The header `Last-Modified`, as sent; null without one. */
  readonly lastModified: string | null;
  /** The file; null if there is none that can be read. */
  readonly file: LicenseFile | null;
  /** Why there is none: one of `ACCESS_FAULTS`, `not-a-url`, `license-invalid`, `too-many`; null if there is one. */
  readonly fault: string | null;
  /** The fault in words. */
  readonly faultMessage: string | null;
  /** What the file says about each use of the page; null without a file. */
  readonly uses: Readonly<Record<LicenseUse, LicensedUse>> | null;
}

/** What names a license file. */
export type NamedLicense = Pick<PageLicense, 'source' | 'line' | 'value' | 'url'>;

/** A license file that was fetched, without what it says about a page. */
export type FetchedLicense = Omit<PageLicense, keyof NamedLicense | 'uses'>;

/** How many license files are fetched for a page, and how many are listed. */
export const MAX_LICENSES = 10;
export const MAX_LISTED = 50;

const MAX_OCTETS = 1024 * 1024;

const NO_FILE = {
  finalUrl: null,
  status: null,
  fetchedAt: null,
  octets: null,
  lastModified: null,
  file: null,
};

/** The licenses that robots.txt names for a crawler. */
export function namedInRobots(licenses: readonly License[]): NamedLicense[] {
  return licenses.map(({ line, value, url }) => ({ source: 'robots.txt', line, value: value.text, url }));
}

/** Fetches a license file. A failure is a result. @throws the settings' signal's reason (rejects) if it aborts */
export async function fetchLicense(url: string, site: URL, settings: Settings): Promise<FetchedLicense> {
  const failed = ({ fault, message }: Failure) => ({ fault, faultMessage: message });
  let found: Omit<FetchedLicense, 'fault' | 'faultMessage'> = NO_FILE;
  try {
    const limited = { ...settings, maxOctets: MAX_OCTETS };
    const opened = await openFile({ url: new URL(url), site, settings: limited, redirects: [] });
    const { status, finalUrl, headers } = opened;
    const lastModified = headers['last-modified'] ?? null;
    found = { ...NO_FILE, status, finalUrl, lastModified, fetchedAt: settings.clock.now() };
    if (status < OK || status >= NOT_OK) {
      await opened.close();
      return {
        ...found,
        ...failed({ fault: 'unexpected-status', message: `${finalUrl} answered ${status}` }),
      };
    }
    const body = await octetsOfFile(opened);
    found = { ...found, octets: body.length };
    return { ...found, file: await readLicense(body), fault: null, faultMessage: null };
  } catch (error) {
    settings.signal?.throwIfAborted();
    const isOfFile = error instanceof RobotsError && error.code === 'license-invalid';
    return {
      ...found,
      ...failed(isOfFile ? { fault: error.code, message: error.message } : failureOf(error)),
    };
  }
}

/** The statuses of success are from 200 on and below 300. */
const OK = 200;
const NOT_OK = 300;

/** What a license file says about a page. */
export function licenseOfPage(named: NamedLicense, fetched: FetchedLicense, page: string): PageLicense {
  const { file } = fetched;
  return { ...named, ...fetched, uses: file && licensedUses(file, page) };
}

/** What is said of a license that is not fetched. */
export function unfetched(fault: string, message: string): FetchedLicense {
  return { ...NO_FILE, fault, faultMessage: message };
}

/** The license files that a header `Link` names, with `rel=license` and the type of RSL (RSL 1.0, section 4.5). */
export function namedInHeader(links: readonly string[], base: string): NamedLicense[] {
  return linksOf(links, base).flatMap(({ value, url, rel, type }) =>
    rel.includes('license') && type === 'application/rsl+xml'
      ? [{ source: 'header', line: null, value, url } as const]
      : [],
  );
}

/** The URL with `rel=canonical` of a header `Link`; null if there is none. */
export function canonicalInHeader(links: readonly string[], base: string): string | null {
  return linksOf(links, base).find(({ rel }) => rel.includes('canonical'))?.url ?? null;
}

/** A link of a header. */
interface HeaderLink {
  readonly value: string;
  readonly url: string | null;
  rel: readonly string[];
  type: string;
}

/** The links of a header (RFC 8288), as far as they are needed here: the first parameter of each name counts. */
function linksOf(headers: readonly string[], base: string): readonly HeaderLink[] {
  const links: HeaderLink[] = [];
  for (const header of headers) {
    let link: HeaderLink | undefined;
    const tokens = header.match(/<[^<>]*>|"[^"]*"|[^<>",;=\s]+|[,=]/g) ?? [];
    for (const [i, token] of tokens.entries()) {
      if (token === ',') link = undefined;
      else if (token.startsWith('<')) {
        const value = token.slice(1, -1).trim();
        link = { value, url: absolute(value, base), rel: [], type: '' };
        links.push(link);
      } else if (link !== undefined && tokens[i + 1] === '=') {
        const given = (tokens[i + 2] ?? '').replaceAll('"', '').trim().toLowerCase();
        if (/^rel$/i.test(token) && link.rel.length === 0) link.rel = given.split(/\s+/);
        if (/^type$/i.test(token) && link.type === '') link.type = given;
      }
    }
  }
  return links;
}

function absolute(value: string, base: string): string | null {
  try {
    const { href, protocol } = new URL(value, base);
    return /^https?:$/.test(protocol) ? href : null;
  } catch {
    return null;
  }
}
