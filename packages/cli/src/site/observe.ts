/**
 * Fetches the robots.txt from all addresses of a site, and requests the sitemaps that the files name.
 */
import { type FetchOptions, openUrl } from '@robotstream/client';
import { type FileKind, fileKind, parseSync, type RobotsDocument, RobotsError } from 'robotstream';
import { urlOrNull } from 'robotstream/crawlers/internal';
import type { CommandContext } from '../../../command-line/src/command.js';
import { type Facts, obtain } from '../fetch/facts.js';
import { inOrder } from '../in-order.js';
import type { ClientRequest } from '../network-options.js';
import { addressesFor, environmentProxy } from '../with-client.js';
import type { Address } from './addresses.js';

/** The response of an address. */
export interface Answered {
  readonly address: Address;
  readonly facts: Facts;
  /** Its file, shared by all addresses with the same octets; null if its rules are not known. */
  readonly file: SiteFile | null;
}

/** A robots.txt that one or more addresses have, octet for octet; or the absence of one, which allows everything. */
export interface SiteFile {
  /** A short name for the report: `A` for the first file. */
  readonly label: string;
  /** The URL where it was first found. */
  readonly robotsUrl: string;
  readonly document: RobotsDocument;
  /** Whether there is a file. */
  readonly exists: boolean;
  /** What the file is if it is not a robots.txt, such as `html`; otherwise null. */
  readonly kind: FileKind | null;
}

/** A sitemap that a file names, and the response of its URL. */
export interface Sitemap {
  readonly url: string;
  /** The labels of the files that name it. */
  readonly files: readonly string[];
  readonly status: number | null;
  readonly finalUrl: string | null;
  /** Why there is no status: a code of `ACCESS_FAULTS`, or `not-a-url`; null if there is one. */
  readonly fault: string | null;
  /** `html` if the URL has an HTML page in place of a sitemap; otherwise null. */
  readonly kind: string | null;
}

/** How many requests are in progress at once. */
const MAX_CONCURRENT = 8;

/** How many sitemaps are requested. */
export const MAX_SITEMAPS = 100;

/**
 * Fetches the robots.txt of each address, and finds out which addresses have the same file.
 *
 * @throws {InputError} (rejects) if a URL cannot be fetched at all
 * @throws (rejects) the signal's reason if it aborts
 */
export async function answersOf(
  addresses: readonly Address[],
  request: ClientRequest,
  context: CommandContext,
  signal: AbortSignal,
): Promise<readonly Answered[]> {
  const asked = { agents: request.agents, profile: request.profile };
  const files: SiteFile[] = [];
  const answered: Answered[] = [];
  const ask = async (address: Address) => {
    return { address, ...(await obtain({ ...request, url: address.origin, asked }, context, signal)) };
  };
  for await (const { address, facts, document } of inOrder(addresses, MAX_CONCURRENT, ask)) {
    answered.push({ address, facts, file: fileOf(facts, document, files) });
  }
  return answered;
}

/** The file of an address; a new one is added to those that are known. */
function fileOf(facts: Facts, document: RobotsDocument | null, files: SiteFile[]): SiteFile | null {
  const exists = document !== null;
  if (!exists && facts.meaning !== 'allow-all') return null;
  const read = document ?? parseSync('');
  const known = files.find(
    (file) => file.exists === exists && Buffer.compare(file.document.octets, read.octets) === 0,
  );
  if (known !== undefined) return known;
  const { robotsUrl, kind } = facts;
  const file = { label: labelOf(files.length), robotsUrl, document: read, exists, kind };
  files.push(file);
  return file;
}

const LETTERS = 26;

/** `A` to `Z`, then `A1` and so on. */
function labelOf(index: number): string {
  const round = Math.floor(index / LETTERS);
  return String.fromCharCode('A'.charCodeAt(0) + (index % LETTERS)) + (round === 0 ? '' : round);
}

/** The different files, in the order in which they were found. */
export function filesOf(answered: readonly Answered[]): readonly SiteFile[] {
  return [...new Set(answered.flatMap(({ file }) => (file === null ? [] : [file])))];
}

/**
 * Requests the sitemaps that the files name, each once.
 *
 * @returns at most {@link MAX_SITEMAPS}, and how many more there are
 * @throws (rejects) the signal's reason if it aborts
 */
export async function sitemapsOf(
  answered: readonly Answered[],
  request: ClientRequest,
  signal: AbortSignal,
): Promise<{ readonly sitemaps: readonly Sitemap[]; readonly leftOut: number }> {
  const named = new Map<string, string[]>();
  for (const { document, label, robotsUrl } of filesOf(answered)) {
    for (const { url } of document.sitemaps) {
      // As a crawler that accepts relative URLs resolves it.
      const resolved = urlOrNull(url, robotsUrl)?.href ?? url;
      const labels = named.get(resolved) ?? [];
      if (!labels.includes(label)) named.set(resolved, [...labels, label]);
    }
  }
  const own = new Set(answered.map(({ address }) => new URL(address.origin).hostname));
  const listed = [...named].slice(0, MAX_SITEMAPS);
  const sitemaps: Sitemap[] = [];
  const ask = async ([url, files]: (typeof listed)[number]): Promise<Sitemap> => {
    return { url, files, ...(await askSitemap(url, own, request, signal)) };
  };
  for await (const sitemap of inOrder(listed, MAX_CONCURRENT, ask)) sitemaps.push(sitemap);
  return { sitemaps, leftOut: named.size - listed.length };
}

/** How much of a sitemap is read, to see whether it is a page. */
const MAX_READ_OCTETS = 1024;

async function askSitemap(
  url: string,
  own: ReadonlySet<string>,
  { userAgent, totalMs }: ClientRequest,
  signal: AbortSignal,
): Promise<Omit<Sitemap, 'url' | 'files'>> {
  const nothing = { status: null, finalUrl: null, kind: null };
  if (!/^https?:\/\//i.test(url)) return { ...nothing, fault: 'not-a-url' };
  const options: FetchOptions = {
    userAgent,
    signal,
    timeouts: totalMs === undefined ? undefined : { totalMs },
    proxy: environmentProxy,
    addresses: addressesFor(new URL(url), own),
  };
  try {
    const { status, finalUrl, body } = await openUrl(url, options);
    const isPage = fileKind(await beginningOf(body)) === 'html';
    return { status, finalUrl, fault: null, kind: isPage ? 'html' : null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof RobotsError)) throw error;
    return { ...nothing, fault: error.code };
  }
}

async function beginningOf(body: AsyncIterable<Uint8Array>): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let octets = 0;
  for await (const chunk of body) {
    chunks.push(chunk);
    octets += chunk.length;
    if (octets >= MAX_READ_OCTETS) break;
  }
  return Buffer.concat(chunks);
}
