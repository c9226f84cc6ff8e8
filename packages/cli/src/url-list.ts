/**
 * A list of sites: the URLs of an input of any kind that `check --urls` reads, without those of sitemaps that it names.
 */
import { InputError } from './exit.js';
import type { Input } from './input.js';
import type { ListEntry } from './url-lists/entries.js';
import { readUrlList } from './url-lists/read-list.js';

/**
 * The URLs of a list.
 *
 * @throws {InputError} (rejects) if the list cannot be read, or something is wrong with it
 */
export async function* urlsOf({ name, octets }: Input): AsyncGenerator<ListEntry, void> {
  for await (const { entries, problems } of readUrlList(octets, name)) {
    for (const { line, message } of problems) throw new InputError(`${name}:${line}: ${message}`);
    yield* entries;
  }
}
