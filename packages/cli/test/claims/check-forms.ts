/** What `check` prints about a file. */
import { parseSync } from 'robotstream';
import { PARSING_LIMIT_OCTETS } from '../../../../test/reference/lines.js';
import type { ReferenceProfile } from '../../../../test/reference/reference.js';
import { lintNotice } from '../../src/lint-notice.js';
import type { Explanations } from './explanations.js';
import { type Forms, firstFault } from './forms.js';
import { NaiveCrawler, type NaiveFile } from './naive-crawler.js';

export interface CheckScope {
  readonly name: string;
  readonly file: NaiveFile;
  readonly agents: readonly string[];
  readonly urls: readonly string[];
  readonly explanations: Explanations;
  /** How many URLs have been printed. */
  shown: number;
}

const READING = 'under \\S+(?:, and as .*? reads? it: .*?)?|as .*? reads? it: .*?';

/** What follows the heading of a file that is longer than the parsing limit. */
export const CUT = '(?<cut> \\(cut at the parsing limit\\))?';

export const CHECK_FORMS: Forms<CheckScope> = {
  question: {
    lines: new RegExp(`(?<name>\\S+) for (?<agents>.*), (?<reading>${READING})${CUT}\\n`),
    check: ({ agents, reading = '', cut }, scope) =>
      firstFault(
        agents !== scope.agents.join(', ') && 'other crawlers are asked about',
        readingFault(reading, scope.agents),
        cutFault(cut, scope.file),
      ),
  },
  answer: {
    lines:
      /\n(?<word>allowed {3}|disallowed) {2}(?<url>.*)\n(?: {2}(?<line>\d+) \| .*\n)?(?! {2}\d+ \|) {2}(?<because>.*)\n/,
    check: ({ word, url = '', line, because = '' }, scope) => {
      const [agent = ''] = scope.agents;
      const crawler = new NaiveCrawler(agent);
      const asked = scope.urls[scope.shown++];
      const decides = crawler.verdict(scope.file, url).line;
      return firstFault(
        url !== asked && `${asked} was asked about`,
        Number(line ?? 0) !== decides && `line ${decides} decides`,
        scope.explanations.fault(because, {
          file: scope.file,
          crawler,
          url,
          allowed: word?.trim() === 'allowed',
        }),
      );
    },
  },
  crawlers: {
    lines: /\n(?<agents>.*?) +URL\n/,
    check: ({ agents = '' }, scope) =>
      agents.split(/ {2,}/).join() === scope.agents.join() ? null : 'other crawlers are asked about',
  },
  row: {
    lines: /(?<cells>(?:(?:yes|no)(?: \d+)? {2,})+)(?<url>[/h].*)\n/,
    check: ({ cells = '', url = '' }, scope) => {
      const asked = scope.urls[scope.shown++];
      if (url !== asked) return `${asked} was asked about`;
      for (const [i, cell] of cells.trimEnd().split(/ {2,}/).entries()) {
        const { allowed, line } = new NaiveCrawler(scope.agents[i] ?? '').verdict(scope.file, url);
        const expected = `${allowed ? 'yes' : 'no'}${line === 0 ? '' : ` ${line}`}`;
        if (cell !== expected) return `${scope.agents[i]} has ${expected}`;
      }
      return null;
    },
  },
  lint: {
    lines: /\nLint: (?<notice>.*)\n/,
    check: ({ notice }, { file, name }) =>
      notice === lintNotice(parseSync(file.octets), name) ? null : 'lint finds something else',
  },
};

/** Whether the heading says rightly that the file is cut. */
export function cutFault(cut: string | undefined, { octets }: NaiveFile): string | null {
  return (cut !== undefined) === octets.length > PARSING_LIMIT_OCTETS
    ? null
    : 'the file is longer, or is not';
}

/**
 * The profiles by which the heading says that crawlers read.
 *
 * @param given the profile that the command line names
 */
export function readingFault(
  reading: string,
  agents: readonly string[],
  given?: ReferenceProfile,
): string | null {
  if (given !== undefined) return reading === `under ${given}` ? null : `they read by ${given}`;
  const profiles = new Set(agents.map((agent) => new NaiveCrawler(agent).profile));
  const others = [...profiles].filter((profile) => profile !== 'rfc9309');
  const [, named = ''] = /reads? it: (.*)$/.exec(reading) ?? [];
  return firstFault(
    others.join(', ') !== named && `they read by ${[...profiles]}`,
    reading.startsWith('under rfc9309') !== profiles.has('rfc9309') && `they read by ${[...profiles]}`,
  );
}
