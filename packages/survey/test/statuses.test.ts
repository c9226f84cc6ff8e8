/** What each status means in an archive, in every format: as `accessOf` says, except that an archive has the targets of redirects. */
import { describe, expect, test } from 'vitest';
import { accessOf } from '../../../src/index.js';
import { PROFILES, type ProfileName } from '../../../src/profiles.js';
import { type RowOf, survey } from '../src/index.js';
import { inChunks } from './support/read.js';
import { capture, members, record, response } from './support/warc-writer.js';

const STATUSES = [...Array.from({ length: 500 }, (_, i) => 100 + i), 600, 799, 999];
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const BODY = 'User-agent: *\nDisallow: /a\n';
const TARGET = 'https://b.example/robots.txt';

type Location = string | undefined;

const headersOf = (location: Location): Record<string, string> =>
  location === undefined ? {} : { Location: location };

/** Archives with a capture of each status, in order. */
const ARCHIVES: Readonly<Record<string, (body: string, location: Location) => Buffer>> = {
  NDJSON: (body, location) =>
    Buffer.from(
      STATUSES.map((status) =>
        JSON.stringify({ url: 'https://a.example/robots.txt', status, headers: headersOf(location), body }),
      ).join('\n'),
    ),
  WARC: (body, location) =>
    members(
      STATUSES.map((status) =>
        capture('a.example', body, {
          content: response(body, { status: `${status} Text`, headers: headersOf(location) }),
        }),
      ),
    ),
};

async function rowsOf(octets: Uint8Array, profile: ProfileName) {
  const rows: { captures: RowOf<'captures'>[]; verdicts: RowOf<'verdicts'>[] } = {
    captures: [],
    verdicts: [],
  };
  for await (const { table, row } of survey(inChunks(octets), {
    profile,
    tables: ['captures', 'verdicts'],
  })) {
    if (table === 'captures') rows.captures.push(row);
    else if (table === 'verdicts') rows.verdicts.push(row);
  }
  return rows;
}

const REASONS = { 'allow-all': true, 'disallow-all': false, defer: null };

/** What rows say about a status: outcome, whether `/` is allowed, restriction. */
function expected(status: number, profile: ProfileName, isFollowed: boolean): unknown[] {
  if (REDIRECTS.has(status) && isFollowed) return [status, 'redirect', null, null];
  const { outcome, meaning } = accessOf(status, profile);
  if (meaning === 'rules') return [status, 'success', true, 'few'];
  const allowed = REASONS[meaning];
  return [status, outcome, allowed, allowed === null ? null : allowed ? 'none' : 'all'];
}

describe.each(Object.keys(PROFILES) as ProfileName[])('under %s', (profile) => {
  test.each(
    Object.keys(ARCHIVES).flatMap((format) => [
      [format, TARGET],
      [format, undefined],
      [format, 'mailto:a@b.example'],
    ]),
  )('%s, Location %s', async (format = '', location) => {
    // A 304 has no body, and of other statuses without rules it does not count.
    const octets = ARCHIVES[format]?.(BODY, location) ?? Buffer.alloc(0);
    const { captures, verdicts } = await rowsOf(octets, profile);
    // Those on redirects come last.
    verdicts.sort((a, b) => a.inputOffset - b.inputOffset);
    const found = captures.map(({ httpStatus, outcome }, i) => {
      const { allowed = null, restriction = null } = verdicts[i] ?? {};
      return [httpStatus, outcome, allowed, restriction];
    });
    const isNdjson304 = (status: number) => format === 'NDJSON' && status === 304;
    expect(found).toEqual(
      STATUSES.map((status) =>
        isNdjson304(status) ? [304, 'success', true, 'few'] : expected(status, profile, location === TARGET),
      ),
    );
    expect(captures.map((row) => row.location)).toEqual(
      STATUSES.map((status) => (REDIRECTS.has(status) && location === TARGET ? TARGET : null)),
    );
  });

  test('a 304 without a body, and a redirect without headers', async () => {
    for (const line of [
      { status: 304 },
      { status: 304, body: '' },
      { status: 301 },
      { status: 301, body: BODY },
    ]) {
      const octets = Buffer.from(JSON.stringify({ url: 'https://a.example/robots.txt', ...line }));
      const { captures, verdicts } = await rowsOf(octets, profile);
      expect([line.status, captures[0]?.outcome, verdicts[0]?.allowed, verdicts[0]?.restriction]).toEqual(
        expected(line.status, profile, false),
      );
    }
  });
});

test.each([
  ['an empty file', '', 'success', 'none'],
  ['a file', 'User-agent: *\nDisallow: /\n', 'success', 'all'],
])('a revisit record with a 304 repeats %s', async (_, body, outcome, restriction) => {
  const revisit = record({
    type: 'revisit',
    url: 'https://a.example/robots.txt',
    id: '<urn:uuid:2>',
    fields: {
      'WARC-Refers-To': '<urn:uuid:a.example>',
      'Content-Type': 'application/http; msgtype=response',
    },
    content: response('', { status: '304 Not Modified', headers: {} }),
  });
  const { captures, verdicts } = await rowsOf(members([capture('a.example', body), revisit]), 'rfc9309');
  expect(captures[1]).toMatchObject({ httpStatus: 304, outcome });
  expect(verdicts[1]).toMatchObject({ restriction });
  const alone = await rowsOf(members([revisit]), 'rfc9309');
  expect(alone.captures).toMatchObject([{ outcome: 'no-payload' }]);
  expect(alone.verdicts).toMatchObject([{ allowed: null, restriction: null }]);
});
