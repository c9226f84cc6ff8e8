/**
 * Merges the directives of a page for a crawler: all that apply count, and if two differ, the more restrictive one wins.
 */
import { IMAGE_PREVIEWS, type ImagePreview, type PageDirective, type ReadDirective } from './directive.js';

/** What a page says about itself to a crawler. Without a directive, everything is false or null. */
export interface MergedDirectives {
  /** The page is not to be shown in search results. */
  readonly noindex: boolean;
  /** The links of the page are not to be followed. */
  readonly nofollow: boolean;
  /** The content may be indexed where another page embeds it, despite {@link noindex}. True only together with `noindex`. */
  readonly indexifembedded: boolean;
  /** No text and no video of the page is to be shown in search results: `nosnippet`, or `max-snippet: 0`. */
  readonly nosnippet: boolean;
  /** No copy of the page is to be offered. */
  readonly noarchive: boolean;
  /** Bing's directive: no copy of the page is to be offered, and AI answers may use only its URL, title and snippet. */
  readonly nocache: boolean;
  /** No translation of the page is to be offered. */
  readonly notranslate: boolean;
  /** The images of the page are not to be indexed. */
  readonly noimageindex: boolean;
  /** The content is not to be used to train AI (DeviantArt's directive). */
  readonly noai: boolean;
  /** The images of the page are not to be used to train AI (DeviantArt's directive). */
  readonly noimageai: boolean;
  /** The longest text to show, in characters; null for no limit. */
  readonly maxSnippet: number | null;
  /** The largest image to show; null for no limit. */
  readonly maxImagePreview: ImagePreview | null;
  /** The longest video to show, in seconds; null for no limit. */
  readonly maxVideoPreview: number | null;
  /** The time after which the page is not to be shown in search results, in milliseconds since 1970; null if there is none. */
  readonly unavailableAfter: number | null;
  /**
   * Every directive that applies, in order, with those that are unknown or malformed. Of more than 1,000, the first 1,000, and those of the rest
   * that are the first to disallow something.
   */
  readonly directives: readonly PageDirective[];
}

/** How many directives are listed, whatever they say. Directives beyond that still count. */
export const MAX_DIRECTIVES = 1000;

/** The directives that mean several others. */
const MEANS_SEVERAL: ReadonlyMap<string, readonly string[]> = new Map([['none', ['noindex', 'nofollow']]]);

/** Merges directives. Its memory is bounded. */
export class DirectiveMerger {
  readonly #listed: PageDirective[] = [];
  /** The names of directives without a value that apply. */
  readonly #plain = new Set<string>();
  /** The smallest value of each directive with one. */
  readonly #least = new Map<string, number>();

  add({ meaning, ...directive }: ReadDirective): void {
    const { name, value } = directive;
    const isKnown = directive.reading === 'known';
    const meant = isKnown && value === null ? (MEANS_SEVERAL.get(name) ?? [name]) : [];
    const isLeast = isKnown && value !== null && meaning < this.#leastOf(name);
    const disallows = meant.some((one) => !this.#plain.has(one)) || (isLeast && meaning === 0);
    if (this.#listed.length < MAX_DIRECTIVES || disallows) this.#listed.push(directive);
    for (const one of meant) this.#plain.add(one);
    if (isLeast) this.#least.set(name, meaning);
  }

  result(): MergedDirectives {
    const has = (name: string): boolean => this.#plain.has(name);
    const nosnippet = has('nosnippet') || this.#leastOf('max-snippet') === 0;
    const size = this.#least.get('max-image-preview');
    return {
      noindex: has('noindex'),
      nofollow: has('nofollow'),
      indexifembedded: has('noindex') && has('indexifembedded'),
      nosnippet,
      noarchive: has('noarchive'),
      nocache: has('nocache'),
      notranslate: has('notranslate'),
      noimageindex: has('noimageindex'),
      noai: has('noai'),
      noimageai: has('noimageai'),
      maxSnippet: nosnippet ? 0 : finite(this.#leastOf('max-snippet')),
      maxImagePreview: size === undefined ? null : IMAGE_PREVIEWS[size],
      maxVideoPreview: has('nosnippet') ? 0 : finite(this.#leastOf('max-video-preview')),
      unavailableAfter: finite(this.#leastOf('unavailable_after')),
      directives: this.#listed,
    };
  }

  #leastOf(name: string): number {
    return this.#least.get(name) ?? Infinity;
  }
}

function finite(value: number): number | null {
  return value === Infinity ? null : value;
}
