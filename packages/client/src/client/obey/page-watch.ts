/**
 * Reads what pages say about themselves from the responses to requests that obey, while the program reads their bodies.
 */
import { loadParse5, type Parse5, pageReaderOf } from 'robotstream/internal';
import type { PageDirectives, PageHeaders, PageReader, PageReaderOptions } from 'robotstream/page';
import { type Handler, watchedResponse } from '../../access/dispatch.js';
import { callerOf, type RobotsClient } from '../client.js';

/** A page that was fetched, and what it says about itself to the client's crawler. */
export interface FetchedPage {
  /** The URL of the page, after redirects. */
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

/** Watches the responses to one client's requests. `load` comes before any of them. */
export class PageWatch {
  readonly #client: RobotsClient;
  readonly #onPage: OnPage;
  #parse5: Parse5 | undefined;

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
    this.#parse5 ??= await loadParse5();
  }

  /** A response of fetch whose body is watched while the program reads it. A response without success is returned as it is. */
  ofFetch<Response>(response: Response, requested: string): Response {
    const watched = response as unknown as WatchedResponse & { url?: string };
    const { status, headers, body } = watched;
    if (!isSuccess(status)) return response;
    const hasDirectives = body !== null && isHtml(headers.get('content-type'));
    const isRead = hasDirectives && typeof body.getReader === 'function';
    const page = this.#passing(watched.url || requested, headers, !hasDirectives || isRead);
    if (!isRead) {
      page.end(true);
      return response;
    }
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
        const hasDirectives = isHtml(field('content-type') ?? null);
        const isRead = hasDirectives && field('content-encoding') === undefined;
        page = this.#passing(url, fields, !hasDirectives || isRead);
        if (!isRead) page.end(true);
      },
      onData: (chunk) => page?.write(chunk),
      onEnd: (isWhole) => {
        try {
          page?.end(isWhole);
        } catch (error) {
          // A response that fails does so with its own error.
          if (isWhole) throw error;
        }
      },
    });
  }

  #passing(url: string, headers: PageHeaders, isWhole: boolean): PassingPage {
    const options = { ...callerOf(this.#client), headers } as PageReaderOptions;
    const reader = pageReaderOf(options)(this.#parse5 as Parse5);
    return new PassingPage(reader, (directives) => {
      const truncated = directives.truncated || !isWhole;
      this.#onPage({ url, directives: { ...directives, truncated } });
    });
  }
}

/** A page whose body the program is reading. */
class PassingPage {
  readonly #reader: PageReader;
  readonly #report: (directives: PageDirectives) => void;
  #isReported = false;

  constructor(reader: PageReader, report: (directives: PageDirectives) => void) {
    this.#reader = reader;
    this.#report = report;
  }

  /** @throws what the program's function throws */
  write(chunk: Uint8Array): void {
    if (this.#isReported) return;
    this.#reader.write(chunk);
    if (this.#reader.isOver) this.end(true);
  }

  /**
   * @param isWhole whether the body ended properly, and was not cut off
   * @throws what the program's function throws
   */
  end(isWhole: boolean): void {
    if (this.#isReported) return;
    this.#isReported = true;
    const directives = this.#reader.end();
    this.#report({ ...directives, truncated: directives.truncated || !isWhole });
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
        try {
          page.end(false);
        } finally {
          await source.cancel(reason);
        }
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
