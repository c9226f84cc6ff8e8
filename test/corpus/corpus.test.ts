/**
 * Real files: every one is read the same whole and in chunks, has its lines where the naive reader finds them, and is written back
 * octet for octet.
 */
import { expect, test } from 'vitest';
import {
  isAllowed,
  LineParser,
  PARSING_LIMIT_OCTETS,
  PROFILES,
  type ProfileName,
  parseSync,
  stringify,
} from '../../src/core.js';
import { isLineEvent } from '../../src/stream/events.js';
import { toOctetString } from '../reference/octets.js';
import { referenceGroups, referenceLines } from '../reference/reference.js';
import { byEffort } from '../support/effort.js';
import { describeWith } from '../support/needs.js';
import { sameOctets } from '../support/octets.js';
import { loadCorpus, SHARED_NEED } from '../support/shared.js';
import {
  comparableFacts,
  eventsOf,
  parsedFileOf,
  readChunks,
  readDocument,
  sameGroups,
} from '../support/ways.js';

/** Of a larger file the facts are compared, from which all else is made, and not all else as well. */
const MOST_OCTETS_FOR_JSON = 8_192;

describeWith(SHARED_NEED, 'the corpus', () => {
  const corpus = new Map([...loadCorpus()].filter((_, i) => i % byEffort({ quick: 8, full: 1 }) === 0));

  test.each([1, 7, 4096])('in chunks of %s octets: the same document', (size) => {
    for (const [site, body] of corpus) {
      const whole = parseSync(body);
      const chunks = [...chunksOf(body, size)];
      expectSame(site, comparableFacts(readChunks(chunks)), comparableFacts(parsedFileOf(whole)));
      if (body.length <= MOST_OCTETS_FOR_JSON) sameGroups(eventsOf(chunks), whole);
    }
  });

  test('written back octet for octet', () => {
    for (const body of corpus.values()) {
      const whole = stringify(parseSync(body, { maxOctets: Infinity }));
      sameOctets(whole, body);
      // One of them is over the parsing limit: its whole lines are written back.
      const read = stringify(parseSync(body));
      sameOctets(read, body.subarray(0, read.length));
      expect(read.length === body.length).toBe(body.length <= PARSING_LIMIT_OCTETS);
    }
  });

  test('lines are where the naive reader finds them', () => {
    for (const [site, body] of corpus) {
      const { lines, truncated } = referenceLines(body);
      const parser = new LineParser();
      const events = [...parser.write(body), ...parser.end()].filter(isLineEvent);
      expectSame(
        site,
        events.map(({ line, span, terminator }) => [
          line,
          span.start,
          span.end,
          span.end + terminator.length,
        ]),
        lines.map(({ number, start, end, terminatorEnd }) => [number, start, end, terminatorEnd]),
      );
      expect(truncated).toBe(body.length > PARSING_LIMIT_OCTETS);
    }
  });

  test.each(Object.keys(PROFILES) as ProfileName[])(
    'groups are those of the naive reader under %s',
    (profile) => {
      for (const [site, body] of corpus) {
        const groups = parseSync(body).groupsUnder(profile);
        expectSame(
          site,
          groups.map(({ userAgents, rules }) => [
            ...userAgents.map(({ line, value, usable }) => [line, usable, toOctetString(value.octets)]),
            ...rules.map(({ line, directive, value }) => [line, directive, toOctetString(value.octets)]),
          ]),
          referenceGroups(body, profile).map(({ userAgents, rules }) => [
            ...userAgents.map(({ line, value, usable }) => [line, usable, value]),
            ...rules.map(({ line, directive, value }) => [line, directive, value]),
          ]),
        );
      }
    },
  );

  test.each(Object.keys(PROFILES) as ProfileName[])(
    'one pass over the octets answers as the document does, under %s',
    (profile) => {
      for (const [site, body] of corpus) {
        const document = readDocument(body);
        const patterns = document
          .groupsUnder(profile)
          .flatMap(({ rules }) => rules.map(({ value }) => value.text));
        const paths = ['/', '/index.html', ...patterns.slice(0, 5), patterns.at(-1) ?? '/x'];
        for (const agents of ['Googlebot', 'nobody', ['bingbot', 'msnbot']]) {
          const matcher = document.matcher({ agents, profile });
          const urls = paths.map((path) =>
            `http://host${path.startsWith('/') ? '' : '/'}${path}`.replaceAll('*', 'x'),
          );
          expectSame(
            site,
            urls.map((url) => isAllowed(body, url, { agents, profile })),
            urls.map((url) => matcher.isAllowed(url)),
          );
          const url = urls[site.length % urls.length];
          expectSame(site, parseSync(body).matcher({ agents, profile }).check(url), matcher.check(url));
        }
      }
    },
  );

  test('diagnostics, comments, records: nothing throws, and every place is inside its file', () => {
    for (const body of corpus.values()) {
      const document = parseSync(body);
      const { diagnostics, comments, otherRecords, sitemaps } = document;
      const places = [
        ...diagnostics.map(({ span }) => span),
        ...comments.map(({ comment }) => comment),
        ...[...otherRecords, ...sitemaps].flatMap(({ field, value }) => [field, value]),
      ];
      for (const { start, end } of places)
        if (start > end || end > body.length) expect([start, end]).toBe('a place');
    }
  });
});

function* chunksOf(body: Uint8Array, size: number): Generator<Uint8Array> {
  for (let at = 0; at < body.length; at += size) yield body.subarray(at, at + size);
}

/** Expects the same as JSON; the site is shown with what differs. */
function expectSame(site: string, actual: unknown, expected: unknown): void {
  const [a, b] = [JSON.stringify(actual), JSON.stringify(expected)];
  if (a !== b) expect({ site, ...JSON.parse(a) }).toEqual({ site, ...JSON.parse(b) });
}
