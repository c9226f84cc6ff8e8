/**
 * Expectations about verdicts, and whether they are met. They are in lines like those of a robots.txt:
 *
 * ```text
 * User-agent: Googlebot
 * User-agent: GPTBot
 * Allow: /private/press line 3   # the line that must decide
 * Disallow: /private/
 * ```
 *
 * `Purpose: train` stands for all crawlers of the registry with that purpose. A line of either kind after an expectation begins a new list of
 * crawlers. Each expectation is for every crawler of its list.
 */

import type { Matcher, RobotsDocument, Verdict } from 'robotstream';
import { nameHint, purposeNamed } from 'robotstream/crawlers/internal';
import { isAgent } from '../../../command-line/src/option-values.js';
import type { ReadingName } from '../../../command-line/src/reading-name.js';
import { matcherFor } from '../caller.js';
import { ACCEPTED_URL, notAUrl } from '../input.js';
import { isUrl } from '../options.js';
import { crawlersFor } from '../purpose-option.js';

/** The expected verdict on a URL for one crawler. */
export interface Expectation {
  readonly agent: string;
  readonly url: string;
  readonly allowed: boolean;
  /** The line of the robots.txt that must decide, 0 for none; `undefined` if any may. */
  readonly decidingLine: number | undefined;
  /** The line of the expectation, from 1. */
  readonly line: number;
}

/** What is wrong with a line. */
export interface Mistake {
  readonly line: number;
  /** The column, from 1, in octets. */
  readonly column: number;
  readonly message: string;
}

/** Reads expectations. All mistakes are found, not only the first. */
export function readExpectations(text: string): {
  readonly expectations: readonly Expectation[];
  readonly mistakes: readonly Mistake[];
} {
  const expectations: Expectation[] = [];
  const mistakes: Mistake[] = [];
  let agents: string[] = [];
  let hasExpectation = false;
  const lines = text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/);
  for (const [index, lineText] of lines.entries()) {
    const line = index + 1;
    const read = readLine(lineText);
    if (read === null) continue;
    if ('message' in read) {
      mistakes.push({ line, column: columnOf(lineText, read.at), message: read.message });
    } else if ('agents' in read) {
      if (hasExpectation) agents = [];
      agents.push(...read.agents);
      hasExpectation = false;
    } else {
      hasExpectation = true;
      if (agents.length === 0) {
        const message = 'no User-agent line above says which crawler this is for';
        mistakes.push({ line, column: columnOf(lineText, lineText.search(/\S/)), message });
      }
      for (const agent of agents) expectations.push({ agent, ...read, line });
    }
  }
  return { expectations, mistakes };
}

type ReadLine =
  | { readonly agents: readonly string[] }
  | { readonly url: string; readonly allowed: boolean; readonly decidingLine: number | undefined }
  | { readonly message: string; readonly at: number };

const FIELDS = 'User-agent, Purpose, Allow and Disallow';

/** Reads a line without its comment: a field, a colon, and words. */
function readLine(lineText: string): ReadLine | null {
  const text = lineText.replace(/(?:^|\s)#.*$/s, '').trimEnd();
  if (text.trim() === '') return null;
  const start = text.search(/\S/);
  const colon = text.indexOf(':');
  if (colon < 0) return { message: `a field and a colon are expected; the fields are ${FIELDS}`, at: start };
  const field = text.slice(0, colon).trim();
  const value = text.slice(colon + 1).trimStart();
  const valueAt = text.length - value.length;
  switch (field.toLowerCase()) {
    case 'user-agent':
      if (isAgent(value)) return { agents: [value] };
      return {
        message: `${JSON.stringify(value)} is not a product token, such as ${nameHint(value)?.meant[0] ?? 'ExampleBot'}`,
        at: valueAt,
      };
    case 'purpose':
      return crawlersInUse(value, valueAt);
    case 'allow':
    case 'disallow':
      return readExpectation(value, field.toLowerCase() === 'allow', valueAt);
    default:
      return { message: `unknown field ${JSON.stringify(field)}; the fields are ${FIELDS}`, at: start };
  }
}

/** The crawlers of the registry with a purpose that their operators still use. */
function crawlersInUse(value: string, at: number): ReadLine {
  try {
    const having = crawlersFor(purposeNamed(value)).filter(({ isRetired }) => !isRetired);
    return { agents: having.map(({ token }) => token) };
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return { message: error.message.replace('name is', 'there is no purpose'), at };
  }
}

/** A URL; perhaps the word `line` and a number. */
function readExpectation(value: string, allowed: boolean, valueAt: number): ReadLine {
  const words = Array.from(value.matchAll(/\S+/g), ({ 0: word, index }) => ({ word, at: valueAt + index }));
  const [url, keyword, number, more] = words;
  if (url === undefined) return { message: 'a URL or a path is expected', at: valueAt };
  if (!isUrl(url.word)) return { message: notAUrl(url.word, ACCEPTED_URL), at: url.at };
  if (keyword === undefined) return { url: url.word, allowed, decidingLine: undefined };
  if (keyword.word.toLowerCase() !== 'line') {
    return {
      message: `${JSON.stringify(keyword.word)} after the URL; "line" and a number, or nothing, is expected`,
      at: keyword.at,
    };
  }
  const decidingLine = number !== undefined && /^\d+$/.test(number.word) ? Number(number.word) : Number.NaN;
  if (!Number.isSafeInteger(decidingLine)) {
    return {
      message: 'the number of a line is expected after "line", or 0 for no rule',
      at: number?.at ?? keyword.at + keyword.word.length,
    };
  }
  if (more !== undefined) return { message: `${JSON.stringify(more.word)} after the number`, at: more.at };
  return { url: url.word, allowed, decidingLine };
}

/** The column of a character of a line, from 1, in octets. */
function columnOf(lineText: string, at: number): number {
  return Buffer.byteLength(lineText.slice(0, at)) + 1;
}

/** An expectation, and what the robots.txt says. */
export interface Outcome {
  readonly expectation: Expectation;
  readonly verdict: Verdict;
  readonly isMet: boolean;
}

/** Compares each expectation with the matcher of its crawler. Without a profile, each crawler is judged by its own reading. */
export function outcomesOf(
  expectations: readonly Expectation[],
  document: RobotsDocument,
  profile: ReadingName | undefined,
): Outcome[] {
  const matchers = new Map<string, Matcher>();
  return expectations.map((expectation) => {
    const { agent, url, allowed, decidingLine } = expectation;
    const matcher = matchers.get(agent) ?? matcherFor(document, agent, profile);
    matchers.set(agent, matcher);
    const verdict = matcher.check(url);
    const isLineMet = decidingLine === undefined || decidingLine === (verdict.rule?.line ?? 0);
    return { expectation, verdict, isMet: verdict.allowed === allowed && isLineMet };
  });
}

/** An expectation as one line: `disallow /private/ for Googlebot, by line 2`. */
export function titleOf({ agent, url, allowed, decidingLine }: Expectation): string {
  const line =
    decidingLine === undefined ? '' : decidingLine === 0 ? ', by no rule' : `, by line ${decidingLine}`;
  return `${allowed ? 'allow' : 'disallow'} ${url} for ${agent}${line}`;
}
