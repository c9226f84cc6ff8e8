/**
 * Many URLs as an argument: the questions about them by site, judged in slices.
 */
import { isArray, isObject, misshapen, robotsUrlOf, urlText } from 'robotstream/internal';

/** The name of a URL in messages. */
export const ONE_OF_URLS = 'one of urls';

/** A question about one of many URLs. */
interface Question {
  /** The place of the URL among all. */
  readonly index: number;
  readonly url: string | URL;
}

/**
 * The questions by the URL of the robots.txt that answers them, and how many there are.
 *
 * @throws {TypeError} if `urls` is not iterable, or one of them is not an absolute http, https or ftp URL
 */
export function questionsBySite(urls: Iterable<string | URL>): {
  readonly bySite: ReadonlyMap<string, readonly Question[]>;
  readonly count: number;
} {
  if (!isObjectWith(Symbol.iterator, urls)) throw notIterable(urls);
  const bySite = new Map<string, Question[]>();
  let count = 0;
  for (const url of urls) {
    const place = robotsUrlOf(url, ONE_OF_URLS);
    const sameSite = bySite.get(place);
    const question = { index: count++, url };
    if (sameSite === undefined) bySite.set(place, [question]);
    else sameSite.push(question);
  }
  return { bySite, count };
}

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

/** How many characters of URLs are judged in a slice. With ordinary URLs that takes a millisecond. */
const SLICE_CHARACTERS = 64 * 1024;

/** Slices of the judging of many URLs. Between two of them, the rest of the process runs. */
export class Slices {
  #characters = 0;

  /** Counts a URL that was judged. @returns whether the slice ends with it */
  endWith(url: string | URL): boolean {
    this.#characters += urlText(url).length;
    if (this.#characters < SLICE_CHARACTERS) return false;
    this.#characters = 0;
    return true;
  }
}

/** Lets the rest of the process run. */
export function pause(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
