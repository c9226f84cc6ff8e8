/** WARC files: records in any form, damage, cuts, and members of gzip. */
import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import { captures, faultsOf, urlsOf } from './support/read.js';
import { capture, FORMS, members, record, response, sha1 } from './support/warc-writer.js';

const RULES = 'User-agent: *\nDisallow: /a\n';
const URL_A = 'https://a.example/robots.txt';

const RECORDS = [
  record({ type: 'warcinfo', url: '', content: 'software: test\r\n' }),
  record({ type: 'request', content: 'GET /robots.txt HTTP/1.1\r\nHost: a.example\r\n\r\n' }),
  capture('a.example', RULES),
  record({ type: 'metadata', content: 'fetchTimeMs: 1\r\n' }),
  capture('b.example', `${RULES}# b`),
  record({ url: 'https://b.example/other', content: response('x'.repeat(500)) }),
  capture('c.example', ''),
];

describe.each(FORMS)('%s', (form, write) => {
  test('has the captures of /robots.txt, in order, and those of every URL on request', async () => {
    expect(await captures(write(RECORDS))).toMatchObject([
      { url: URL_A, status: 200, text: RULES, digest: 'valid' },
      { url: 'https://b.example/robots.txt', status: 200, text: `${RULES}# b`, digest: 'valid' },
      { url: 'https://c.example/robots.txt', status: 200, text: '', digest: 'valid' },
    ]);
    expect(urlsOf(await captures(write(RECORDS), { all: true }))).toContain('https://b.example/other');
  });

  checkProperty(
    'gives the same however it is cut into chunks',
    fc.asyncProperty(fc.integer({ min: 1, max: 400 }), async (size) => {
      const file = write(RECORDS);
      expect(await captures(file, { size })).toEqual(await captures(file));
    }),
    { runsShare: 0.1 },
  );

  test('damage at any octet loses no capture that lies in other records', async () => {
    const file = write(RECORDS);
    for (let at = 0; at < file.length; at += 3) {
      const damaged = Buffer.from(file);
      damaged[at] = (damaged[at] as number) ^ 0xff;
      const items = await captures(damaged, { name: 'damaged.warc.gz' });
      // One member is lost from the damage on: nothing says where it could be read again.
      if (!form.startsWith('one')) expect(urlsOf(items).length, `octet ${at}`).toBeGreaterThanOrEqual(2);
    }
  });

  test('an input that is cut off keeps what came before the cut, and says so', async () => {
    const file = write(RECORDS);
    for (let length = 1; length < file.length; length += 11) {
      const items = await captures(file.subarray(0, length), { name: 'cut.warc.gz' });
      expect(urlsOf(items)).toEqual(urlsOf(await captures(file)).slice(0, urlsOf(items).length));
    }
  });
});

test('offsets are those of the members, from which each can be read alone', async () => {
  const file = members(RECORDS);
  for (const item of await captures(file)) {
    const [first] = await captures(file.subarray(item.offset));
    expect(first).toMatchObject({ url: 'url' in item && item.url, offset: 0 });
  }
});

