/**
 * Files as the classifier of IMC'25 reads them. `PUBLISHED` has the sources.
 */
import { PROFILES } from 'robotstream';
import { reachOf } from 'robotstream/compare';
import { callersFor, rulesOf } from 'robotstream/internal';
import {
  ANY_CRAWLER,
  type Answer,
  type AskedCrawler,
  answer,
  type Degree,
  type Reading,
  type StudiedFile,
} from './file.js';
import type { Cause } from './studies.js';

/** A path that no file has, which the classifier tries, too. */
const DUMMY = '/dummy-testing-path-54321';

const SITE = 'https://example.com';

/** The paths that the classifier tries, beside `/`: the words that follow allow and disallow in the lines of the file. */
export function pathsToTry(text: string): ReadonlySet<string> {
  const paths = new Set<string>();
  for (const line of text.split('\n')) {
    const lower = line.toLowerCase();
    let path: string | undefined;
    // The second word of the line, whatever stands before it; or what is between the first two colons.
    if (lower.includes('allow: ')) path = line.trim().split(/\s+/)[1];
    else if (lower.includes('allow:')) path = line.split(':')[1];
    if (path !== undefined) paths.add(path);
  }
  paths.delete('/');
  return paths.add(DUMMY);
}

/** What the classifier says, by the answers of Google's parser. */
export function judge(isAllowed: (url: string) => boolean, paths: ReadonlySet<string>): Degree {
  const isRootAllowed = isAllowed(`${SITE}/`);
  for (const path of paths) {
    const url = SITE + (path.endsWith('$') ? path.slice(0, -1) : path);
    if (isAllowed(url) !== isRootAllowed) return 'some';
  }
  return isRootAllowed ? 'none' : 'all';
}

/** A name that Google's parser can find in a user-agent line, of which it takes no other characters. */
const FINDABLE = /^[A-Za-z_-]+$/;

/** What the study and this package say about a file. */
export function imc25Answers(file: StudiedFile, crawlers: readonly AskedCrawler[]): Answer[] {
  const paths = pathsToTry(file.text);
  const judged = new Map<unknown, Degree>();
  return crawlers.flatMap((crawler) => {
    const name = FINDABLE.test(crawler.name) ? crawler.name : ANY_CRAWLER;
    const google = file.reading({ name, callers: callersFor(name), profile: PROFILES.google });
    const { table } = rulesOf(google.matcher).compiled;
    const theirs = judged.get(table) ?? judge((url) => google.matcher.isAllowed(url), paths);
    judged.set(table, theirs);
    const { degree, agentLines } = file.reading(crawler);
    const why = (): readonly [Cause, number] => causeOf(crawler.name, agentLines, google, theirs);
    return (['all', 'some', 'none'] as const).flatMap((question) =>
      answer(question, crawler.name, theirs === question, degree === question, why),
    );
  });
}

/** Why the classifier says something else. */
function causeOf(
  name: string,
  [line = 0]: readonly number[],
  google: Reading,
  theirs: Degree,
): readonly [Cause, number] {
  if (google.degree === null) return ['undecided', 0];
  if (line > 0 && !FINDABLE.test(name)) return ['name-never-matches', line];
  if (google.degree === theirs) return ['own-reading', line];
  const { allowedPath, disallowedPath } = reachOf(google.matcher);
  const witness = theirs === 'all' ? allowedPath : disallowedPath;
  return ['path-not-tried', witness === null ? line : (google.matcher.check(witness).rule?.line ?? line)];
}
