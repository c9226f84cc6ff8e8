/** The page's verdicts on real files are the library's. */
import { expect, test } from 'vitest';
import { callerNamed } from '../../../../src/crawlers/index.js';
import { parseSync } from '../../../../src/index.js';
import { CHROMIUM_NEED } from '../../../../test/support/chromium.js';
import { describeWith } from '../../../../test/support/needs.js';
import { loadCorpus, SHARED_NEED } from '../../../../test/support/shared.js';
import { askedUrl } from '../../src/asked-url.js';
import { ask, openFile } from './support/actions.js';
import { useInspector } from './support/inspector.js';

const FILES = 200;

/** Rules of each file that the URLs are made of. */
const RULES = 6;

const CRAWLERS = ['Googlebot', 'GPTBot', 'AdsBot-Google', 'FooBot'];

const NEED = {
  isMet: CHROMIUM_NEED.isMet && SHARED_NEED.isMet,
  what: `${CHROMIUM_NEED.what}; ${SHARED_NEED.what}`,
};

describeWith(NEED, 'real files', () => {
  const openInspector = useInspector();

  test(`the verdicts in the page are the library's on ${FILES} of them`, async () => {
    const all = [...loadCorpus()];
    const files = Array.from({ length: FILES }, (_, i) => all[Math.floor((i * all.length) / FILES)]);
    const page = await openInspector();
    let cells = 0;
    for (const [index, file] of files.entries()) {
      if (file === undefined) throw new Error('the corpus has too few files');
      const [name, octets] = file;
      // The name of a crawler that only this question has: its column shows that the answer is to this question.
      const crawlers = [...CRAWLERS, `Test${index}`];
      const { urls, expected } = judgedByLibrary(octets, crawlers);
      await openFile(page, octets, `${index} ${name}`);
      await ask(page, { urls, crawlers: crawlers.join(', ') });
      await page.getByRole('columnheader', { name: `Test${index}`, exact: true }).waitFor();
      await page.locator('.summary').filter({ hasNotText: 'so far' }).waitFor();
      const shown = await page
        .locator('.grid .cell')
        .evaluateAll((buttons) =>
          buttons.map((button) => button.getAttribute('aria-label')?.replace(/: .*/s, '')),
        );
      expect([name, urls, shown]).toEqual([name, urls, expected]);
      cells += shown.length;
    }
    expect(cells).toBeGreaterThan(FILES * CRAWLERS.length);
  });
});

function judgedByLibrary(octets: Uint8Array, crawlers: readonly string[]) {
  const document = parseSync(octets);
  const patterns = document.groups
    .flatMap(({ rules }) => rules)
    .map(({ pattern }) => pattern.replaceAll('*', 'x').replaceAll('$', ''))
    .filter((pattern) => /^\/[^\s#]*$/.test(pattern))
    .map(askedUrl);
  const urls = [...new Set(['/', '/index.html', ...patterns.slice(0, RULES)])];
  const matchers = document.matchers(crawlers.map(callerNamed));
  const expected = urls.flatMap((url) =>
    matchers.map((matcher) => {
      const { allowed, rule } = matcher.check(url);
      return `${allowed ? 'allowed' : 'disallowed'}, ${rule === null ? 'no rule decides' : `line ${rule.line}`}`;
    }),
  );
  return { urls, expected };
}
