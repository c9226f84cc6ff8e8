/**
 * `pageDirectives` and `pageReader`: what a page says about itself, from its header fields and its HTML.
 */

import { RobotsError } from '../errors.js';
import { type CallerOptions, callersOfOptions } from '../match/select/callers.js';
import {
  aBoolean,
  anAbortSignal,
  aWholeNumber,
  checkedElsewhere,
  checkOptions,
  isObject,
  misshapen,
  type OptionCheck,
  oneOf,
  optionTable,
} from '../option-checks.js';
import { type OctetSource, SourceChunks } from '../stream/source.js';
import { urlOrNull, urlText } from '../urls.js';
import { Addressee } from './addressee.js';
import { charsetOf } from './charset.js';
import type { Parse5 } from './html-tags.js';
import { type PageHeaders, valuesIn } from './page-headers.js';
import { type PageDirectives, PageFindings, PageReader, type PageSettings } from './page-reader.js';

/** Options of {@link pageReader}: the crawler that asks, the header fields, and how much of the HTML is read. */
export type PageReaderOptions = CallerOptions & {
  /** The header fields of the response. `X-Robots-Tag` and `Content-Type` are read. */
  readonly headers?: PageHeaders | undefined;
  /**
   * How far the HTML is read: `page`, to its end, because directives also count in the body; `head`, to the end of its head. Default: `page`.
   */
  readonly within?: 'head' | 'page' | undefined;
  /** How many octets of the HTML are read at most. Default: 2,097,152. */
  readonly maxOctets?: number | undefined;
  /** The URL of the page, to resolve relative links. Default: none; the `url` of a relative link is then null. */
  readonly url?: string | URL | undefined;
  /** Whether the links are listed. Default: false. */
  readonly links?: boolean | undefined;
  /**
   * The package parse5, where it cannot be loaded by its name, such as in a bundle: `import * as parse5 from 'parse5'`. Default: it is loaded
   * when it is needed.
   */
  readonly parse5?: Parse5 | undefined;
  /** How many links are listed at most; reading ends at the next one. Default: 10,000. */
  readonly maxLinks?: number | undefined;
};

/** Options of {@link pageDirectives}: those of {@link pageReader}, the HTML, and a signal. */
export type PageDirectivesOptions = PageReaderOptions & {
  /** The HTML, from any source of octets: a `Response`, a stream, an (async) iterable, octets, or text. Default: none. */
  readonly html?: OctetSource | undefined;
  /** Stops reading when it aborts; the result is then rejected with its reason. Default: none. */
  readonly signal?: AbortSignal | undefined;
};

const DEFAULT_MAX_OCTETS = 2 * 1024 * 1024;
const DEFAULT_MAX_LINKS = 10_000;
const atLeastOne = aWholeNumber(1, Infinity);

const aParse5: OptionCheck = (value, name) => {
  if (!isObject(value) || typeof value.Tokenizer !== 'function' || !isObject(value.TokenizerMode)) {
    throw misshapen(value, name, "what import('parse5') gives");
  }
};

const READER_CHECKS = {
  agents: checkedElsewhere,
  crawler: checkedElsewhere,
  headers: checkedElsewhere,
  within: oneOf('head', 'page'),
  maxOctets: atLeastOne,
  url: checkedElsewhere,
  links: aBoolean,
  maxLinks: atLeastOne,
  parse5: aParse5,
};

const READER_OPTIONS = optionTable<PageReaderOptions>(READER_CHECKS);

const PAGE_OPTIONS = optionTable<PageDirectivesOptions>({
  ...READER_CHECKS,
  html: checkedElsewhere,
  signal: anAbortSignal,
});

/**
 * Reads what a page says about itself to a crawler, in `X-Robots-Tag` and in meta elements. All directives that apply count; if two differ,
 * the more restrictive one wins (docs/page.md). Directives for every crawler apply in addition to those that name the crawler. For a crawler of
 * the registry, directives for its fallback tokens apply, too.
 *
 * At the limit of octets or links, the source is cancelled and the result is `truncated`.
 *
 * @throws {TypeError} (rejects) if the caller, an option, the headers or the source is of no known kind
 * @throws {RangeError} (rejects) if a bound is not a whole number from 1
 * @throws {RobotsError} (rejects) `html-package-missing` if there is HTML, and the package parse5 is not installed; `source-type` if
 *   the source yields something that is not octets; its own errors are passed on
 * @throws the signal's reason (rejects) when it aborts
 * @example
 * ```js
 * import { pageDirectives } from 'robotstream/page';
 *
 * const { noindex, nofollow } = await pageDirectives({
 *   agents: 'FooBot',
 *   headers: new Headers({ 'x-robots-tag': 'noindex' }),
 *   html: '<!doctype html><meta name="robots" content="nofollow"><title>A page</title>',
 * });
 * console.log(noindex, nofollow); // → true true
 * ```
 */
