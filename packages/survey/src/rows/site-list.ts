/**
 * A list of the sites that are surveyed: a text with a host or domain in each line.
 */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { domainsFor } from '@robotstream/client/internal';
import { blocksOf } from '../../../decoding/src/decompress.js';
import { placedLines } from '../archives/line-reader.js';
import { JoinError } from '../join-error.js';
import type { ListedSites, SiteKind } from '../questions.js';
import { HostSet } from './host-set.js';

/** The host of a URL, as a site: in lower case, without `www.`, a user, a port and a final dot. A text that is no URL stands for itself. */
export function siteHostOf(url: string): string {
  const authority = (url.split('/', AUTHORITY_PART + 1)[AUTHORITY_PART] ?? '').toLowerCase();
  if (authority === '' || authority === WWW) return url;
  const host = hostIn(authority);
  return host.startsWith(WWW) ? host.slice(WWW.length) : host;
}

const AUTHORITY_PART = 2;
const WWW = 'www.';

function hostIn(authority: string): string {
  const isQuery = authority.startsWith('?') || authority.startsWith('#');
  const host = isQuery ? '' : authority.slice(authority.lastIndexOf('@') + 1);
  const query = host.search(/[?#]/);
  if (query !== -1) return host.slice(0, query);
  const colon = host.lastIndexOf(':');
  const end = colon !== -1 && /^[0-9]*$/.test(host.slice(colon + 1)) ? colon : host.length;
  return host.slice(0, host[end - 1] === '.' ? end - 1 : end);
}

/**
 * The host of a line, which may have a scheme, a port, a path.
 *
 * @throws {JoinError} if it has none
 */
function hostOfLine(name: string, file: string): string {
  const host = siteHostOf(name.includes('://') ? name : `//${name}`);
  if (NO_HOST.test(host))
    throw new JoinError(`${file} has a line ${JSON.stringify(name)}; a host in each line is expected`);
  return host;
}

/** What no host has, but a table or another file. */
const NO_HOST = /^$|[\s,;|"/*\p{Cc}\ufffd]/u;

/** The sites of a list. */
export class SiteList {
  readonly facts: ListedSites;
  readonly #siteOf: (host: string) => string;
  readonly #sites: HostSet;

  /**
   * Reads a list.
   *
   * @throws {JoinError} (rejects) if it is no such list
   * @throws {RobotsError} (rejects) `report-package-missing` if the list is one of domains, and the package tldts is not installed
   * @throws {Error} (rejects) if it cannot be read
   */
  static async read(file: string, by: SiteKind): Promise<SiteList> {
    const domainOf =
      by === 'domain' ? await domainsFor('A list of domains', 'report-package-missing') : undefined;
    const siteOf = (host: string): string => domainOf?.(host) ?? host;
    const sites = new HostSet();
    const hash = createHash('sha256');
    for await (const hosts of listedHosts(file, (octets) => hash.update(octets)))
      for (const host of hosts) sites.add(siteOf(host));
    return new SiteList({ file, by, digest: hash.digest('hex'), count: sites.size }, siteOf, sites);
  }

  private constructor(facts: ListedSites, siteOf: (host: string) => string, sites: HostSet) {
    this.facts = facts;
    this.#siteOf = siteOf;
    this.#sites = sites;
  }

  /** Whether a URL is of a site of the list. */
  has(url: string): boolean {
    return this.#sites.has(this.#siteOf(siteHostOf(url)));
  }
}

/**
 * The hosts of the lines of a file, which may be compressed, in batches. Empty lines, and lines that begin with `#`, are left out.
 *
 * @throws {JoinError} (`next` rejects) if it is no such list
 * @throws {Error} (`next` rejects) if it cannot be read; its `path` is the file
 */
export async function* listedHosts(
  file: string,
  onOctets: (octets: Uint8Array) => void = () => {},
): AsyncGenerator<readonly string[], void> {
  let count = 0;
  for await (const lines of placedLines(blocksOf(octetsOf(file, onOctets)))) {
    const hosts = lines.flatMap((line) => {
      if ('kind' in line) throw new JoinError(`${file} cannot be read: ${line.message}`);
      const name = line.text.trim();
      return name === '' || name.startsWith('#') ? [] : [hostOfLine(name, file)];
    });
    count += hosts.length;
    yield hosts;
  }
  if (count === 0) throw new JoinError(`${file} has no lines; a host in each line is expected`);
}

/** The octets of a file. An error has its path, also for a folder, which Node opens. */
async function* octetsOf(
  file: string,
  onOctets: (octets: Uint8Array) => void,
): AsyncGenerator<Uint8Array, void> {
  try {
    for await (const octets of createReadStream(file)) {
      onOctets(octets as Buffer);
      yield octets as Buffer;
    }
  } catch (error) {
    throw Object.assign(error as Error, { path: file });
  }
}

/** The list that a process or a thread has read last, for one input after another. */
export class SiteLists {
  #last: Promise<SiteList> | undefined;
  #facts: Omit<ListedSites, 'digest' | 'count'> | undefined;

  /** Reads a list that options name. Rejects as {@link SiteList.read} does. */
  async named(file: string, by: SiteKind): Promise<SiteList> {
    if (this.#facts?.file !== file || this.#facts.by !== by) {
      this.#facts = { file, by };
      this.#last = SiteList.read(file, by);
      this.#last.catch(() => {
        this.#facts = undefined;
      });
    }
    return this.#last as Promise<SiteList>;
  }

  /**
   * The list of a survey.
   *
   * @throws {JoinError} (rejects) if the file has another digest, or cannot be read, as on a machine that lacks it
   */
  async of({ file, by, digest }: ListedSites): Promise<SiteList> {
    const read = (): Promise<SiteList> =>
      this.named(file, by).catch((error: NodeJS.ErrnoException) => {
        if (error.path !== file) throw error;
        throw new JoinError(`the list of sites ${file} cannot be read: ${error.message}`, { cause: error });
      });
    let list = await read();
    if (list.facts.digest !== digest) {
      this.#facts = undefined;
      list = await read();
    }
    if (list.facts.digest !== digest)
      throw new JoinError(
        `${file} is not the list of the survey: its SHA-256 is ${list.facts.digest}, and not ${digest}`,
      );
    return list;
  }
}
