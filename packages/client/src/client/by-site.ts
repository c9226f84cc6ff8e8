/**
 * URLs by their sites: many of them as an argument, judged in slices, and the site that was asked about last.
 */
import { robotsUrl } from 'robotstream';
import {
  HASH,
  isArray,
  isObject,
  misshapen,
  originOfRobotsTxt,
  QUESTION,
  robotsUrlOf,
  SLASH,
  urlOrNull,
} from 'robotstream/internal';

/** The name of a URL in messages. */
export const ONE_OF_URLS = 'one of urls';

/** A question about one of many URLs. */
export interface Question {
  /** The place of the URL among all. */
  readonly index: number;
  readonly url: string | URL;
}

/**
 * The questions by the URL of the robots.txt that answers them, and how many there are. The URLs are taken at once, and read in slices.
 *
 * URLs of schemes that no robots.txt governs, such as `mailto`, are counted, and in no question.
 *
 * @throws {TypeError} (rejects) if `urls` is not iterable, or one of them is not an absolute URL
 */
export async function questionsBySite(
  urls: Iterable<string | URL>,
  slices: Slices,
): Promise<{
  readonly bySite: ReadonlyMap<string, readonly Question[]>;
  readonly count: number;
}> {
  if (!isObjectWith(Symbol.iterator, urls)) throw notIterable(urls);
  const all = [...urls];
  const bySite = new Map<string, Question[]>();
  for (let index = 0; index < all.length; index++) {
    const url = all[index];
    if (isUngoverned(url)) continue;
    const place = robotsUrlOf(url, ONE_OF_URLS);
    const sameSite = bySite.get(place);
    const question = { index, url };
    if (sameSite === undefined) bySite.set(place, [question]);
    else sameSite.push(question);
    if (slices.isOver(READING_FACTOR * place.length)) await slices.next();
  }
  return { bySite, count: all.length };
}

/** How many characters of URLs are judged in a slice. With ordinary URLs that takes about a millisecond. */
const SLICE_CHARACTERS = 64 * 1024;

/** Splits long work into slices. Between two of them the event loop handles what has arrived: sockets, timers, other questions. */
export class Slices {
  readonly #onSlice: () => void;
  #left = SLICE_CHARACTERS;
  #next: Promise<void> | undefined;

  /** @param onSlice called before each slice but the first; what it throws ends the work */
  constructor(onSlice: () => void) {
    this.#onSlice = onSlice;
  }

  /** Counts work that was done, and says whether the slice is over: then wait for {@link next}. */
  isOver(characters: number): boolean {
    this.#left -= characters;
    return this.#left <= 0;
  }

  /** Waits for the next slice. */
  async next(): Promise<void> {
    this.#next ??= new Promise<void>((resolve) => {
      setImmediate(() => {
        this.#left = SLICE_CHARACTERS;
        this.#next = undefined;
        resolve();
      });
    });
    await this.#next;
    this.#onSlice();
  }
}

const GOVERNED: ReadonlySet<string> = new Set(['http:', 'https:', 'ftp:']);

/** Whether a value is an absolute URL of a scheme that no robots.txt governs. Most URLs need no parser for this. */
function isUngoverned(url: unknown): boolean {
  if (typeof url === 'string' && /^(?:https?|ftp):/i.test(url)) return false;
  if (typeof url !== 'string' && !(url instanceof URL)) return false;
  const parsed = urlOrNull(String(url));
  return parsed !== null && !GOVERNED.has(parsed.protocol);
}

/** Reading a URL costs as much as judging a URL that is this many times as long. */
const READING_FACTOR = 4;

/** @throws {TypeError} if `urls` is neither iterable nor async iterable */
export function checkAreIterable(urls: unknown): void {
  if (!isObjectWith(Symbol.iterator, urls) && !isObjectWith(Symbol.asyncIterator, urls))
    throw notIterable(urls);
}

function isObjectWith(key: symbol, value: unknown): boolean {
  return (isObject(value) || isArray(value)) && key in value;
}

function notIterable(urls: unknown): TypeError {
  return misshapen(urls, 'urls', 'an iterable of URLs');
}

/** Whether a URL begins with an origin. False says nothing: the URL may spell the origin in another way. */
export function beginsWith(origin: string, url: string): boolean {
  if (!url.startsWith(origin)) return false;
  // What follows the authority must end it: `http://a.example` begins `http://a.example.org` and `http://a.example@b`, too.
  const next = url.charCodeAt(origin.length);
  return next === SLASH || next === QUESTION || next === HASH;
}

/** No URL begins with it. */
const NO_ORIGIN = '\0';

/** Remembers the site that was asked about last. A crawler asks about one site many times in a row. */
export class LastSite {
  #origin = NO_ORIGIN;
  #robotsUrl = '';

  /** The robots.txt that governs a URL. Throws as `robotsUrl` of the core. */
  robotsUrlOf(url: string): string {
    if (!beginsWith(this.#origin, url)) {
      this.#robotsUrl = robotsUrl(url);
      this.#origin = originOfRobotsTxt(this.#robotsUrl);
    }
    return this.#robotsUrl;
  }
}

/**
 * Does something with each item, `width` of them at a time.
 *
 * @throws (rejects) the first failure, once the items in progress are done; no other item is begun then
 */
export async function inParallel<Item>(
  width: number,
  items: Iterable<Item> | AsyncIterable<Item>,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  let running = 0;
  let failure: { readonly reason: unknown } | undefined;
  let wake: () => void = () => {};
  const oneIsDone = () => new Promise<void>((resolve) => (wake = resolve));
  const run = async (item: Item): Promise<void> => {
    running++;
    try {
      await act(item);
    } catch (reason) {
      failure ??= { reason };
    }
    running--;
    wake();
  };
  for await (const item of items) {
    void run(item);
    if (running >= width) await oneIsDone();
    if (failure !== undefined) break;
  }
  while (running > 0) await oneIsDone();
  if (failure !== undefined) throw failure.reason;
}
