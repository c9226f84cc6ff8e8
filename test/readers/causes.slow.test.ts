/** How many sentences of `readings` name a general habit of the reader, and not only what it does with one line. */
import { expect, test } from 'vitest';
import { casesOf } from '../../readers/questions/sets.js';
import { parseSync } from '../../src/index.js';
import { isProductToken } from '../../src/match/select/callers.js';
import { readings } from '../../src/readers/index.js';
import { describeWith } from '../support/needs.js';
import { SHARED_NEED } from '../support/shared.js';

/** One in this many files is read, with this many crawlers and URLs for each file. */
const FILES_APART = 40;
const AGENTS = 2;
const URLS = 4;

/** Sentences that only say what a reader does with a line, because no known departure explains it. */
const ABOUT_A_LINE =
  /^(?:compares line|lets line|does not take line|reads line|takes line|obeys line|goes by line|finds no (?:group|rule))/;

/** The sentences about verdicts that differ from RFC 9309's. */
function sentences(set: 'real' | 'grammar'): string[] {
  const cases = casesOf(set).filter((_, nth) => nth % FILES_APART === 0);
  return cases.flatMap(({ body, agents, urls }) => {
    const document = parseSync(body);
    return agents
      .filter(isProductToken)
      .slice(0, AGENTS)
      .flatMap((agent) =>
        urls.slice(0, URLS).flatMap((url) => {
          const differing = readings(document, url, { agents: agent }).filter(({ differs }) => differs);
          return differing.map(({ because }) => because ?? '');
        }),
      );
  });
}

function shareWithoutCause(found: readonly string[]): number {
  return found.filter((sentence) => ABOUT_A_LINE.test(sentence)).length / found.length;
}

describeWith(SHARED_NEED, 'on real files', () => {
  test('nearly all sentences name a cause, and none names the deciding line alone', () => {
    const found = sentences('real');
    expect(found.length).toBeGreaterThan(300);
    expect(
      found.filter((sentence) => sentence === '' || /^(?:goes by line|finds no)/.test(sentence)),
    ).toEqual([]);
    expect(shareWithoutCause(found)).toBeLessThan(0.03);
  });
});

test('on small files that are made to be read differently, most do', () => {
  expect(shareWithoutCause(sentences('grammar'))).toBeLessThan(0.12);
});
