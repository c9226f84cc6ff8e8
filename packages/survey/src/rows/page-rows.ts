/**
 * The rows of the table `pages` that a capture gives: what a page says about itself to each crawler.
 */
import { toUSVString } from 'node:util';
import { contentUsageOfHeader } from 'robotstream';
import {
  type Callers,
  loadParse5,
  type MergedDirectives,
  PageAudience,
  type PageDirective,
} from 'robotstream/internal';
import type { Capture, Payload } from '../captures/capture.js';
import { isReadAsRobotsTxt } from '../captures/read-captures.js';
import type { RowOf, SurveyRows } from '../tables.js';
import { authorityOf } from './authority.js';
import { momentOf, timestampOf } from './moment.js';
import { kindOf } from './payload-kind.js';
import { statedIn } from './stated-usage.js';

/** How many directives a list has at most, and how many characters of one. */
const MAX_LISTED = 100;
const MAX_TEXT_CHARACTERS = 200;

const HTML_TYPE = /^\s*(?:text\/html|application\/xhtml\+xml)\s*(?:;|$)/i;

/** The crawlers of a survey, as pages address them. */
export class PageReading {
  readonly #names: readonly string[];
  readonly #audience: PageAudience;

  private constructor(names: readonly string[], audience: PageAudience) {
    this.#names = names;
    this.#audience = audience;
  }

  /** @throws {RobotsError} (rejects) `html-package-missing` if the package parse5 is not installed */
  static async of(
    crawlers: readonly { readonly name: string; readonly callers: Callers }[],
  ): Promise<PageReading> {
    const audience = new PageAudience(
      crawlers.map(({ callers }) => callers),
      await loadParse5(),
    );
    return new PageReading(
      crawlers.map(({ name }) => name),
      audience,
    );
  }

  /** Adds a row for each crawler, if the capture is a page: HTML, or a response with one of the headers about the use of a page. */
  addRows(source: string, capture: Capture, rows: SurveyRows[]): void {
    const { headers, payload, url } = capture;
    if (isReadAsRobotsTxt(url)) return;
    const robotsTags = headers.valuesOf('x-robots-tag');
    const contentUsage = headers.valuesOf('content-usage');
    const isPage = payload !== null && isHtml(payload);
    if (!isPage && robotsTags.length === 0 && contentUsage.length === 0) return;
    const html = isPage ? payload.octets : undefined;
    const contentType = headers.get('content-type');
    const { merged, truncated } = this.#audience.read({ robotsTags, contentType, html });
    const common = {
      ...placeOf(source, capture),
      headerUsage: statedIn('content-usage', contentUsageOfHeader(contentUsage).categories),
      truncated: truncated || (html !== undefined && payload?.isCutOff === true),
    };
    const inShort = new ShortDirectives();
    for (const [nth, agent] of this.#names.entries()) {
      rows.push({
        table: 'pages',
        id: capture.id,
        row: { ...common, agent, ...cellsOf(merged[nth], inShort) },
      });
    }
  }
}

/** Whether a payload is HTML: by its media type, or by its octets if there is none. */
function isHtml({ mediaType, octets }: Payload): boolean {
  return mediaType === null ? kindOf(octets, null, false) === 'html' : HTML_TYPE.test(mediaType);
}

function placeOf(source: string, { offset, offsetInMember, url, fetchedAt, status, payload }: Capture) {
  return {
    source,
    inputOffset: offset,
    offsetInMember,
    url,
    authority: authorityOf(url),
    ...momentOf(fetchedAt),
    httpStatus: status,
    contentType: payload?.mediaType ?? null,
    octets: payload?.octets.length ?? null,
  };
}

type DirectiveCells = Omit<
  RowOf<'pages'>,
  keyof ReturnType<typeof placeOf> | 'agent' | 'headerUsage' | 'truncated'
>;

function cellsOf(
  { directives, unavailableAfter, ...merged }: MergedDirectives,
  inShort: ShortDirectives,
): DirectiveCells {
  const known = directives.filter(({ reading }) => reading === 'known');
  const others = directives.filter(({ reading }) => reading !== 'known');
  return {
    inHeader: known.some(({ source }) => source === 'header'),
    inMeta: known.some(({ source }) => source === 'meta'),
    ...merged,
    maxSnippet: integerOf(merged.maxSnippet),
    maxVideoPreview: integerOf(merged.maxVideoPreview),
    unavailableAfter: unavailableAfter === null ? null : timestampOf(unavailableAfter),
    directives: inShort.listOf(known),
    unknownDirectives: inShort.listOf(others),
  };
}

/** A limit as a column can have it: pages may state any number of digits. */
function integerOf(limit: number | null): number | null {
  return limit === null ? null : Math.min(limit, Number.MAX_SAFE_INTEGER);
}

/** Directives of one page as texts, which its rows share. */
class ShortDirectives {
  readonly #texts = new Map<string, string>();

  listOf(directives: readonly PageDirective[]): readonly string[] {
    return directives.slice(0, MAX_LISTED).map((directive) => this.#shared(textOf(directive)));
  }

  #shared(text: string): string {
    const known = this.#texts.get(text);
    if (known !== undefined) return known;
    this.#texts.set(text, text);
    return text;
  }
}

/** A directive in three parts: `header:*:noindex`, `meta:examplebot:max-snippet=50`. */
function textOf({ source, agent, name, value }: PageDirective): string {
  const text = `${source}:${agent ?? '*'}:${name}${value === null ? '' : `=${value}`}`;
  return text.length > MAX_TEXT_CHARACTERS ? `${toUSVString(text.slice(0, MAX_TEXT_CHARACTERS - 1))}…` : text;
}
