/**
 * Documents: the same by whatever way they come about, the same groups as the naive reader's under each profile, written
 * back octet for octet, and never a throw.
 */
import fc from 'fast-check';
import { describe, expect } from 'vitest';
import {
  type FileData,
  type Group,
  lineDiagnostics,
  PROFILES,
  type ProfileName,
  parse,
  parseSync,
  stringify,
  writeRobots,
} from '../../src/core.js';
import { isLineEvent } from '../../src/stream/events.js';
import {
  arbitraryOctets,
  bodiesNearTheLimit,
  chunkings,
  profileNames,
  robotsBody,
} from '../reference/arbitraries.js';
import { toOctetString } from '../reference/octets.js';
import { type ReferenceGroup, referenceGroups, referenceRecords } from '../reference/reference.js';
import { sameOctets } from '../support/octets.js';
import { checkProperty } from '../support/property.js';
import {
  comparableFacts,
  eventsOf,
  type ParsedFile,
  parsedFileOf,
  readChunks,
  sameGroups,
} from '../support/ways.js';

const anyBody = fc.oneof({ weight: 3, arbitrary: robotsBody() }, { weight: 1, arbitrary: arbitraryOctets() });
const chunked = anyBody.chain((body) => fc.record({ body: fc.constant(body), chunks: chunkings(body) }));

function sameFacts(actual: ParsedFile, expected: ParsedFile): void {
  const [a, b] = [comparableFacts(actual), comparableFacts(expected)];
  if (JSON.stringify(a) !== JSON.stringify(b)) expect(a).toEqual(b);
}

describe('whatever way', () => {
  checkProperty(
    'the events of any chunking fold into the groups of the document',
    fc.property(chunked, ({ body, chunks }) => {
      sameGroups(eventsOf(chunks), parseSync(body));
    }),
  );

  checkProperty(
    'at the parsing limit, too',
    fc.property(
      bodiesNearTheLimit().chain((body) => fc.record({ body: fc.constant(body), cut: fc.nat(body.length) })),
      ({ body, cut }) => {
        const chunks = [body.subarray(0, cut), body.subarray(cut)];
        sameGroups(eventsOf(chunks), parseSync(body));
        sameFacts(readChunks(chunks), parsedFileOf(parseSync(body)));
      },
    ),
    { runsShare: 0.01 },
  );

  checkProperty(
    'a source in any chunking is the document of the whole',
    fc.asyncProperty(chunked, async ({ body, chunks }) => {
      sameFacts(parsedFileOf(await parse(chunks)), parsedFileOf(parseSync(body)));
    }),
    { runsShare: 0.1 },
  );

  checkProperty(
    'chunks written to a reader are the document of the whole',
    fc.property(chunked, ({ body, chunks }) => {
      sameFacts(readChunks(chunks), parsedFileOf(parseSync(body)));
    }),
  );

  checkProperty(
    'the lines of a document fold into its groups',
    fc.property(robotsBody(), (body) => {
      const document = parseSync(body);
      sameGroups([...document.lines()], document);
    }),
    { runsShare: 0.2 },
  );
});

describe.each(Object.keys(PROFILES) as ProfileName[])('%s', (profile) => {
  checkProperty(
    `${profile}: groups are those of the naive reader`,
    fc.property(anyBody, (body) => {
      expect(parseSync(body).groupsUnder(profile).map(inShort)).toEqual(
        referenceGroups(body, profile).map(referenceInShort),
      );
    }),
  );
});

/** A group as text, octets one character each, to be compared fast and read with ease. */
function inShort({ userAgents, rules }: Group): string {
  return [
    ...userAgents.map(({ line, value, usable }) => `${line} ${usable} ${toOctetString(value.octets)}`),
    ...rules.map(({ line, directive, value }) => `${line} ${directive} ${toOctetString(value.octets)}`),
  ].join('\n');
}

