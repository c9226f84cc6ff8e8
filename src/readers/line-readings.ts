/**
 * Which lines of a file which readers read otherwise than RFC 9309 does, with a URL for each.
 */
import { rulesOf } from '../match/matcher.js';
import { aWholeNumber, checkedElsewhere, checkOptions, optionTable } from '../option-checks.js';
import type { Profile } from '../profiles.js';
import { aDocument, type RobotsDocument } from '../robots-document.js';
import { urlOfPath } from '../urls.js';
import { allReaders, FileReadings, type ReadingsOptions, type UrlReading } from './readings.js';

/** How far {@link lineReadings} looks. */
export interface LineReadingsOptions extends ReadingsOptions {
  /** What the search may cost, in rules and octets compared with a URL. Default: 20,000,000, which take about a second. */
  readonly maxSteps?: number | undefined;
}

/** A line that some readers read otherwise. */
export interface LineReadings {
  /** The line of the rule that decides under RFC 9309 or, if none does, for the readers; 0 if neither has one. */
  readonly line: number;
  /** A URL for each set of readers: none is in two sets. */
  readonly witnesses: readonly Witness[];
}

/** A URL that some readers judge otherwise than RFC 9309 does. */
export interface Witness {
  /** Its path and query. */
  readonly url: string;
  /** Whether RFC 9309 allows it. */
  readonly allowed: boolean;
  /** The readers that do not do the same. */
  readonly readings: readonly UrlReading[];
}

/** What is found in a file. */
export interface FoundReadings {
  /** In the order of the file. */
  readonly lines: readonly LineReadings[];
  /** Whether all URLs were tried that are made from the patterns. False if the search ended at its limit of steps. */
  readonly areAllTried: boolean;
}

const OPTIONS = optionTable<LineReadingsOptions>({
  agents: checkedElsewhere,
  maxSteps: aWholeNumber(1, Infinity, 'steps'),
});

const DEFAULT_STEPS = 20_000_000;
/** What a question costs besides the rules. */
const STEPS_PER_QUESTION = 20;
/** How many questions cost as much as a sentence. */
const QUESTIONS_PER_SENTENCE = 50;

/**
 * Finds the lines that some readers read otherwise than RFC 9309 does. It tries URLs that are made from the patterns, and lists those
 * on which the verdicts differ. That none is found for a line does not prove that there is none.
 *
 * @throws {TypeError | RangeError} if an argument is not as described
 * @example
 * ```js
 * import { parseSync } from 'robotstream';
 * import { lineReadings } from 'robotstream/readers';
 *
 * const document = parseSync('User-agent: *\nDisallow: /*.pdf$');
 * const { lines } = lineReadings(document, { agents: 'FooBot' });
 * console.log(lines[0].line, lines[0].witnesses[0].allowed); // → 2 false
 * ```
 */
export function lineReadings(document: RobotsDocument, options: LineReadingsOptions): FoundReadings {
  aDocument(document, 'document');
  checkOptions('lineReadings', options, OPTIONS);
  const { agents, maxSteps = DEFAULT_STEPS } = options;
  const file = new FileReadings(document, agents);
  const rfc = document.matcher({ agents });
  const readers = allReaders().map((profile) => ({
    profile,
    matcher: document.matcher({ agents, profile }),
  }));
  const patterns = document.groups.flatMap(({ rules }) => rules.map(({ pattern }) => pattern));
  const costOfQuestion = STEPS_PER_QUESTION + patterns.length;
  const found = new Map<number, Map<string, Witness & { readonly readings: UrlReading[] }>>();
  const seen = new Set<string>();
  const tried = new Set<string>();
  let left = maxSteps;

  for (const url of candidates(patterns)) {
    if (tried.has(url)) continue;
    tried.add(url);
    left -= readers.length * costOfQuestion;
    if (left < 0) return { lines: sorted(found), areAllTried: false };
    const allowed = rfc.isAllowed(url);
    const others = readers.filter(({ matcher }) => matcher.isAllowed(url) !== allowed);
    const steps = Math.max(...readers.map(({ matcher }) => rulesOf(matcher).compiled.steps));
    left -= readers.length * steps;
    if (others.length === 0) continue;
    add(
      url,
      allowed,
      others.map(({ profile }) => profile),
      steps,
    );
  }
  return { lines: sorted(found), areAllTried: true };

  /** @param steps how many steps of a matcher a question about the URL takes, besides what every question costs */
  function add(url: string, allowed: boolean, profiles: readonly Profile[], steps: number): void {
    const decidedBy = rfc.check(url).rule?.line ?? 0;
    const key = (line: number, reader: string) => `${line} ${reader}`;
    const news = profiles.filter(({ name }) => decidedBy === 0 || !seen.has(key(decidedBy, name)));
    left -= news.length * QUESTIONS_PER_SENTENCE * (costOfQuestion + steps);
    for (const reading of news.length === 0 ? [] : file.of(url, news)) {
      const line = decidedBy > 0 ? decidedBy : reading.line;
      if (seen.has(key(line, reading.reader))) continue;
      seen.add(key(line, reading.reader));
      const ofLine = found.get(line) ?? new Map<string, Witness & { readonly readings: UrlReading[] }>();
      found.set(line, ofLine);
      const witness = ofLine.get(url) ?? { url, allowed, readings: [] };
      ofLine.set(url, witness);
      witness.readings.push(reading);
    }
  }
}

function sorted(found: ReadonlyMap<number, ReadonlyMap<string, Witness>>): LineReadings[] {
  return [...found]
    .sort(([one], [other]) => one - other)
    .map(([line, witnesses]) => ({ line, witnesses: [...witnesses.values()] }));
}

/** URLs that tell readers apart, made from patterns: first the likeliest of each pattern, then the next. */
function* candidates(patterns: readonly string[]): Generator<string> {
  for (const make of FORMS) {
    for (const pattern of patterns) {
      const url = make(pattern);
      if (url !== null) yield pathOf(url);
    }
  }
  yield '/';
}

/** What is made of a pattern; null if that is nothing new. */
const FORMS: readonly ((pattern: string) => string | null)[] = [
  (pattern) => filled(pattern, 'x'),
  (pattern) => filled(pattern, ''),
  (pattern) => `${filled(pattern, 'x')}x`,
  (pattern) => pattern,
  (pattern) => `${pattern}x`,
  (pattern) => (pattern.includes('%') ? decodedText(filled(pattern, 'x')) : null),
  (pattern) => (pattern.includes('*') ? filled(pattern, '/x/x') : null),
];

function filled(pattern: string, star: string): string {
  return pattern.replace(/\$$/, '').replaceAll('*', star);
}

function decodedText(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

/** A text as the path of a URL, or as a URL if the path begins with two slashes. */
function pathOf(text: string): string {
  const escaped = text.replace(/[^!-~]+/g, (part) => encodeURIComponent(part.replace(/\p{Cs}/gu, '\ufffd')));
  return urlOfPath(escaped.startsWith('/') ? escaped : `/${escaped}`);
}
