/** The arbitraries: none of their values is refused, and every kind of verdict is frequent. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { byEffort } from '../support/effort.js';
import {
  agentLists,
  arbitraryOctets,
  bodiesNearTheLimit,
  chunkings,
  googleUrlNear,
  profileNames,
  robotsBody,
  urlNear,
} from './arbitraries.js';
import { canonicalPattern, canonicalUrl, pathAndQuery } from './canonical.js';
import { LINE_LIMIT_OCTETS, PARSING_LIMIT_OCTETS } from './lines.js';
import { matches } from './match.js';
import { toOctetString } from './octets.js';
import { referenceLines, referenceRecords, referenceVerdict } from './reference.js';

/** Fixed, because these tests check the arbitraries and must not fail by chance. */
const SAMPLE = { seed: 20260101, numRuns: byEffort({ quick: 2000, full: 4000 }) };

function share<T>(sample: readonly T[], holds: (value: T) => boolean): number {
  return sample.filter(holds).length / sample.length;
}

describe('questions', () => {
  const questions = fc.tuple(robotsBody(), profileNames()).chain(([body, profile]) =>
    fc.record({
      body: fc.constant(body),
      agents: agentLists(body),
      profile: fc.constant(profile),
      url: profile === 'google' ? googleUrlNear(body) : urlNear(body),
    }),
  );
  const answers = fc
    .sample(questions, SAMPLE)
    .map(({ body, agents, url, profile }) => ({ profile, ...referenceVerdict(body, agents, url, profile) }));

  test.each(['rfc9309', 'google', 'draft-koster-rep-00', 'koster-1996'])(
    '%s: every kind of verdict',
    (profile) => {
      const ours = answers.filter((answer) => answer.profile === profile);
      expect(share(ours, ({ reason }) => reason === 'no-group')).toBeGreaterThan(0.05);
      expect(share(ours, ({ reason }) => reason === 'no-rule')).toBeGreaterThan(0.05);
      expect(share(ours, ({ directive }) => directive === 'allow')).toBeGreaterThan(0.05);
      expect(share(ours, ({ allowed }) => !allowed)).toBeGreaterThan(0.05);
      const knowsRobotsTxt = profile === 'rfc9309' || profile === 'draft-koster-rep-00';
      expect(ours.some(({ reason }) => reason === 'robots-txt')).toBe(knowsRobotsTxt);
    },
  );
});

test('escapes after a * decide often enough, by either of their readings', () => {
  const answers = fc
    .sample(
      robotsBody().chain((body) => fc.record({ body: fc.constant(body), url: urlNear(body) })),
      SAMPLE,
    )
    .flatMap(({ body, url }) => {
      const { line } = referenceVerdict(body, ['FooBot', 'Foo', 'a'], url, 'rfc9309');
      const pattern = referenceRecords(body, 'rfc9309').find((record) => record.line === line)?.value ?? '';
      const form = canonicalPattern(pattern);
      const path = canonicalUrl(pathAndQuery(url));
      return /\*.*%(3A|2F|3F|40|27)/.test(form) ? [matches(form, path) ? 'escaped' : 'decoded'] : [];
    });
  expect(answers.filter((reading) => reading === 'escaped').length).toBeGreaterThan(SAMPLE.numRuns / 500);
  expect(answers.filter((reading) => reading === 'decoded').length).toBeGreaterThan(SAMPLE.numRuns / 500);
});

describe('bodies', () => {
  const bodies = fc.sample(robotsBody(), SAMPLE);

  test('have odd octets', () => {
    const texts = bodies.map(toOctetString);
    for (const odd of [
      '\0',
      '\x01',
      '\v',
      '\xE9',
      '\xC3\xA9',
      '\r\n',
      '\r',
      '#',
      '%2f',
      '**',
      'index.html',
    ]) {
      expect([odd, share(texts, (text) => text.includes(odd)) > 0.01]).toEqual([odd, true]);
    }
    for (const start of ['\xEF\xBB\xBF', '\xEF\xBB', '\xEF']) {
      expect([start, share(texts, (text) => text.startsWith(start)) > 0.01]).toEqual([start, true]);
    }
  });

  test('have lines longer than the line limit now and then', () => {
    const overLong = share(bodies, (body) =>
      referenceLines(body).lines.some((line) => line.end - line.start > LINE_LIMIT_OCTETS),
    );
    expect(overLong).toBeGreaterThan(0.005);
    expect(overLong).toBeLessThan(0.2);
  });

  test('have records of every kind', () => {
    const directives = bodies.flatMap((body) =>
      referenceRecords(body, 'rfc9309').map((record) => record.directive),
    );
    for (const directive of ['user-agent', 'allow', 'disallow', 'sitemap', 'other'] as const) {
      expect([directive, share(directives, (one) => one === directive) > 0.005]).toEqual([directive, true]);
    }
  });

  test('near the parsing limit end on both sides of it', () => {
    const long = fc.sample(bodiesNearTheLimit(), {
      seed: SAMPLE.seed,
      numRuns: byEffort({ quick: 20, full: 60 }),
    });
    const truncated = share(long, (body) => referenceLines(body).truncated);
    expect(truncated).toBeGreaterThan(0.2);
    expect(truncated).toBeLessThan(0.95);
    expect(Math.min(...long.map((body) => body.length))).toBeGreaterThan(PARSING_LIMIT_OCTETS - 100);
  });

  test('shrink to the few octets that matter', () => {
    const nothingDecides = fc.property(robotsBody(), (body) => {
      return referenceVerdict(body, ['FooBot'], '/a', 'rfc9309').line === 0;
    });
    const { counterexample } = fc.check(nothingDecides, SAMPLE);
    expect(toOctetString(counterexample?.[0] ?? new Uint8Array())).toMatch(
      /^(user-agent: (\*|foobot))\n(dis)?allow: [/*]\n?$/i,
    );
  });
});

test('chunks together are the octets, however they are cut', () => {
  const bodies = fc.oneof(robotsBody(), arbitraryOctets()).filter((body) => body.length < 1000);
  const cases = bodies.chain((body) => fc.record({ body: fc.constant(body), chunks: chunkings(body) }));
  const sample = fc.sample(cases, { seed: SAMPLE.seed, numRuns: 400 });
  for (const { body, chunks } of sample) {
    expect(toOctetString(Uint8Array.from(chunks.flatMap((chunk) => [...chunk])))).toBe(toOctetString(body));
  }
  const long = sample.filter(({ body }) => body.length > 20);
  expect(share(long, ({ chunks }) => chunks.length === 1)).toBeGreaterThan(0.05);
  expect(share(long, ({ chunks }) => chunks.length === 2)).toBeGreaterThan(0.05);
  expect(
    share(long, ({ chunks }) => chunks.slice(1, -1).some((chunk) => chunk.length === 0)),
  ).toBeGreaterThan(0.05);
  expect(
    share(long, ({ body, chunks }) => chunks.filter((chunk) => chunk.length === 1).length === body.length),
  ).toBeGreaterThan(0.1);
});