function referenceInShort({ userAgents, rules }: ReferenceGroup): string {
  return [
    ...userAgents.map(({ line, value, usable }) => `${line} ${usable} ${value}`),
    ...rules.map(({ line, directive, value }) => `${line} ${directive} ${value}`),
  ].join('\n');
}

describe('apart from the rules', () => {
  checkProperty(
    'sitemaps and other records are those of the naive reader',
    fc.property(anyBody, (body) => {
      const { sitemaps, otherRecords } = parseSync(body);
      const wanted = (...directives: string[]): string[] =>
        referenceRecords(body, 'rfc9309')
          .filter((record) => directives.includes(record.directive))
          .map(({ line, field, value }) => `${line} ${field}:${value}`);
      const found = (records: typeof sitemaps | typeof otherRecords): string[] =>
        records.map(
          ({ line, field, value }) => `${line} ${toOctetString(field.octets)}:${toOctetString(value.octets)}`,
        );
      expect(found(sitemaps)).toEqual(wanted('sitemap'));
      const read = parseSync(body);
      read.groupAt(1);
      expect(found(read.sitemaps)).toEqual(wanted('sitemap'));
      expect(found(otherRecords)).toEqual(wanted('other', 'content-usage'));
    }),
  );

  checkProperty(
    'an extension applies to the user-agent lines above it, in the last group that begins above it (docs/semantics.md §3.4)',
    fc.property(robotsBody(), (body) => {
      const document = parseSync(body);
      const { groups } = document;
      const expected = document.otherRecords
        .filter(({ name }) => name !== 'host' && name !== 'clean-param')
        .map(({ line }) => ({
          line,
          group: groups.filter(({ userAgents }) => userAgents[0].line < line).length - 1,
        }))
        .filter(({ group }) => group >= 0)
        .map(({ line, group }) => {
          const above = groups[group].userAgents.filter((userAgent) => userAgent.line < line);
          return `${line} group ${group}, ${above.length} agents`;
        });
      expect(
        groups.flatMap(({ extensions }, group) =>
          extensions.map(({ line, userAgentCount }) => `${line} group ${group}, ${userAgentCount} agents`),
        ),
      ).toEqual(expected);
    }),
  );

  checkProperty(
    'comments are those of the events, diagnostics those of the events and more, in file order, inside the file',
    fc.property(anyBody, (body) => {
      const document = parseSync(body);
      const events = eventsOf([body], { keepOverlong: true }).filter(isLineEvent);
      const comments = events.flatMap(({ line, comment }) =>
        comment === null ? [] : [`${line} ${comment.start}`],
      );
      expect(document.comments.map(({ line, comment }) => `${line} ${comment.start}`)).toEqual(comments);

      const all = document.diagnostics.map((found) => JSON.stringify(found));
      for (const own of events.flatMap(lineDiagnostics)) {
        if (!all.includes(JSON.stringify(own))) expect(own).toBe('among the diagnostics of the document');
      }
      let line = 1;
      for (const found of document.diagnostics) {
        const { start, end } = found.span;
        if (found.line < line || start < 0 || start > end || end > body.length)
          expect(found).toBe('in order, in the file');
        line = found.line;
      }
    }),
    { runsShare: 0.5 },
  );
});

describe('writing', () => {
  checkProperty(
    'stringify ∘ parse is the identity',
    fc.property(anyBody, (body) => {
      sameOctets(stringify(parseSync(body)), body);
    }),
  );

  checkProperty(
    'what writeRobots writes reads back as it was, under every profile, or is refused',
    fc.property(fileData(), profileNames(), (data, profile) => {
      const written = writtenOrRefused(data);
      if (written === null) return;
      const document = parseSync(written);
      expect(document.groupsUnder(profile).map(asData)).toEqual(
        (data.groups ?? []).map(({ userAgents, rules = [] }) => ({ userAgents, rules })),
      );
      expect(document.sitemaps.map(({ url }) => url)).toEqual(data.sitemaps ?? []);
      expect(document.comments.map(({ comment }) => comment.text)).toEqual(
        (data.comments ?? []).map((comment) => `# ${comment}`.trimEnd()),
      );
      const fileWide = data.records ?? [];
      const ofGroups = (data.groups ?? []).map(({ records = [] }) => records);
      expect(document.otherRecords.map(fieldAndValue)).toEqual([...fileWide, ...ofGroups.flat()]);
      expect(document.groups.map(({ extensions }) => extensions.map(fieldAndValue))).toEqual(
        ofGroups.map((records) => records.filter(([field]) => !/^(host|clean-param)$/i.test(field))),
      );
    }),
  );
});

