/**
 * Reads what a page says about itself: its header fields at once, its HTML as it arrives.
 */
import { lowerCaseLetters } from '../ascii.js';
import { plainOctets } from '../octets.js';
import { notOctets } from '../stream/source.js';
import { urlOrNull } from '../urls.js';
import type { Addressee } from './addressee.js';
import { decoderFor, SNIFFED_OCTETS } from './charset.js';
import { headerDirectives, metaDirectives } from './directive.js';
import { type Parse5, TagReader, type TagSink } from './html-tags.js';
import { DirectiveMerger, type MergedDirectives } from './merge.js';

/** What a page says about itself to a crawler, and the links of the page if they are asked for. */
export interface PageDirectives extends MergedDirectives {
  /** The links in order if the option `links` is set; otherwise empty. */
  readonly links: readonly PageLink[];
  /** The values of the header `Content-Usage`, as they were sent: see `pageUsage`. */
  readonly contentUsage: readonly string[];
  /** The URL that the first `link` of the head with `rel=canonical` leads to, without its fragment; null if there is none, as for `url` of a link. */
  readonly canonical: string | null;
  /** The URLs of the license files (RSL 1.0, section 4.6) that elements `link` of the head name, at most 10. */
  readonly licenses: readonly string[];
  /** What meta elements say about text and data mining (TDMRep), as written; null for what they do not say. */
  readonly tdm: { readonly reservation: string | null; readonly policy: string | null };
  /** Whether reading stopped before the end of the page, because of `maxOctets` or `maxLinks`. */
  readonly truncated: boolean;
}

/** A link: an `a` or `area` element with `href`. */
export interface PageLink {
  /** The element that has the link. */
  readonly element: 'a' | 'area';
  /** The value of `href` as the page has it, with character references resolved. */
  readonly href: string;
  /** The URL that the link leads to, without its fragment; null if `href` is not a URL, or is relative and the option `url` is missing. */
  readonly url: string | null;
  /** The keywords of its `rel`, in lower case: `nofollow`, `ugc`, `sponsored` and others. */
  readonly rel: readonly string[];
  /** Whether the link is not to be followed: its `rel` has `nofollow`, or the whole page says so. */
  readonly nofollow: boolean;
}

/** How a page is read, with its defaults. */
export interface PageSettings {
  readonly addressee: Addressee;
  /** The values of the header `X-Robots-Tag`. */
  readonly robotsTags: readonly string[];
  /** The values of the header `Content-Usage`. */
  readonly contentUsage: readonly string[];
  /** The label of the encoding, as the response states it or the type of the HTML implies it. */
  readonly charset: string | undefined;
  readonly within: 'head' | 'page';
  readonly maxOctets: number;
  readonly url: string | undefined;
  readonly links: boolean;
  readonly maxLinks: number;
}

/** The meta elements of TDMRep. */
const TDM_NAMES: readonly string[] = ['tdm-reservation', 'tdm-policy'];

/** The media type of license files. Links to other kinds of licenses have another one, or none. */
const LICENSE_TYPE = 'application/rsl+xml';

const MAX_LICENSES = 10;

/** The directives and links of a page so far. */
export class PageFindings implements TagSink {
  readonly merger = new DirectiveMerger();
  readonly #links: Omit<PageLink, 'url' | 'nofollow'>[] = [];
  readonly #settings: PageSettings;
  /** Stops reading. */
  readonly #stop: (isTruncated: boolean) => void;
  #base: string | undefined;
  #canonical: string | undefined;
  #isInHead = true;
  readonly #licenses: string[] = [];
  /** The contents of meta elements by their names. */
  readonly #tdm = new Map<string, string>();

  constructor(settings: PageSettings, stop: (isTruncated: boolean) => void = () => {}) {
    this.#settings = settings;
    this.#stop = stop;
    for (const value of settings.robotsTags) {
      for (const directive of headerDirectives(value)) {
        if (settings.addressee.isMeant(directive.agent)) this.merger.add(directive);
      }
    }
  }

