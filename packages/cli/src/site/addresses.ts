/**
 * The addresses of a site: http and https, with and without www, and those of further hosts.
 */
import { isIP } from 'node:net';
import { urlOrNull } from 'robotstream/crawlers/internal';
import { UsageError } from '../../../command-line/src/exit.js';
import { siteUrl } from '../site-argument.js';

/** An address whose robots.txt is fetched. */
export interface Address {
  /** The origin, such as `https://www.example.com`. */
  readonly origin: string;
  /** Whether the user did not name it: the address with www, or without, which need not exist. */
  readonly isGuess: boolean;
}

/** How many hosts may be given. */
const MAX_HOSTS = 50;

/**
 * The addresses of a site, each once, in the order in which they are shown.
 *
 * @param site a domain, or any URL of the site. With a port, it is only that address
 * @param hosts further hosts, each like `site`, but without an address that is guessed by adding or removing www
 * @throws {UsageError} if one of them is neither a host nor an http or https URL
 */
export function addressesOf(site: string, hosts: readonly string[]): readonly Address[] {
  if (hosts.length > MAX_HOSTS) {
    throw new UsageError(`--host is given ${hosts.length} times; ${MAX_HOSTS} are the most`);
  }
  const found = new Map<string, Address>();
  const add = (origins: readonly string[], isGuess: boolean): void => {
    for (const origin of origins) if (!found.has(origin)) found.set(origin, { origin, isGuess });
  };
  const own = urlOf(site, 'the site');
  add(originsOf(own), false);
  if (own.port === '' && isDomain(own.hostname)) add(originsOf(withOtherWww(own)), true);
  for (const host of hosts) add(originsOf(urlOf(host, '--host')), false);
  return [...found.values()];
}

/** @throws {UsageError} if the text is neither a host nor an http or https URL */
function urlOf(given: string, what: string): URL {
  const isUrl = /^https?:\/\//i.test(given);
  const href = isUrl ? given : (siteUrl(given) ?? `https://${given}`);
  const url = isUrl || HOST.test(given) ? urlOrNull(href) : null;
  if (url !== null) return url;
  throw new UsageError(
    `${what} is ${JSON.stringify(given)}; a host such as example.com or an http or https URL is expected`,
  );
}

/** A host, with or without a port: it has no path, user or white space. */
const HOST = /^[^\s@/?#\\]+\/?$/;

/** The origins to request: a port has one scheme; a host without a port is requested by http and https. */
function originsOf({ origin, host, port }: URL): readonly string[] {
  return port === '' ? [`https://${host}`, `http://${host}`] : [origin];
}

function isDomain(hostname: string): boolean {
  return hostname.includes('.') && isIP(hostname) === 0 && !hostname.startsWith('[');
}

function withOtherWww({ hostname }: URL): URL {
  const other = hostname.startsWith('www.') ? hostname.slice('www.'.length) : `www.${hostname}`;
  return new URL(`https://${other}/`);
}