export async function pageDirectives(options: PageDirectivesOptions): Promise<PageDirectives> {
  checkOptions('pageDirectives', options, PAGE_OPTIONS);
  const { html, signal } = options;
  const settings = settingsOf(options);
  if (html === undefined) return new PageFindings(settings).result(false);
  const isText = typeof html === 'string';
  // The rest of a longer text would not be read.
  const source = new SourceChunks(isText ? html.slice(0, settings.maxOctets + 1) : html, { signal }, 'html');
  try {
    const reader = new PageReader(
      options.parse5 ?? (await loadParse5()),
      isText ? { ...settings, charset: 'utf-8' } : settings,
    );
    while (!reader.isOver) {
      const { done, value } = await source.read();
      if (done) break;
      reader.write(source.octets(value));
    }
    return reader.end();
  } finally {
    source.stop();
  }
}

/**
 * Creates a reader for a page whose octets your code receives. Call `write` with each chunk until `isOver` is true or the page ends, then `end`.
 *
 * @throws {TypeError} (rejects) if the caller, an option or the headers are of no known kind
 * @throws {RangeError} (rejects) if a bound is not a whole number from 1
 * @throws {RobotsError} (rejects) `html-package-missing` if the package parse5 is not installed
 * @example
 * ```js
 * import { pageReader } from 'robotstream/page';
 *
 * const reader = await pageReader({ agents: 'FooBot' });
 * const page = new Blob(['<!doctype html><meta name="robots" content="noindex"><title>A page</title>']);
 * for await (const chunk of page.stream()) {
 *   reader.write(chunk);
 *   if (reader.isOver) break;
 * }
 * console.log(reader.end().noindex); // → true
 * ```
 */
export async function pageReader(options: PageReaderOptions): Promise<PageReader> {
  checkOptions('pageReader', options, READER_OPTIONS);
  const read = pageReaderOf(options);
  return read(options.parse5 ?? (await loadParse5()));
}

/** What makes the reader once parse5 is loaded. `options` are of a known kind. */
export function pageReaderOf(options: PageReaderOptions): (parse5: Parse5) => PageReader {
  const settings = settingsOf(options);
  return (parse5) => new PageReader(parse5, settings);
}

function settingsOf(options: PageReaderOptions): PageSettings {
  const { headers, within = 'page', maxOctets = DEFAULT_MAX_OCTETS, links = false } = options;
  const { url, maxLinks = DEFAULT_MAX_LINKS } = options;
  const addressee = new Addressee(callersOfOptions(options));
  const text = url === undefined ? undefined : absoluteUrl(url);
  const fields = valuesIn(headers === undefined ? [] : headers, [
    'x-robots-tag',
    'content-usage',
    'content-type',
  ]);
  return {
    addressee,
    robotsTags: fields['x-robots-tag'],
    contentUsage: fields['content-usage'],
    charset: charsetOf(fields['content-type'][0]),
    within,
    maxOctets,
    url: text,
    links,
    maxLinks,
  };
}

function absoluteUrl(url: string | URL): string {
  const absolute = urlOrNull(urlText(url));
  if (absolute === null) throw misshapen(url, 'url', 'an absolute URL');
  return absolute.href;
}

/**
 * Loads parse5 when the first HTML is read: programs that only read headers do not need it.
 *
 * @throws {RobotsError} (rejects) `html-package-missing`
 */
export async function loadParse5(): Promise<Parse5> {
  try {
    return await import('parse5');
  } catch (error) {
    throw new RobotsError(
      'html-package-missing',
      'robotstream/page reads HTML with the package parse5, which cannot be loaded; run: npm install parse5',
      { cause: error },
    );
  }
}
