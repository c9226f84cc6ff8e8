/** What `test` prints about a file. */
import { readingFault } from './check-forms.js';
import type { Explanations } from './explanations.js';
import { type Forms, firstFault } from './forms.js';
import { NaiveCrawler, type NaiveFile } from './naive-crawler.js';

export interface Expected {
  readonly agent: string;
  readonly url: string;
  readonly allowed: boolean;
  /** The line that must decide; absent if any may. */
  readonly line?: number;
}

export interface TestScope {
  readonly file: NaiveFile;
  readonly expectations: readonly Expected[];
  readonly explanations: Explanations;
  /** How many have been printed as not met. */
  unmet: number;
}

export const TEST_FORMS: Forms<TestScope> = {
  'not met': {
    lines:
      /not met {2}(?<word>allow|disallow) (?<url>.*) for (?<agent>\S+)(?:, by (?:line (?<line>\d+)|(?<none>no rule)))? {2}\S+:\d+\n {2}(?<verdict>Allowed|Disallowed): (?<because>.*)\n\n/,
    check: ({ word, url = '', agent = '', line, none, verdict, because = '' }, scope) => {
      scope.unmet++;
      const crawler = new NaiveCrawler(agent);
      const real = crawler.verdict(scope.file, url);
      const expectedLine = none === undefined ? line : '0';
      const isMet =
        real.allowed === (word === 'allow') &&
        (expectedLine === undefined || real.line === Number(expectedLine));
      return firstFault(
        isMet && 'it is met',
        scope.explanations.fault(because, {
          file: scope.file,
          crawler,
          url,
          allowed: verdict === 'Allowed',
        }),
      );
    },
  },
  'all met': {
    lines: /(?<count>[\d,]+) expectations? met, (?<reading>.*)\.\n/,
    check: ({ count, reading }, scope) => totalFault({ count, reading, unmet: '0' }, scope),
  },
  'some not met': {
    lines: /(?<unmet>\d+) of (?<count>[\d,]+) expectations? not met, (?<reading>.*)\.\n/,
    check: totalFault,
  },
};

function totalFault(
  { count = '', unmet, reading = '' }: Record<string, string | undefined>,
  scope: TestScope,
): string | null {
  const { file, expectations } = scope;
  const failing = expectations.filter(({ agent, url, allowed, line }) => {
    const real = new NaiveCrawler(agent).verdict(file, url);
    return real.allowed !== allowed || (line !== undefined && line !== real.line);
  });
  return firstFault(
    Number(count.replaceAll(',', '')) !== expectations.length && `there are ${expectations.length}`,
    Number(unmet) !== failing.length && `${failing.length} are not met`,
    scope.unmet !== failing.length && `${scope.unmet} are listed`,
    readingFault(
      reading,
      expectations.map(({ agent }) => agent),
    ),
  );
}
