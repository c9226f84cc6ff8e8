/**
 * What the inspector shows, as one immutable value. Everything else on the page follows from it, so a link with this value
 * shows another person the same page.
 */

import { CRAWLER_SETS, type CrawlerPurpose, type CrawlerSet, PURPOSE_WORDS } from 'robotstream/crawlers';
import type { ReaderName } from 'robotstream/readers';
import type { ProfileName } from 'robotstream/web';

/** The name of a profile, or of a reader. */
export type ReadingName = ProfileName | ReaderName;

/** The parts of the page that are folded until the person opens one. */
export const PANELS = ['readings', 'crawlers', 'compare', 'export'] as const;

export type PanelName = (typeof PANELS)[number];

/** What the table of the panel `crawlers` can have: sets, and crawlers of a purpose. */
export type OverviewSet = CrawlerSet | CrawlerPurpose;

export const OVERVIEW_SETS = [
  ...CRAWLER_SETS,
  ...(Object.keys(PURPOSE_WORDS) as CrawlerPurpose[]),
] as readonly OverviewSet[];

/** The columns by which the table of the panel `crawlers` can be sorted. */
export const CRAWLER_COLUMNS = ['crawler', 'operator', 'purpose', 'verdict'] as const;

export type CrawlerColumn = (typeof CRAWLER_COLUMNS)[number];

/** A robots.txt: its octets, exactly as they were read, and its name. */
export interface RobotsFile {
  readonly octets: Uint8Array;
  /** The name of the file, or the URL that it comes from. For people only. */
  readonly name: string;
}

/** The cell of one crawler and one URL in the grid of verdicts. */
export interface ChosenCell {
  readonly kind: 'cell';
  /** The crawler as the grid names it. */
  readonly crawler: string;
  /** The URL as it was typed. */
  readonly url: string;
}

/** A line of the file. */
export interface ChosenLine {
  readonly kind: 'line';
  /** The line's number, from 1. */
  readonly line: number;
}

/** What the person has chosen to see explained. */
export type Chosen = ChosenCell | ChosenLine;

/** What the panel `crawlers` shows. */
export interface CrawlerOverview {
  readonly set: OverviewSet;
  /** The path whose verdicts it shows, such as `/`. */
  readonly path: string;
  readonly sortedBy: CrawlerColumn;
  readonly descending: boolean;
}

export interface InspectorState {
  /** The robots.txt in the editor. */
  readonly file: Uint8Array;
  /** Its name, or the URL that it comes from. */
  readonly fileName: string;
  /** The version that the panel `compare` compares the file with; null if there is none. */
  readonly other: RobotsFile | null;
  /** The URLs of the question as typed, one on each line. */
  readonly urls: string;
  /** The crawlers of the question as typed: product tokens, and sets of the registry such as `@ai`. */
  readonly crawlers: string;
  /** The profile by which all crawlers are judged; undefined if each is judged by its own. */
  readonly profile: ReadingName | undefined;
  /** The part that is open; null if none is. */
  readonly panel: PanelName | null;
  readonly chosen: Chosen | null;
  readonly overview: CrawlerOverview;
}

/** A change of some parts of the state. */
export type StateChange = Partial<InspectorState>;

/** The file that the page starts with. */
const FIRST_FILE = `# A robots.txt to try the inspector with. Replace it with yours.
User-agent: *
Disallow: /search
Allow: /search/about

User-agent: GPTBot
User-agent: CCBot
Disallow: /

Sitemap: https://example.com/sitemap.xml
`;

/** What is asked about a file of which nothing else is known. */
export const ROOT_URL = '/';

/** What the page shows if its address says nothing. */
export const INITIAL_STATE: InspectorState = Object.freeze({
  file: new TextEncoder().encode(FIRST_FILE),
  fileName: 'robots.txt',
  other: null,
  urls: 'https://example.com/\nhttps://example.com/search?q=robots\nhttps://example.com/search/about',
  crawlers: 'Googlebot, Bingbot, GPTBot, ClaudeBot',
  profile: undefined,
  panel: null,
  chosen: null,
  overview: Object.freeze({ set: 'all', path: '/', sortedBy: 'verdict', descending: false }),
});

/**
 * The state after a change. A new file clears the chosen cell or line, unless the change chooses one: the line may not be there. A new
 * question clears a chosen cell, which may be gone, but not a line, which means the same whatever is asked.
 */
export function changed(state: InspectorState, change: StateChange): InspectorState {
  const isAsked = 'urls' in change || 'crawlers' in change;
  const dropsChoice = 'fileName' in change || (isAsked && state.chosen?.kind === 'cell');
  return { ...state, ...(dropsChoice ? { chosen: null } : {}), ...change };
}

/** The file in the editor, with its name. */
export function fileOf({ file, fileName }: InspectorState): RobotsFile {
  return { octets: file, name: fileName };
}

/** Another file in the editor. */
export function opened({ octets, name }: RobotsFile): StateChange {
  return { file: octets, fileName: name, chosen: null };
}

/** Swaps the file and the version that it is compared with. Nothing changes if there is no such version. */
export function swapped(state: InspectorState): StateChange {
  return state.other === null ? {} : { ...opened(state.other), other: fileOf(state) };
}

/** The question with a URL and a crawler in it, and their verdict chosen. */
export function withCell(state: InspectorState, url: string, crawler: string): StateChange {
  const urls = state.urls.split(/\r\n|\r|\n/);
  const names = state.crawlers.split(/[\s,;]+/).map((name) => name.toLowerCase());
  return {
    urls: urls.some((one) => one.trim() === url) ? state.urls : [url, ...urls].join('\n').trimEnd(),
    crawlers: names.includes(crawler.toLowerCase())
      ? state.crawlers
      : [state.crawlers.replace(/(?<![\s,;])[\s,;]+$/, ''), crawler].filter((text) => text !== '').join(', '),
    chosen: { kind: 'cell', url, crawler },
  };
}
