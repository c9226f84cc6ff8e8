/** What is asked: a file, crawlers and URLs. All sets of questions are made of these. */
import { createHash } from 'node:crypto';

/** A file and what is asked about it: whether each of the crawlers may fetch each of the URLs. */
export interface Case {
  /** What differences are reported by: the site of a real file, or how a generated file was made. */
  readonly name: string;
  readonly body: Uint8Array;
  /** Crawlers, as they are named to the program: mostly a product token, sometimes a User-Agent header. */
  readonly agents: readonly string[];
  /** Absolute URLs of `http://example.com`. */
  readonly urls: readonly string[];
}

/** May this crawler fetch this URL of a site with this file? */
export interface Question {
  readonly case: Case;
  readonly agent: string;
  readonly url: string;
  /** Whether only the number of wrong answers is shown, so that nobody can fit a reader to this question. */
  readonly isHeldOut: boolean;
}

/** Every fifth case is held out. */
const HELD_OUT = { each: 5, from: 4 };

/** The questions of cases, in the order in which programs are asked: case by case, crawler by crawler, URL by URL. */
export function* questionsOf(cases: readonly Case[]): Generator<Question> {
  for (const [index, asked] of cases.entries()) {
    const isHeldOut = index % HELD_OUT.each === HELD_OUT.from;
    for (const agent of asked.agents) {
      for (const url of asked.urls) yield { case: asked, agent, url, isHeldOut };
    }
  }
}

/** How many questions the cases are. */
export function countQuestions(cases: readonly Case[]): number {
  return cases.reduce((sum, { agents, urls }) => sum + agents.length * urls.length, 0);
}

/** The SHA-256 of all that is asked, in hexadecimal digits. */
export function digestOf(cases: readonly Case[]): string {
  const hash = createHash('sha256');
  for (const { body, agents, urls } of cases) {
    hash.update(`${JSON.stringify([body.length, agents, urls])}\n`).update(body);
  }
  return hash.digest('hex');
}

/** An absolute URL of the site that all questions are about. */
export function urlOf(path: string): string {
  return `http://example.com${path}`;
}

/** A body from texts, which are written as UTF-8, and octets. */
export function bodyOf(...parts: readonly (string | Uint8Array)[]): Uint8Array {
  return Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'utf8') : part)));
}

/** The octets of a text with one octet for each of its characters, up to U+00FF. */
export function octetsOf(text: string): Uint8Array {
  return Buffer.from(text, 'latin1');
}
