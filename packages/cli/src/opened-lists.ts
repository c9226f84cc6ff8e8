/**
 * Opens the list of `--urls`: a file, standard input or a URL, and the sitemaps that it names.
 */
import { pipeline, Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { RobotsError } from 'robotstream';
import type { CommandContext } from '../../command-line/src/command.js';
import { InputError } from '../../command-line/src/exit.js';
import { type Input, inputOf, isUrlArgument } from './input.js';
import type { ListProblems } from './list-problems.js';
import type { ClientRequest } from './network-options.js';
import type { ListEntry } from './url-lists/entries.js';
import { plainOctets, readUrlList } from './url-lists/read-list.js';

/** A part of the URLs of a list. */
export interface ListedUrls {
  /** The list, or the sitemap, that has them. */
  readonly source: string;
  readonly entries: readonly ListEntry[];
  /** Whether the list is a sitemap. */
  readonly isSitemap: boolean;
}

/** How a list may be fetched. */
export type ListRequest = Pick<ClientRequest, 'userAgent' | 'totalMs'>;

/** The most sitemaps that are read, and how deep indexes may name indexes; the protocol allows one level. */
const MAX_SITEMAPS = 50_000;
const MAX_DEPTH = 3;

/** The most octets of a sitemap that is fetched; the protocol allows 50 MB. */
const MAX_FETCHED_OCTETS = 256 * 1024 * 1024;

/**
 * Yields the URLs of a list, part by part. For an index of sitemaps, these are the URLs of all its sitemaps.
 *
 * @param list the value of `--urls`
 * @param problems counts the problems of the list
 * @throws {InputError} (rejects) if the list cannot be read. If a sitemap of an index cannot be read, that is only counted as a problem
 */
export async function* listedUrls(
  list: string,
  request: ListRequest,
  problems: ListProblems,
  context: Pick<CommandContext, 'stdin'>,
  signal?: AbortSignal,
): AsyncGenerator<ListedUrls, void> {
  const isFetched = isUrlArgument(list);
  const input = isFetched ? fetchedList(list, null, request, signal) : inputOf(list, context);
  const waiting: { readonly url: string; readonly depth: number }[] = [];
  const known = new Set<string>();

  async function* urlsOf(from: Input, depth: number): AsyncGenerator<ListedUrls, void> {
    for await (const { kind, entries, problems: found } of namingDamage(
      from.name,
      readUrlList(from.octets, from.name, gunzip),
    )) {
      for (const { code, line, message } of found)
        problems.add(code, () => `${from.name}:${line}: ${message}`);
      if (kind !== 'sitemap-index') {
        if (entries.length > 0) yield { source: from.name, entries, isSitemap: kind === 'sitemap' };
        continue;
      }
      for (const { url, line } of entries) {
        if (known.has(url)) continue;
        if (known.size >= MAX_SITEMAPS || depth >= MAX_DEPTH) {
          problems.add('not-followed', () => `${from.name}:${line}: ${url}`);
        } else {
          known.add(url);
          waiting.push({ url, depth: depth + 1 });
        }
      }
    }
  }

  yield* urlsOf(input, 0);
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    const { url, depth } = next;
    try {
      if (!isUrlArgument(url)) throw new InputError(`${url}: not an http or https URL`);
      yield* urlsOf(fetchedList(url, isFetched ? list : null, request, signal), depth);
    } catch (error) {
      if (!(error instanceof InputError)) throw error;
      problems.add('not-fetched', () => error.message);
    }
  }
}

/** Decompresses gzip, of any number of members: lists may be put together of several files. */
function gunzip(octets: AsyncIterable<Uint8Array>): AsyncIterable<Uint8Array> {
  return pipeline(Readable.from(octets), createGunzip(), () => {}); // whoever reads it gets the error
}

/** Octets without their gzip, if they have one. */
export function decompressed(name: string, octets: Input['octets']): AsyncIterable<Uint8Array> {
  return namingDamage(name, plainOctets(octets, gunzip));
}

/** The parts of a list. Damaged gzip is an error with its name. */
async function* namingDamage<Part>(name: string, parts: AsyncIterable<Part>): AsyncGenerator<Part, void> {
  try {
    yield* parts;
  } catch (error) {
    const isDamage =
      error instanceof TypeError ||
      (error instanceof Error && /zlib|^Z_/.test(String((error as NodeJS.ErrnoException).code)));
    throw isDamage ? new InputError(`${name}: the gzip is damaged or cut off`, { cause: error }) : error;
  }
}

/**
 * A list that is fetched.
 *
 * @param from the list that leads to it, if that was fetched, too
 */
function fetchedList(
  url: string,
  from: string | null,
  { userAgent, totalMs }: ListRequest,
  signal?: AbortSignal,
): Input {
  async function* octets(): AsyncGenerator<Uint8Array, void> {
    const { openUrl } = await import('@robotstream/client');
    const { addressesFor, environmentProxy } = await import('./with-client.js');
    const timeouts = totalMs === undefined ? undefined : { totalMs };
    const options = { userAgent, timeouts, signal, proxy: environmentProxy, maxOctets: MAX_FETCHED_OCTETS };
    try {
      const addresses =
        from === null ? undefined : addressesFor(new URL(url), new Set([new URL(from).hostname]));
      const opened = await openUrl(url, { ...options, addresses });
      if (!/^2/.test(String(opened.status))) {
        await opened.close();
        throw new InputError(`${url}: the server responds with ${opened.status}`);
      }
      yield* opened.body;
    } catch (error) {
      if (signal?.aborted || !(error instanceof RobotsError || error instanceof TypeError)) throw error;
      throw new InputError(`${url}: ${error.message}`, { cause: error });
    }
  }
  return { name: url, octets: octets() };
}
