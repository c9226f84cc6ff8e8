import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkProperty } from '../../../test/support/property.js';
import { captures, faultsOf, urlsOf } from './support/read.js';
import { capture, FORMS, members, record, response, sha1 } from './support/warc-writer.js';

const RULES = 'User-agent: *\nDisallow: /a\n';

const RECORDS = [
  record({ type: 'warcinfo', url: '', content: 'software: test\r\n' }),
  record({ type: 'request', content: 'GET /robots.txt HTTP/1.1\r\nHost: a.example\r\n\r\n' }),
  capture('a.example', RULES),
  record({ type: 'metadata', content: 'fetchTimeMs: 1\r\n' }),
  capture('b.example', `${RULES}# b`),
  record({ url: 'https://b.example/other', content: response('x'.repeat(500)) }),
  capture('c.example', ''),
];

describe.each(FORMS)('%s', (_, write) => {
  test('has the captures of /robots.txt, in order', async () => {
    const items = await captures(write(RECORDS));
    expect(
      items.map((item) => ('url' in item ? [item.url, item.status, item.text, item.digest] : item)),
    ).toEqual([
      ['https://a.example/robots.txt', 200, RULES, 'valid'],
      ['https://b.example/robots.txt', 200, `${RULES}# b`, 'valid'],
      ['https://c.example/robots.txt', 200, '', 'valid'],
    ]);
  });

  test('has those of every URL on request', async () => {
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
    const isOneMember = write(RECORDS).length < members(RECORDS).length && write(RECORDS)[0] === 0x1f;
    for (let at = 0; at < file.length; at += 3) {
      const damaged = Buffer.from(file);
      damaged[at] = (damaged[at] as number) ^ 0xff;
      const items = await captures(damaged, { name: 'damaged.warc.gz' });
      // One member is lost from the damage on: nothing says where it could be read again.
      if (!isOneMember) expect(urlsOf(items).length, `octet ${at}`).toBeGreaterThanOrEqual(2);
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
    [
      'a URL in angle brackets',
      record({ url: '<https://a.example/robots.txt>', content: response(RULES) }),
      { url: 'https://a.example/robots.txt' },
    ],
    [
      'a URL with a query',
      record({ url: 'http://a.example:81/robots.txt?x', content: response(RULES) }),
      { text: RULES },
    ],
    [
      'names of fields in upper and lower case',
      Buffer.from(
        capture('a.example', RULES)
          .toString()
          .replaceAll('WARC-Type', 'warc-TYPE')
          .replaceAll('Content-Length', 'CONTENT-LENGTH'),
      ),
      { text: RULES },
    ],
    [
      'line endings of one octet in the header',
      Buffer.from(record({ content: RULES, type: 'resource' }).toString().replaceAll('\r\n', '\n')),
      { text: RULES },
    ],
    [
      'a field over two lines',
      record({ type: 'resource', fields: { 'X-Long': 'a\r\n b' }, content: RULES }),
      { text: RULES },
    ],
    ['no empty line at the end', record({ type: 'resource', content: RULES, end: '' }), { text: RULES }],
    [
      'a digest that does not match',
      capture('a.example', RULES, { fields: { 'WARC-Payload-Digest': sha1('other') } }),
      { digest: 'mismatch' },
    ],
    [
      'a digest of an unknown algorithm',
      capture('a.example', RULES, { fields: { 'WARC-Payload-Digest': 'crc:abc' } }),
      { digest: 'unchecked' },
    ],
    [
      'a truncated record',
      capture('a.example', RULES, { fields: { 'WARC-Truncated': 'length' } }),
      { isCutOff: true, digest: 'unchecked' },
    ],
  ])('%s', async (_, octets, expected) => {
    expect(await one(octets)).toMatchObject(expected);
  });

  test.each(['md5:rL0Y20zCaFzt72VPzMSk2A==', 'sha1:abc', `sha256:${'a'.repeat(43)}=`])(
    'a digest that is neither Base32 nor hexadecimal digits cannot be checked: %s',
    async (digest) => {
      const fields = { 'WARC-Payload-Digest': digest };
      expect(await one(capture('a.example', RULES, { fields }))).toMatchObject({ digest: 'unchecked' });
    },
  );

  test('only the path in lower case is that of a robots.txt; a scheme may be in upper case', async () => {
    const urls = [
      'http://a.example/ROBOTS.TXT',
      'HTTP://A.example/robots.txt',
      'http://a.example/Robots.txt',
    ];
    const file = members(urls.map((url) => record({ url, content: response(RULES) })));
    expect(urlsOf(await captures(file))).toEqual(['HTTP://A.example/robots.txt']);
  });

  test('a digest of SHA-256 in hexadecimal digits', async () => {
    const hex = 'sha-256:2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824';
    expect(
      await one(capture('a.example', 'hello', { fields: { 'WARC-Payload-Digest': hex } })),
    ).toMatchObject({ digest: 'valid' });
  });

  test.each<[string, Partial<Parameters<typeof record>[0]>, string]>([
    ['no Content-Length', { contentLength: null }, 'record-header'],
    ['a Content-Length that is no number', { contentLength: '12x' }, 'record-header'],
    ['a Content-Length that is too short', { contentLength: 3 }, 'record-length'],
    ['a Content-Length that is too long', { contentLength: 90 }, 'record-length'],
  ])('%s is a fault, and the next record is found', async (_, parts, code) => {
    const file = Buffer.concat([
      record({ type: 'resource', content: RULES, ...parts }),
      capture('next.example', RULES),
      capture('last.example', RULES),
    ]);
    const items = await captures(file);
    expect(faultsOf(items)[0]).toBe(code);
    expect(urlsOf(items)).toEqual(
      expect.arrayContaining(['https://next.example/robots.txt', 'https://last.example/robots.txt']),
    );
  });

  test('a record without Content-Length and content hides no record that follows at once', async () => {
    const empty = record({ type: 'resource', content: '', contentLength: null, end: '' });
    const items = await captures(Buffer.concat([empty, capture('next.example', RULES)]));
    expect(faultsOf(items)).toEqual(['record-header']);
    expect(urlsOf(items)).toEqual(['https://next.example/robots.txt']);
  });

  test('damage twice hides no record that follows, however the input is cut', async () => {
    const file = Buffer.concat([
      Buffer.from('X\n'),
      capture('a.example', RULES),
      Buffer.from('X\n'),
      capture('b.example', RULES),
      Buffer.from('X\n'),
      capture('c.example', RULES),
    ]);
    for (const size of [1, 100, file.length]) {
      const items = await captures(file, { size });
      expect(faultsOf(items)).toEqual(['not-a-record', 'not-a-record', 'not-a-record']);
      expect(urlsOf(items)).toEqual(['a', 'b', 'c'].map((host) => `https://${host}.example/robots.txt`));
    }
  });

  test('a damaged first record does not hide what the input is, however it is cut', async () => {
    const file = Buffer.concat([Buffer.alloc(400, 'x'), Buffer.from('\n'), capture('a.example', RULES)]);
    for (const size of [1, 300, file.length]) {
      expect(urlsOf(await captures(file, { size }))).toEqual(['https://a.example/robots.txt']);
    }
  });

  test('a header without an end is a fault', async () => {
    const endless = Buffer.from(`WARC/1.0\r\n${'X: y\r\n'.repeat(20_000)}`);
    const items = await captures(
      Buffer.concat([endless, Buffer.from('\r\n\r\n'), capture('next.example', RULES)]),
    );
    expect(faultsOf(items)).toEqual(['record-header']);
    expect(urlsOf(items)).toEqual(['https://next.example/robots.txt']);
  });

  test('long contents are passed over, and of long payloads the start is kept', async () => {
    const long = Buffer.alloc(5_000_000, 'x');
    const file = members([
      record({ url: 'https://a.example/film', content: long }),
      capture('a.example', long),
      capture('b.example', RULES),
    ]);
    const items = await captures(file, { size: 65_536 });
    expect(items.map((item) => 'url' in item && [item.url, item.text?.length, item.isCutOff])).toEqual([
      ['https://a.example/robots.txt', expect.any(Number), true],
      ['https://b.example/robots.txt', RULES.length, false],
    ]);
  });
});
