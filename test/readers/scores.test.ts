/** The scores of programs: the page is made from the data, and Google's tests are read as they are written. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { googleCases } from '../../readers/google-tests.js';
import { readScores } from '../../readers/score.js';
import { SCORED } from '../../readers/scored.js';
import { scoresPage } from '../../readers/scores-page.js';

const { programs } = readScores();

describe('conformance/scores.json', () => {
  test('makes conformance/SCORES.md', () => {
    expect(readFileSync('conformance/SCORES.md', 'utf8')).toBe(scoresPage(readScores()));
  });

  test('has at least twelve other programs, each with its version and the day, all of them known', () => {
    expect(programs.length).toBeGreaterThan(12);
    for (const { name, version, scored } of programs) {
      expect(SCORED.map((one) => one.name)).toContain(name);
      expect(version).not.toBe('');
      expect(scored).toMatch(/^\d{4}-\d\d-\d\d$/);
    }
  });

  test('names a case for each failure', () => {
    for (const { score, failed } of programs) {
      const failures = Object.values(score).reduce((sum, { passed, of }) => sum + of - passed, 0);
      const named = Object.values(failed).reduce((sum, ends) => sum + ends.split(' ').length, 0);
      expect(named).toBe(failures);
    }
  });

  test("has robotstream's own score, which is full", () => {
    const own = programs.find(({ name }) => name === 'robotstream');
    expect(own?.failed).toEqual({});
    expect(own?.google).toEqual({ passed: 400, of: 400, failed: [] });
  });
});

test("Google's tests are read from the text format of Protocol Buffers", () => {
  const text = String.raw`# proto-message: specification.RobotsTxtSpecification
tests:
[
  {
    robotstxt: "\xEF\xBB\xBFuser-agent: \"a\"\r\n"
        "disallow: /\351\n"
    test_expectations:
    [
      {
        testurl: "http://foo.bar/x?\u"
        useragent: "FooBot"
        expected_outcome: ALLOWED
        additional_explanation: "expected_outcome: DISALLOWED "
            "is not meant."
      },
      { testurl: "" useragent: "" expected_outcome: DISALLOWED test_type: GOOGLE_SPECIFIC }
    ]
  },
]`;
  const octets = Buffer.from('\xef\xbb\xbfuser-agent: "a"\r\ndisallow: /\xe9\n', 'latin1');
  const robotsBase64 = octets.toString('base64');
  expect(googleCases(text, 's')).toEqual([
    { id: 's-1', robotsBase64, agents: ['FooBot'], url: 'https://www.example.com/x?u', allowed: true },
    { id: 's-2', robotsBase64, agents: [''], url: '', allowed: false },
  ]);
});