describe('records', () => {
  const one = async (octets: Uint8Array) => (await captures(octets))[0];

  test.each<[string, Buffer, object]>([
    ['WARC 1.1', capture('a.example', RULES, { version: 'WARC/1.1' }), { text: RULES }],
    ['a resource', record({ type: 'resource', content: RULES }), { status: null, text: RULES }],
    ['a conversion', record({ type: 'conversion', content: RULES }), { status: null, text: RULES }],
    ['a URL in brackets', record({ url: `<${URL_A}>`, content: response(RULES) }), { url: URL_A }],
    [
      'a query',
      record({ url: 'http://a.example:81/robots.txt?x', content: response(RULES) }),
      { text: RULES },
    ],
    [
      'line endings of one octet in the header',
      Buffer.from(record({ content: RULES, type: 'resource' }).toString().replaceAll('\r\n', '\n')),
      { text: RULES },
    ],
    ['no empty line at the end', record({ type: 'resource', content: RULES, end: '' }), { text: RULES }],
    [
      'a truncated record',
      capture('a.example', RULES, { fields: { 'WARC-Truncated': 'length' } }),
      { isCutOff: true, digest: 'unchecked' },
    ],
  ])('%s', async (_, octets, expected) => {
    expect(await one(octets)).toMatchObject(expected);
  });

  test.each([
    [sha1('hello'), 'valid'],
    ['sha-256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824', 'valid'],
    [sha1('other'), 'mismatch'],
    ...['md5:rL0Y20zCaFzt72VPzMSk2A==', 'sha1:abc', 'crc:abc', `sha256:${'a'.repeat(43)}=`].map((other) => [
      other,
      'unchecked',
    ]),
  ])('the digest %s is %s', async (value = '', digest) => {
    const fields = { 'WARC-Payload-Digest': value };
    expect(await one(capture('a.example', 'hello', { fields }))).toMatchObject({ digest });
  });

  test('only the path in lower case is that of a robots.txt; a scheme may be in upper case', async () => {
    const urls = [
      'http://a.example/ROBOTS.TXT',
      'HTTP://A.example/robots.txt',
      'http://a.example/Robots.txt',
    ];
    const file = members(urls.map((url) => record({ url, content: response(RULES) })));
    expect(urlsOf(await captures(file))).toEqual(['HTTP://A.example/robots.txt']);
  });

  test.each<[string, Partial<Parameters<typeof record>[0]>, string]>([
    ['no Content-Length', { contentLength: null }, 'record-header'],
    ['no Content-Length and no content', { content: '', contentLength: null, end: '' }, 'record-header'],
    ['a Content-Length that is no number', { contentLength: '12x' }, 'record-header'],
    ['a Content-Length that is too short', { contentLength: 3 }, 'record-length'],
    ['a Content-Length that is too long', { contentLength: 90 }, 'record-length'],
  ])('%s is a fault, and the next record is found', async (_, parts, code) => {
    const damaged = record({ type: 'resource', content: RULES, ...parts });
    const items = await captures(
      Buffer.concat([damaged, capture('a.example', RULES), capture('b.example', RULES)]),
    );
    expect(faultsOf(items)[0]).toBe(code);
    expect(urlsOf(items).slice(-2)).toEqual([URL_A, 'https://b.example/robots.txt']);
  });

  test('damage again and again hides no record that follows, however the input is cut', async () => {
    const hosts = ['a.example', 'b.example', 'c.example'];
    for (const damage of ['X\n', `${'x'.repeat(400)}\n`]) {
      const file = Buffer.concat(hosts.flatMap((host) => [Buffer.from(damage), capture(host, RULES)]));
      for (const size of [1, 100, file.length]) {
        const items = await captures(file, { size });
        expect(faultsOf(items)).toEqual(['not-a-record', 'not-a-record', 'not-a-record']);
        expect(urlsOf(items)).toEqual(hosts.map((host) => `https://${host}/robots.txt`));
      }
    }
  });

  test('a header without an end is a fault', async () => {
    const endless = Buffer.from(`WARC/1.0\r\n${'X: y\r\n'.repeat(20_000)}`);
    const items = await captures(
      Buffer.concat([endless, Buffer.from('\r\n\r\n'), capture('a.example', RULES)]),
    );
    expect([faultsOf(items), urlsOf(items)]).toEqual([['record-header'], [URL_A]]);
  });

  test('long contents are passed over, and of long payloads the start is kept', async () => {
    const long = Buffer.alloc(5_000_000, 'x');
    const file = members([
      record({ url: 'https://a.example/film', content: long }),
      capture('a.example', long),
      capture('b.example', RULES),
    ]);
    const items = await captures(file, { size: 65_536 });
    expect(items).toMatchObject([
      { url: URL_A, isCutOff: true },
      { text: RULES, isCutOff: false },
    ]);
  });
});

describe('gzip', () => {
  test('a false start of a member within compressed data is no boundary', async () => {
    const stored = gzipSync(
      capture(
        'a.example',
        Buffer.concat([Buffer.of(0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3), Buffer.from(RULES)]),
      ),
      { level: 0 },
    );
    const items = await captures(Buffer.concat([stored, gzipSync(capture('b.example', RULES))]));
    expect(urlsOf(items)).toEqual(['https://a.example/robots.txt', 'https://b.example/robots.txt']);
    expect(faultsOf(items)).toEqual([]);
  });

  test('headers with a name, a comment and extra fields are read', async () => {
    const member = gzipSync(capture('a.example', RULES));
    const header = Buffer.from(member.subarray(0, 10));
    header[3] = 0x04 | 0x08 | 0x10;
    const fields = [Buffer.of(2, 0, 9, 9), Buffer.from('name\0comment\0')];
    const named = Buffer.concat([header, ...fields, member.subarray(10)]);
    expect(urlsOf(await captures(Buffer.concat([named, named])))).toHaveLength(2);
  });

  test('zero octets after the last member are not a fault, other octets are one', async () => {
    const file = members([capture('a.example', RULES)]);
    for (const zeros of [1, 700, 600_000])
      expect(faultsOf(await captures(Buffer.concat([file, Buffer.alloc(zeros)]), { size: 50_000 }))).toEqual(
        [],
      );
    expect(faultsOf(await captures(Buffer.concat([file, Buffer.from('trailer')])))).toEqual(['not-gzip']);
  });

  test('many zero octets between members are a fault, and the next member is found', async () => {
    const [first, second] = ['a', 'b'].map((host) => gzipSync(capture(`${host}.example`, RULES))) as [
      Buffer,
      Buffer,
    ];
    const file = Buffer.concat([first, Buffer.alloc(600_000), second]);
    for (const size of [50_000, file.length]) {
      expect(await captures(file, { size })).toMatchObject([
        { url: 'https://a.example/robots.txt' },
        { fault: 'not-gzip', offset: first.length },
        { url: 'https://b.example/robots.txt', offset: first.length + 600_000 },
      ]);
    }
  });

  test('a member larger than what is read at a time is read as a stream', async () => {
    const noise = Buffer.from(Array.from({ length: 700_000 }, (_, i) => (i * 2_654_435_761) >>> 24));
    const file = members([
      record({ url: 'https://a.example/x', content: noise }),
      capture('a.example', RULES),
    ]);
    expect(urlsOf(await captures(file, { size: 10_000 }))).toEqual(['https://a.example/robots.txt']);
  });

  test('a wrong checksum is a fault, and the record is discarded', async () => {
    const first = gzipSync(capture('a.example', RULES));
    first.writeUInt32LE(1, first.length - 8);
    const items = await captures(Buffer.concat([first, gzipSync(capture('b.example', RULES))]));
    expect(faultsOf(items)).toEqual(['member-damaged']);
    expect(urlsOf(items)).toEqual(['https://b.example/robots.txt']);
  });
});
