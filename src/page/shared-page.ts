/**
 * What one page says about itself to any number of crawlers. The page is read once, for all of them.
 */
import type { Callers } from '../match/select/callers.js';
import { Addressee } from './addressee.js';
import { charsetOf, decoderFor, SNIFFED_OCTETS } from './charset.js';
import { headerDirectives, metaDirectives, type ReadDirective } from './directive.js';
import { type Parse5, TagReader } from './html-tags.js';
import { DirectiveMerger, type MergedDirectives } from './merge.js';

/** A page in memory. */
export interface PageOctets {
  /** The values of the header `X-Robots-Tag`. */
  readonly robotsTags: readonly string[];
  /** The header `Content-Type`, which may state an encoding. */
  readonly contentType: string | undefined;
  /** The HTML; undefined for a response of another type. */
  readonly html: Uint8Array | undefined;
}

/** How many directives of a page are read at most. A page with more is truncated. */
const MAX_READ_DIRECTIVES = 10_000;

/** Crawlers to which pages may say something. */
export class PageAudience {
  readonly #addressees: readonly Addressee[];
  /** Some of the crawlers. */
  readonly #anyone: Addressee;
  readonly #parse5: Parse5;

  constructor(callers: readonly Callers[], parse5: Parse5) {
    this.#addressees = callers.map((one) => new Addressee(one));
    const names = callers.flatMap((one) => one.names);
    this.#anyone = new Addressee({ names, obeysWildcard: callers.some((one) => one.obeysWildcard) });
    this.#parse5 = parse5;
  }

  /** Reads a page: what it says to each crawler, in their order, and whether it has more directives than are read. */
  read(page: PageOctets): { readonly merged: readonly MergedDirectives[]; readonly truncated: boolean } {
    const directives: ReadDirective[] = [];
    let truncated = false;
    const add = (found: Iterable<ReadDirective>): void => {
      for (const directive of found) {
        if (!this.#anyone.isMeant(directive.agent)) continue;
        truncated ||= directives.length >= MAX_READ_DIRECTIVES;
        if (truncated) return;
        directives.push(directive);
      }
    };
    for (const value of page.robotsTags) add(headerDirectives(value));
    if (page.html !== undefined) this.#readHtml(page.html, page.contentType, add);
    const merged = this.#addressees.map((addressee) => {
      const merger = new DirectiveMerger();
      for (const directive of directives) if (addressee.isMeant(directive.agent)) merger.add(directive);
      return merger.result();
    });
    return { merged, truncated };
  }

  #readHtml(
    html: Uint8Array,
    contentType: string | undefined,
    add: (found: Iterable<ReadDirective>) => void,
  ): void {
    const ignore = (): void => {};
    const tags = new TagReader(this.#parse5, {
      onMeta: (name, content) => {
        const agent = this.#anyone.agentOf(name);
        if (agent !== undefined) add(metaDirectives(agent, content));
      },
      onBase: ignore,
      onLink: ignore,
      onRelation: ignore,
      onHeadEnd: ignore,
    });
    tags.write(decoderFor(html.subarray(0, SNIFFED_OCTETS), charsetOf(contentType)).decode(html));
    tags.end();
  }
}
