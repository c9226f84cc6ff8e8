/**
 * A file of a survey, as the readings of the studies and this package's own take it.
 */
import type { Profile } from 'robotstream';
import { reachOf, restrictionOf } from 'robotstream/compare';
import {
  type Callers,
  Matcher,
  RobotsDocument,
  Row,
  type RuleTable,
  rulesOf,
  takeOctets,
} from 'robotstream/internal';
import type { Cause } from './studies.js';

/** A crawler that is asked about. */
export interface AskedCrawler {
  readonly name: string;
  readonly callers: Callers;
  readonly profile: Profile;
}

/** How much of a site a crawler may not fetch. */
export type Degree = 'all' | 'some' | 'none';

/** What a file says to a crawler. */
export interface Reading {
  readonly matcher: Matcher;
  /** Null if the comparison of the rules ended at its limit. */
  readonly degree: Degree | null;
  /** The numbers of the user-agent lines that name the crawler. */
  readonly agentLines: readonly number[];
}

/** A kept file. */
export class StudiedFile {
  readonly octets: Uint8Array;
  readonly document: RobotsDocument;
  #text: string | undefined;
  #lines: readonly string[] | undefined;
  /** By the rules, which crawlers share that obey the same groups. */
  readonly #degrees = new Map<RuleTable, Degree | null>();

  constructor(octets: Uint8Array) {
    this.octets = octets;
    this.document = new RobotsDocument(takeOctets(octets, undefined, true));
  }

  /** The file as text, without a byte order mark, with U+FFFD for what is not UTF-8. */
  get text(): string {
    this.#text ??= new TextDecoder().decode(this.octets);
    return this.#text;
  }

  /** A line as text. */
  line(number: number): string {
    this.#lines ??= this.text.split(/\r\n|\r|\n/);
    return this.#lines[number - 1] ?? '';
  }

  /** What the file says to a crawler. */
  reading({ name, callers, profile }: AskedCrawler): Reading {
    const view = rulesOf(this.document.matcher({ agents: '*', profile })).view;
    const matcher = new Matcher(view, callers);
    const { selection, compiled } = rulesOf(matcher);
    const { selectedBy, agentRows } = selection;
    let degree = this.#degrees.get(compiled.table);
    if (degree === undefined) {
      degree = degreeOf(matcher);
      this.#degrees.set(compiled.table, degree);
    }
    const { rows } = view.grouping;
    const isNamed = selectedBy === 'name' || (selectedBy === 'wildcard' && name === ANY_CRAWLER);
    return {
      matcher,
      degree,
      agentLines: isNamed ? [...agentRows].map((at) => rows[at + Row.LINE] as number) : [],
    };
  }
}

/** What the groups for any crawler are called. */
export const ANY_CRAWLER = '*';

/** How much of the site the crawler of a matcher may not fetch; null if the comparison of the rules ended at its limit. */
export function degreeOf(matcher: Matcher): Degree | null {
  const restriction = restrictionOf(matcher);
  if (restriction === 'all' || restriction === 'none') return restriction;
  // The restriction of a file with very many rules is not known, but whether there is one.
  return restriction === null ? BY_EXTENT[reachOf(matcher).extent] : 'some';
}

const BY_EXTENT = { everything: 'none', something: 'some', nothing: 'all', unknown: null } as const;

/** What a study and this package say about a file, as one figure counts it. Where both say no, there is none. */
export interface Answer {
  /** A key of `Study.questions`, and what the figure is about within it, such as a range of sizes. */
  readonly question: string;
  readonly detail: string;
  /** The crawler; empty if the figure is about none. */
  readonly agent: string;
  readonly theirs: boolean;
  readonly ours: boolean;
  /** Why they differ; null if they do not. */
  readonly cause: Cause | null;
  /** A line that shows why; 0 if none does. */
  readonly line: number;
  /** Whether theirs counts only if no other file of the host names the crawler. */
  readonly isFallback: boolean;
}

/** Makes an answer. The cause is only asked for if there is one. */
export function answer(
  question: string,
  agent: string,
  theirs: boolean,
  ours: boolean,
  why: () => readonly [Cause, number],
  more: Partial<Pick<Answer, 'detail' | 'isFallback'>> = {},
): Answer[] {
  if (!theirs && !ours) return [];
  const [cause, line] = theirs === ours ? [null, 0] : why();
  return [{ question, detail: '', isFallback: false, ...more, agent, theirs, ours, cause, line }];
}
