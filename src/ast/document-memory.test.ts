/** Small documents share memory, and nothing that a caller gets shows the documents around one. */
import { describe, expect, test } from 'vitest';
import { toOctetString } from '../../test/reference/octets.js';
import { sameOctets, utf8 } from '../../test/support/octets.js';
import { parseSync, parseToKeep } from '../parse.js';
import { parsedFileOf, type RobotsDocument } from '../robots-document.js';
import type { LineEvent } from '../stream/events.js';
import { PADDING_OCTETS } from '../stream/scan-buffer.js';
import type { OctetText } from '../stream/text.js';

/** A file with a rule in each of its lines, of which all but the first have ten octets. */
function fileOf(lines: number): Uint8Array {
  return utf8(`user-agent: a\n${'allow:/ab\n'.repeat(lines)}`);
}

describe('small documents', () => {
  test('share memory', () => {
    const octets = new Set<ArrayBufferLike>();
    const rows = new Set<ArrayBufferLike>();
    for (let i = 0; i < 20; i++) {
      const file = parsedFileOf(parseSync(fileOf(2)));
      octets.add(file.octets.buffer);
      rows.add(file.rows.buffer);
    }
    // The last documents of a piece and the first of the next.
    expect(octets.size).toBeLessThanOrEqual(2);
    expect(rows.size).toBeLessThanOrEqual(2);
    expect([...octets].filter((buffer) => rows.has(buffer))).toEqual([]);
  });

  test('keep their octets and rows, whatever is read after them', () => {
    const sizes = [0, 1, 62, 63, 64, 65, 200, 203, 204, 205, 900];
    const bodies = Array.from({ length: 22 }, (_, i) => fileOf(sizes[i % sizes.length]));
    const documents = bodies.map((body) => parseSync(body));
    for (let i = 0; i < bodies.length; i++) {
      sameOctets(documents[i].octets, bodies[i]);
      expect(parsedFileOf(documents[i]).rows.join()).toBe(parsedFileOf(parseToKeep(bodies[i])).rows.join());
      expect(documents[i].groups[0].rules.length).toBe(sizes[i % sizes.length]);
    }
  });

  test.each([0, 2, 1000])('of %i rules survive that the octets of another are transferred', (rules) => {
    const documents = Array.from({ length: 3 }, () => parseSync(fileOf(rules)));
    const { octets } = documents[1];
    structuredClone(octets, { transfer: [octets.buffer as ArrayBuffer] });
    for (const document of [documents[0], documents[2]]) {
      sameOctets(document.octets, fileOf(rules));
      expect(document.groups[0].rules.map(({ pattern }) => pattern)).toEqual(Array(rules).fill('/ab'));
    }
  });

  test('give the same octets each time', () => {
    const document = parseSync(fileOf(1));
    expect(document.octets).toBe(document.octets);
  });
});

/** The least that holds everything a document can show. */
const fileOfBot = (name: string) => `user-agent: ${name}
allow: /${name} # ${name}
sitemap: https://${name}.example/
crawl-delay: 1 # ${name}
disallow: /
no record of ${name}`;

const name = (nth: number) => `bot-${String.fromCharCode(97 + (nth % 26))}`;

describe('what a caller gets', () => {
  const octetsOf = (text: OctetText): Uint8Array => text.octets;
  const recordOctets = ({ field, value }: { field: OctetText; value: OctetText }) =>
    [field, value].map(octetsOf);
  const first = (document: RobotsDocument, agents: string) =>
    document.matcher({ agents }).check(`/${agents}`);

  test.each<[string, (document: RobotsDocument, agents: string) => Iterable<Uint8Array | undefined>]>([
    ['octets', ({ octets }) => [octets]],
    [
      'the rule of a first verdict',
      (document, agents) => recordOctets(first(document, agents).rule as never),
    ],
    [
      'the rule of a later verdict',
      (document, agents) =>
        [first(document, agents), first(document, agents)].flatMap(({ rule }) => recordOctets(rule as never)),
    ],
    [
      'groups',
      ({ groups }) =>
        groups.flatMap(({ userAgents, rules }) => [...userAgents, ...rules].flatMap(recordOctets)),
    ],
    ['extensions', ({ groups }) => groups.flatMap(({ extensions }) => extensions.flatMap(recordOctets))],
    ['sitemaps', ({ sitemaps }) => sitemaps.flatMap(recordOctets)],
    ['other records', ({ otherRecords }) => otherRecords.flatMap(recordOctets)],
    ['comments', ({ comments }) => comments.map(({ comment }) => comment.octets)],
    ['lines', (document) => Array.from(document.lines(), ({ octets }: LineEvent) => octets)],
    [
      'an explanation',
      (document, agents) => {
        const { agentLines, rules } = document.matcher({ agents }).explain(`/${agents}`);
        return [...agentLines.map(({ userAgent }) => userAgent), ...rules.map(({ rule }) => rule)].flatMap(
          recordOctets,
        );
      },
    ],
  ])('shows no other file: %s', (_, get) => {
    const documents = Array.from({ length: 20 }, (_value, nth) => parseSync(fileOfBot(name(nth))));
    // Some have been asked before, so that their lines are read.
    for (const document of documents.slice(10)) document.matchers([name(0), name(1)])[0].isAllowed('/');
    for (const [nth, document] of documents.entries()) {
      const arrays = [...get(document, name(nth))];
      expect(arrays.length).toBeGreaterThan(0);
      for (const array of arrays) {
        const memory = toOctetString(new Uint8Array((array as Uint8Array).buffer));
        expect(memory.replaceAll(name(nth), '')).not.toContain('bot-');
      }
    }
  });
});

test.each([0, 2, 1000])(
  'parseToKeep: a document of %i rules has memory of its own, and no more than it needs',
  (rules) => {
    const body = fileOf(rules);
    const { octets, rows } = parsedFileOf(parseToKeep(body));
    sameOctets(octets, body);
    expect(octets.buffer.byteLength).toBe(body.length + PADDING_OCTETS);
    expect(rows.buffer.byteLength).toBe(rows.byteLength);
    expect(parseToKeep(body).octets.buffer).not.toBe(parseToKeep(body).octets.buffer);
  },
);
