/** What each status means in an archive, in every format: as `accessOf` says, except that an archive has the targets of redirects. */
import { describe, expect, test } from 'vitest';
import { accessOf } from '../../../src/index.js';
import { PROFILES, type ProfileName } from '../../../src/profiles.js';
import { type RowOf, survey } from '../src/index.js';
import { capture, members, record, response } from './support/warc-writer.js';

const STATUSES = [...Array.from({ length: 500 }, (_, i) => 100 + i), 600, 799, 999];
const REDIRECTS = new Set([301, 302, 303, 307, 308]);
const BODY = 'User-agent: *\nDisallow: /a\n';
const TARGET = 'https://b.example/robots.txt';

type Write = (status: number, headers: Readonly<Record<string, string>>) => Buffer;

const line = (fields: object) =>
  Buffer.from(`${JSON.stringify({ url: 'https://a.example/robots.txt', ...fields })}\n`);

const FORMATS: Readonly<Record<string, Write>> = {
  NDJSON: (status, headers) => line({ status, headers, body: BODY }),
  WARC: (status, headers) =>
    capture('a.example', BODY, { content: response(BODY, { status: `${status} Text`, headers }) }),
};

/** Of each capture: its status, its outcome, whether `/` is allowed, the restriction and where it redirects to. */
async function toldBy(octets: Uint8Array, profile: ProfileName): Promise<unknown[][]> {
  const captures: RowOf<'captures'>[] = [];
  const verdicts = new Map<number, RowOf<'verdicts'>>();
  for await (const { table, row } of survey(octets, { profile, tables: ['captures', 'verdicts'] }))
    if (table === 'captures') captures.push(row);
    else if (table === 'verdicts') verdicts.set(row.inputOffset, row);
  return captures.map(({ httpStatus, outcome, location, inputOffset }) => {
    const { allowed, restriction } = verdicts.get(inputOffset) ?? {};
    return [httpStatus, outcome, allowed, restriction, location];
  });
}

const ALLOWED = { 'allow-all': true, 'disallow-all': false, defer: null };

function expected(status: number, profile: ProfileName, location?: string): unknown[] {
  if (REDIRECTS.has(status) && location === TARGET) return [status, 'redirect', null, null, TARGET];
  const { outcome, meaning } = accessOf(status, profile);
  if (meaning === 'rules') return [status, 'success', true, 'few', null];
  const allowed = ALLOWED[meaning];
  return [status, outcome, allowed, allowed === null ? null : allowed ? 'none' : 'all', null];
}

describe.each(Object.keys(PROFILES) as ProfileName[])('under %s', (profile) => {
  test.each(Object.entries(FORMATS))('%s', async (format, write) => {
    for (const location of [TARGET, undefined, 'mailto:a@b.example']) {
      const headers: Record<string, string> = location === undefined ? {} : { Location: location };
      const octets = Buffer.concat(STATUSES.map((status) => write(status, headers)));
      // A line of NDJSON with a 304 and a body has the file that is not modified.
      const isFile = (status: number) => format === 'NDJSON' && status === 304;
      expect(await toldBy(octets, profile)).toEqual(
        STATUSES.map((status) =>
          isFile(status) ? [304, 'success', true, 'few', null] : expected(status, profile, location),
        ),
      );
    }
  });

  test('a 304 without a body, and a redirect without headers', async () => {
    for (const fields of [
      { status: 304 },
      { status: 304, body: '' },
      { status: 301 },
      { status: 301, body: BODY },
    ])
      expect(await toldBy(line(fields), profile)).toEqual([expected(fields.status, profile)]);
  });
});

test('a revisit record with a 304 repeats a file, which may be empty', async () => {
  const type = { 'Content-Type': 'application/http; msgtype=response' };
  const fields = { ...type, 'WARC-Refers-To': '<urn:uuid:a.example>' };
  const content = response('', { status: '304 Not Modified', headers: {} });
  const again = { type: 'revisit', url: 'https://a.example/robots.txt', id: '<urn:uuid:2>' };
  const revisit = record({ ...again, fields, content });
  for (const [body, restriction] of [
    ['', 'none'],
    ['User-agent: *\nDisallow: /', 'all'],
  ] as const) {
    const [, told] = await toldBy(members([capture('a.example', body), revisit]), 'rfc9309');
    expect(told).toEqual([304, 'success', restriction === 'none', restriction, null]);
  }
  expect(await toldBy(members([revisit]), 'rfc9309')).toEqual([[304, 'no-payload', null, null, null]]);
});
