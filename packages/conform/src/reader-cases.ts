/**
 * Matching cases for a reader: the questions of the suite, with the reader's answers in place of those of a document.
 */
import { parseSync } from 'robotstream';
import type { ReadingName } from '../../command-line/src/reading-name.js';
import type { Expected, MatchingCase } from './suite/cases.js';
import { octetsOf } from './suite/octets.js';
import type { Section } from './suite/suite.js';

/**
 * Returns each question of the given cases once, whatever their profile, with the reader's answer. All are `required`, because it is clear what the
 * reader does. Questions about files above the parsing limit, and about names and URLs that this package or the reader does not accept, are left
 * out.
 */
export function readerCases(
  sections: readonly Section<MatchingCase>[],
  reader: ReadingName,
): readonly Section<MatchingCase>[] {
  const asked = new Set<string>();
  const isNew = ({ parts, agents, url }: MatchingCase): boolean => {
    const question = JSON.stringify([parts, agents, url]);
    return !asked.has(question) && Boolean(asked.add(question));
  };
  return sections.map(({ name, cases }) => ({
    name,
    cases: cases.flatMap((one) => {
      if (one.class === 'limits' || !isNew(one)) return [];
      const expected = answerOf(one, reader);
      return expected === null ? [] : [readerCase(one, reader, expected)];
    }),
  }));
}

function readerCase(one: MatchingCase, reader: ReadingName, expected: Expected): MatchingCase {
  const requirement = `${reader} decides so.`;
  return {
    ...one,
    section: reader,
    requirement,
    profile: reader,
    class: 'required',
    why: requirement,
    expected,
    sides: [],
  };
}

/** What a reader answers; null if this package does not accept the question. */
function answerOf({ parts, agents, url }: MatchingCase, reader: ReadingName): Expected | null {
  const document = parseSync(octetsOf(parts));
  try {
    const { allowed, reason, rule } = document.matcher({ agents, profile: reader }).check(url);
    return reason === 'url-not-taken' ? null : { allowed, line: rule?.line ?? 0 };
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}
