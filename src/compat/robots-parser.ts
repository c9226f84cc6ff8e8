/**
 * The entry point `robotstream/compat/robots-parser`: the API of the package robots-parser 3, with the answers of robotstream.
 * docs/migrating.md lists where the answers differ.
 */
import type { Matcher } from '../match/matcher.js';
import { isProductToken } from '../match/select/callers.js';
import { octetsOf } from '../octets.js';
import { aString } from '../option-checks.js';
import { parseSync } from '../parse.js';
import type { RobotsDocument } from '../robots-document.js';
import { PATH_ORIGIN, urlOrNull, urlText } from '../urls.js';

/** A robots.txt and where it is from, as robots-parser shows it. */
export interface Robot {
  /** Whether the user agent may fetch a URL; `undefined` if the robots.txt does not govern the URL. Default: any user agent. */
  isAllowed(url: string, ua?: string): boolean | undefined;
  /** Whether the user agent may not fetch a URL; true, too, if the robots.txt does not govern the URL. */
  isDisallowed(url: string, ua?: string): boolean;
  /** The line of the rule that decides about a URL, from 1; -1 if none does, or the robots.txt does not govern the URL. */
  getMatchingLineNumber(url: string, ua?: string): number;
  /** The seconds that the user agent should leave between two requests; `undefined` if the file does not say. */
  getCrawlDelay(ua?: string): number | undefined;
  /** The sitemaps, as written, in file order; without empty values. */
  getSitemaps(): string[];
  /** The value of the last `Host` line, in lower case; null if there is none. */
  getPreferredHost(): string | null;
}

/** The base of relative URLs. No such host can exist (RFC 2606 §2). */
const RELATIVE_TO = 'http://relative.invalid/';

/** The user agent that only groups for `*` apply to. */
const ANY_AGENT = '*';

/** How many user agents have a matcher that is kept. */
const MAX_MATCHERS = 64;

/**
 * Reads a robots.txt.
 *
 * @param url where it is from, absolute or relative; it governs the URLs of the same scheme, host and port
 * @param contents the file; nothing is an empty file
 * @throws {TypeError} if `contents` is neither text nor octets, or the URL is neither a string nor a `URL`
 * @example
 * ```js
 * import robotsParser from 'robotstream/compat/robots-parser';
 *
 * const robots = robotsParser('https://example.com/robots.txt', 'User-agent: *\nDisallow: /private/');
 * console.log(robots.isAllowed('https://example.com/private/a', 'FooBot/1.0')); // → false
 * ```
 */
export default function robotsParser(url: string, contents?: string | Uint8Array | null): Robot {
  return new ParsedRobots(url, parseSync(octetsOf(contents ?? '', 'contents')));
}

export { robotsParser as 'module.exports' };

class ParsedRobots implements Robot {
  readonly #origin: string | undefined;
  readonly #document: RobotsDocument;
  readonly #matchers = new Map<string, Matcher>();

  constructor(url: string, document: RobotsDocument) {
    this.#origin = parsed(url)?.origin;
    this.#document = document;
  }

  isAllowed(url: string, ua?: string): boolean | undefined {
    const agent = agentOf(ua);
    const governed = this.#governed(url);
    return governed === undefined ? undefined : this.#matcher(agent).isAllowed(governed);
  }

  isDisallowed(url: string, ua?: string): boolean {
    return this.isAllowed(url, ua) !== true;
  }

  getMatchingLineNumber(url: string, ua?: string): number {
    const agent = agentOf(ua);
    const governed = this.#governed(url);
    return (governed === undefined ? undefined : this.#matcher(agent).check(governed).rule?.line) ?? -1;
  }

  getCrawlDelay(ua?: string): number | undefined {
    return this.#document.crawlDelay(agentOf(ua));
  }

  getSitemaps(): string[] {
    return this.#document.sitemaps.map(({ url }) => url).filter((url) => url !== '');
  }

  getPreferredHost(): string | null {
    const hosts = this.#document.records('host').filter(({ value }) => value.text !== '');
    return hosts.at(-1)?.value.text.toLowerCase() ?? null;
  }

  /** A URL that this robots.txt governs, without what robots-parser leaves out: an empty query. */
  #governed(url: string): string | undefined {
    const target = parsed(url);
    if (target === undefined || target.origin !== this.#origin) return undefined;
    return PATH_ORIGIN + target.pathname + target.search;
  }

  #matcher(agent: string): Matcher {
    let matcher = this.#matchers.get(agent);
    if (matcher === undefined) {
      matcher = this.#document.matcher({ agents: agent });
      if (this.#matchers.size === MAX_MATCHERS) this.#matchers.clear();
      this.#matchers.set(agent, matcher);
    }
    return matcher;
  }
}

/**
 * The product token of a user agent. Of a User-Agent header, which is none, it is the text before the first `/`, as in robots-parser; if that
 * is none either, only groups for `*` apply.
 *
 * @throws {TypeError} if it is not a string
 */
function agentOf(ua: string | null | undefined): string {
  const agent = ua ?? ANY_AGENT;
  aString(agent, 'ua');
  return [agent, agent.split('/', 1)[0]].find(isProductToken) ?? ANY_AGENT;
}

/**
 * A URL of a scheme that a robots.txt governs.
 *
 * @param url nothing is no URL, as in robots-parser
 * @throws {TypeError} if it is neither a string nor a `URL`
 */
function parsed(url: string | URL | null | undefined): URL | undefined {
  if (url === undefined || url === null) return undefined;
  const target = urlOrNull(urlText(url), RELATIVE_TO);
  return target !== null && /^(https?|ftp):$/.test(target.protocol) ? target : undefined;
}