  onMeta(name: string, content: string): void {
    const named = lowerCaseLetters(name.trim());
    if (TDM_NAMES.includes(named) && !this.#tdm.has(named)) this.#tdm.set(named, content.trim());
    const agent = this.#settings.addressee.agentOf(name);
    if (agent === undefined) return;
    for (const directive of metaDirectives(agent, content)) this.merger.add(directive);
  }

  onBase(href: string): void {
    this.#base ??= href;
  }

  onLink(element: 'a' | 'area', href: string, rel: string): void {
    if (!this.#settings.links) return;
    if (this.#links.length >= this.#settings.maxLinks) {
      this.#stop(true);
      return;
    }
    const keywords = lowerCaseLetters(rel).split(/[\t\n\f\r ]+/);
    this.#links.push({ element, href, rel: keywords.filter((keyword) => keyword !== '') });
  }

  onRelation(href: string, rel: string, type: string): void {
    // What users write is in the body, and must not speak for the page.
    if (!this.#isInHead) return;
    const keywords = lowerCaseLetters(rel).split(/[\t\n\f\r ]+/);
    if (keywords.includes('canonical')) this.#canonical ??= href;
    const isLicense = keywords.includes('license') && lowerCaseLetters(type.trim()) === LICENSE_TYPE;
    if (isLicense && this.#licenses.length < MAX_LICENSES) this.#licenses.push(href);
  }

  onHeadEnd(): void {
    this.#isInHead = false;
    if (this.#settings.within === 'head') this.#stop(false);
  }

  result(truncated: boolean): PageDirectives {
    const merged = this.merger.result();
    const base = this.#baseUrl();
    const links = this.#links.map((link) => ({
      ...link,
      url: targetOf(link.href, base),
      nofollow: merged.nofollow || link.rel.includes('nofollow'),
    }));
    return {
      ...merged,
      links,
      contentUsage: this.#settings.contentUsage,
      canonical: this.#canonical === undefined ? null : targetOf(this.#canonical, base),
      licenses: this.#licenses.flatMap((href) => targetOf(href, base) ?? []),
      tdm: {
        reservation: this.#tdm.get('tdm-reservation') ?? null,
        policy: this.#tdm.get('tdm-policy') ?? null,
      },
      truncated,
    };
  }

  #baseUrl(): string | undefined {
    const { url } = this.#settings;
    return this.#base === undefined ? url : (urlOrNull(this.#base.trim(), url)?.href ?? url);
  }
}

function targetOf(href: string, base: string | undefined): string | null {
  const url = urlOrNull(href, base);
  if (url === null) return null;
  url.hash = '';
  return url.href;
}

/**
 * Reads one page. `pageReader` creates it.
 *
 * @example
 * ```js
 * import { pageReader } from 'robotstream/page';
 *
 * const reader = await pageReader({ agents: 'FooBot' });
 * reader.write(new TextEncoder().encode('<meta name="robots" content="noindex">'));
 * console.log(reader.end().noindex); // → true
 * ```
 */
export class PageReader {
  readonly #settings: PageSettings;
  readonly #findings: PageFindings;
  readonly #tags: TagReader;
  /** The first octets, until they show the encoding. */
  #start: Uint8Array | undefined = new Uint8Array();
  #decoder: ReturnType<typeof decoderFor> | undefined;
  #octets = 0;
  #isOver = false;
  #isTruncated = false;

  /** @hidden */
  constructor(parse5: Parse5, settings: PageSettings) {
    this.#settings = settings;
    this.#findings = new PageFindings(settings, (isTruncated) => this.#stop(isTruncated));
    this.#tags = new TagReader(parse5, this.#findings);
  }

  /** Whether reading is over: at the end of the head with `within: 'head'`, or at the limit of octets or links. */
  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Reads the next octets of the page.
   *
   * @throws {RobotsError} `source-type` if the chunk is not octets
   */
  write(chunk: Uint8Array): void {
    const octets = plainOctets(chunk);
    if (octets === undefined) throw notOctets(chunk);
    if (this.#isOver) return;
    const left = this.#settings.maxOctets - this.#octets;
    this.#octets += octets.length;
    this.#read(octets.subarray(0, left));
    if (octets.length > left && !this.#isOver) this.#stop(true);
  }

  /** Ends the page and returns what it says. Call it once at the end of the page, or when you want to read no more of it. */
  end(): PageDirectives {
    if (!this.#isOver) {
      if (this.#start !== undefined) this.#decode(this.#start);
      if (!this.#isOver) this.#tags.write(this.#decoder?.decode() ?? '');
      if (!this.#isOver) this.#tags.end();
      this.#isOver = true;
    }
    return this.#findings.result(this.#isTruncated);
  }

  #read(octets: Uint8Array): void {
    if (this.#start === undefined) {
      this.#decode(octets);
      return;
    }
    const start = new Uint8Array(this.#start.length + octets.length);
    start.set(this.#start);
    start.set(octets, this.#start.length);
    if (start.length < SNIFFED_OCTETS) this.#start = start;
    else this.#decode(start);
  }

  #decode(octets: Uint8Array): void {
    this.#start = undefined;
    this.#decoder ??= decoderFor(octets, this.#settings.charset);
    this.#tags.write(this.#decoder.decode(octets, { stream: true }));
  }

  #stop(isTruncated: boolean): void {
    this.#isOver = true;
    this.#isTruncated = isTruncated;
    this.#tags.stop();
  }
}
