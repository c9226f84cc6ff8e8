/**
 * Reads what pages say about themselves from the responses to requests that obey, while the program reads their bodies.
 */
import type { PageDirectives, PageHeaders, PageReader, PageReaderOptions } from 'robotstream/page';
import { type Handler, watchedResponse } from '../../access/dispatch.js';
import { callerOf, type RobotsClient } from '../client.js';

/** A page that was fetched, and what it says about itself to the client's crawler. */
export interface FetchedPage {
  readonly url: string;
  /**
   * What its headers say, and its HTML as far as it was read. `truncated` if the body ended early, was cancelled, or cannot be read: it is
   * compressed, in an interceptor, or is a Node stream.
   */
  readonly directives: PageDirectives;
}

/** Receives each page: see {@link ObeyOptions.onPage}. */
export type OnPage = (page: FetchedPage) => void;

/** The parts of a `Response` that are watched. */
interface WatchedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly body: ReadableStream<Uint8Array> | null;
}

const HTML = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;

/** Watches the responses to one client's requests. */
export class PageWatch {
  readonly #client: RobotsClient;
  readonly #onPage: OnPage;

  constructor(client: RobotsClient, onPage: OnPage) {
    this.#client = client;
    this.#onPage = onPage;
  }

  /**
   * Loads the package that reads HTML, so that a request fails before it is sent if the package is missing.
   *
   * @throws {RobotsError} (rejects) `html-package-missing`
   */
  async load(): Promise<void> {
    await this.#readerFor({});
  }

  /** A response of fetch whose body is watched while the program reads it. A response without success is returned as it is. */
  async ofFetch<Response>(response: Response, requested: string): Promise<Response> {
    const watched = response as unknown as WatchedResponse & { url?: string };
    const { status, headers, body } = watched;
    if (!isSuccess(status)) return response;
    const page = new PassingPage(watched.url || requested, this.#onPage);
    const isStream = body !== null && typeof body.getReader === 'function';
    if (body === null || !isHtml(headers.get('content-type')) || !isStream) {
      page.startWith(await this.#readerFor(headers));
      page.end(body === null || !isHtml(headers.get('content-type')));
      return response;
    }
    page.startWith(await this.#readerFor(headers));
    const made = response as unknown as { constructor: new (body: unknown, init: object) => object };
    const { url, redirected, type } = made as unknown as Record<string, unknown>;
    const copy = new made.constructor(passing(body, page), response as object);
    const kept = { url, redirected, type, headers };
    const members = Object.entries(kept).map(([name, value]) => [
      name,
      { value, configurable: true, enumerable: true },
    ]);
    return Object.defineProperties(copy, Object.fromEntries(members)) as Response;
  }

  /** A handler of undici that forwards everything, and reads the body as it arrives. */
  ofDispatch(handler: Handler, url: string): Handler {
    let page: PassingPage | undefined;
    return watchedResponse(handler, {
      onHead: (status, fields) => {
        if (!isSuccess(status)) return;
        const field = (name: string) => fields.find(([given]) => given.toLowerCase() === name)?.[1];
        page = new PassingPage(url, this.#onPage);
        page.isRead = isHtml(field('content-type') ?? null) && field('content-encoding') === undefined;
        page.isWhole = page.isRead || !isHtml(field('content-type') ?? null);
        const started = page;
        // The package is loaded, so this takes only a few microtasks.
        this.#readerFor(fields).then((reader) => started.startWith(reader));
      },
      onData: (chunk) => page?.write(chunk),
      onEnd: (isWhole) => page?.end(isWhole),
    });
  }

  async #readerFor(headers: PageHeaders): Promise<PageReader> {
    const { pageReader } = await import('robotstream/page');
    return pageReader({ ...callerOf(this.#client), headers } as PageReaderOptions);
  }
}

/** A page whose body the program is reading. */
class PassingPage {
  /** Whether its body is read. */
  isRead = true;
  /** Whether everything that can have directives was read. */
  isWhole = true;
  readonly #url: string;
  readonly #onPage: OnPage;
  #reader: PageReader | undefined;
  /** The octets that arrived before the reader was ready. */
  #early: Uint8Array[] = [];
  #end: { readonly isWhole: boolean } | undefined;
  #isReported = false;

  constructor(url: string, onPage: OnPage) {
    this.#url = url;
    this.#onPage = onPage;
  }

  startWith(reader: PageReader): void {
    this.#reader = reader;
    for (const chunk of this.#early) this.write(chunk);
    this.#early = [];
    if (this.#end !== undefined) this.end(this.#end.isWhole);
  }

  write(chunk: Uint8Array): void {
    if (!this.isRead || this.#isReported) return;
    if (this.#reader === undefined) {
      this.#early.push(Uint8Array.from(chunk));
      return;
    }
    this.#reader.write(chunk);
    if (this.#reader.isOver) this.end(true);
  }

  /** @param isWhole whether the body ended properly, and was not cut off */
  end(isWhole: boolean): void {
    this.#end ??= { isWhole };
    if (this.#reader === undefined || this.#isReported) return;
    this.#isReported = true;
    const directives = this.#reader.end();
    const truncated = directives.truncated || !isWhole || !this.isWhole;
    this.#onPage({ url: this.#url, directives: { ...directives, truncated } });
  }
}

/** A body that the page sees, too, while the program reads it. It is pulled only when the program reads. */
function passing(body: ReadableStream<Uint8Array>, page: PassingPage): ReadableStream<Uint8Array> {
  const source = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      pull: async (controller) => {
        try {
          const { done, value } = await source.read();
          if (done) {
            page.end(true);
            controller.close();
          } else {
            page.write(value);
            controller.enqueue(value);
          }
        } catch (error) {
          page.end(false);
          throw error;
        }
      },
      cancel: async (reason) => {
        page.end(false);
        await source.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function isSuccess(status: number): boolean {
  return status >= 200 && status <= 299;
}

function isHtml(contentType: string | null): boolean {
  return HTML.test(contentType ?? '');
}