function writtenOrRefused(data: FileData): string | null {
  try {
    return writeRobots(data);
  } catch (error) {
    expect(error).toBeInstanceOf(TypeError);
    return null;
  }
}

function asData({ userAgents, rules }: Group): object {
  return {
    userAgents: userAgents.map(({ name }) => name),
    rules: rules.map(({ directive, pattern }) => ({ [directive]: pattern })),
  };
}

function fieldAndValue({
  field,
  value,
}: {
  field: { text: string };
  value: { text: string };
}): [string, string] {
  return [field.text, value.text];
}

/** Files to write: mostly good, with now and then a character that is not. */
function fileData(): fc.Arbitrary<FileData> {
  const rarely = (usual: fc.Arbitrary<string>): fc.Arbitrary<string> =>
    fc.oneof(
      { weight: 30, arbitrary: usual },
      { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 4 }) },
    );
  const piece = (...pieces: string[]): fc.Arbitrary<string> =>
    fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 4 }).map((row) => row.join(''));
  const name = rarely(piece('a', 'B', '-', '_', '1', '*', 'é', '/', ':', ' b'));
  const pattern = rarely(
    fc.oneof(
      piece('a', '*', '/', '%2F', 'é', ' b', '$', '?').map((rest) => `/${rest}`),
      fc.constant(''),
    ),
  );
  const field = rarely(
    fc.constantFrom('Crawl-delay', 'HOST', 'clean-param', 'x', 'two words', 'é', 'allowed', 'constructor'),
  );
  const value = rarely(fc.oneof(piece('5', 'a', ' b', ':', 'é', '/'), fc.constant('')));
  const record = fc.tuple(field, value);
  const rule = fc.oneof(
    pattern.map((allow) => ({ allow })),
    pattern.map((disallow) => ({ disallow })),
  );
  const group = fc.record(
    {
      userAgents: fc.array(name, { minLength: 1, maxLength: 3 }),
      rules: fc.array(rule, { minLength: 1, maxLength: 3 }),
      records: fc.array(record, { maxLength: 2 }),
    },
    { requiredKeys: ['userAgents', 'rules'] },
  );
  return fc.record(
    {
      comments: fc.array(rarely(piece('a', '#', ' b', 'é', ':')), { maxLength: 2 }),
      groups: fc.array(group, { maxLength: 3 }),
      sitemaps: fc.array(rarely(piece('/a', '?b', 'é').map((rest) => `https://example.com${rest}`)), {
        maxLength: 2,
      }),
      records: fc.array(record, { maxLength: 2 }),
    },
    { requiredKeys: [] },
  );
}

describe('whatever the octets', () => {
  checkProperty(
    'nothing throws, whatever is asked of the document',
    fc.property(arbitraryOctets(), profileNames(), (octets, profile) => {
      const document = parseSync(octets);
      JSON.stringify(document);
      for (const field of ['crawl-delay', 'x', '']) document.records(field);
      document.groupsUnder(profile);
      document.crawlDelay('a', { profile });
      document.requestRate('a', { profile });
      document.visitTime('a', { profile });
      document.extensions(['a', 'b'], 'x', { profile });
      document.selectAgent(['a', 'b'], { profile });
      document.matcher({ agents: 'a', profile }).check('/x');
      return document.host === undefined || document.cleanParams.length >= 0;
    }),
  );
});
