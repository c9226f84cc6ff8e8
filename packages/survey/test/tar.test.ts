/** Tar archives as tar programs write them: entries of all types, formats before POSIX, archives one after another, damage. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { captures, faultsOf, urlsOf } from './support/read.js';
import { tarEntry, tarFile } from './support/tar-writer.js';

const RULES = 'User-agent: *\nDisallow: /a\n';
const [URL_A, URL_B, URL_C] = ['a', 'b', 'c'].map((host) => `https://${host}.example/robots.txt`);
const A = tarEntry({ path: 'a.example', text: RULES });
const B = tarEntry({ path: 'b.example', text: RULES });
const ZERO_BLOCK = Buffer.alloc(512);
const END = Buffer.alloc(1024);

/** Reads an archive, which must not depend on how it is cut into chunks. */
async function read(...parts: readonly Uint8Array[]) {
  const file = Buffer.concat(parts);
  const items = await captures(file, { name: 'sites.tar' });
  expect(await captures(file, { name: 'sites.tar', size: 100 })).toEqual(items);
  return items;
}

/** URLs and the codes of faults, in order. */
const told = async (...parts: readonly Uint8Array[]) =>
  (await read(...parts)).map((item) => ('url' in item ? item.url : item.fault));

describe('each file is a capture of the host that it is named by', () => {
  const long = `long/${'x'.repeat(150)}/c.example`;
  const paths = ['a.example.txt', 'sites/b.example/robots.txt', long] as const;
  const files = paths.map((path): [string, string] => [path, RULES]);

  test.each([
    ['ustar and pax', { longNames: 'pax' }],
    ['GNU', { longNames: 'gnu' }],
  ] as const)('%s, from the first header of a file on', async (_, options) => {
    const file = tarFile(files, options);
    const items = await read(file);
    expect(urlsOf(items)).toEqual([URL_A, URL_B, URL_C]);
    expect(urlsOf(await captures(gzipSync(file), { size: 1000 }))).toEqual([URL_A, URL_B, URL_C]);
    expect(await read(file.subarray(items[2]?.offset))).toMatchObject([{ url: URL_C, offset: 0 }]);
  });

  const v7 = { type: '\0', magic: '' };
  const ofPax = (text: string) => [tarEntry({ path: 'x', type: 'x', text }), A, B];
  const ofType = (type: string) => [tarEntry({ path: 'odd.example', type, size: 4096 }), A, B];
  const of = (path: string) => tarEntry({ path, text: RULES });
  const v7Of = (path: string, text = '') => tarEntry({ path, ...v7, text });

  test.each<[string, Uint8Array[]]>([
    [
      'no magic, as in Unix version 7',
      [v7Of('a.example/'), v7Of('a.example/robots.txt', RULES), v7Of('b.example', RULES)],
    ],
    ['the name of the archive', [tarEntry({ path: 'my volume', type: 'V', magic: '' }), A, B]],
    [
      'fields of all files',
      [
        ...ofPax('18 path=a.example\n').slice(0, 1),
        tarEntry({ path: 'g', type: 'g', text: '18 path=c.example\n' }),
        of('x'),
        B,
      ],
    ],
    ['a list of names', [A, tarEntry({ path: 'sites/', type: 'D', text: 'Ya.example\0\0' }), B]],
    [
      'the prefix of a name',
      [tarEntry({ path: 'robots.txt', text: RULES, fields: [[345, 'a.example']] }), B],
    ],
    ['the long target of a link', [tarEntry({ path: 'x', type: 'K', text: 'y'.repeat(150) }), A, B]],
    ['a name like a WARC file', [of('WARC/a.example'), B]],
    ['an archive that is added with cat', [A, END, END, B]],
    ['an archive after a single block of zeros', [A, ZERO_BLOCK, B]],
    ['octets of no meaning after the end', [A, END, Buffer.alloc(1024, 'x'), B]],
    [
      'hidden files',
      [of('./._c.example'), of('.git/HEAD'), of('sites/.cache/c.example'), A, of('../b.example')],
    ],
    ['a device with a size', ofType('3')],
    ['a folder with a size', ofType('5')],
    ['a FIFO with a size', ofType('6')],
    ['a record of pax with no length', ofPax('path=c.example\n')],
    ['a record of pax with a length that is too short', ofPax('5 path=c.example\n')],
    ['a record of pax with a length that is too long', ofPax('99 path=c.example\n')],
    ['a record of pax with no key', ofPax('13 c.example\n')],
    ['a record of pax with nothing but spaces', ofPax(' '.repeat(20))],
  ])('%s', async (_, parts) => {
    expect(await told(...parts, END)).toEqual([URL_A, URL_B]);
  });

  test('pax: line endings and separators within a name are part of it', async () => {
    const folder = `${'x'.repeat(100)}/\n12 size=123\n9 path=y\n\u2028\u2029\r=`;
    expect(await told(tarFile([[`${folder}/a.example`, RULES]]))).toEqual([URL_A]);
  });

  test('GNU: times where POSIX has the prefix of a name are no part of it', async () => {
    const fields = [[345, '15300767767\0']] as const;
    const file = tarEntry({ path: 'robots.txt', magic: 'ustar  \0', text: RULES, fields });
    const message = 'neither "robots.txt" nor its folder is named by a host';
    expect(await read(file)).toMatchObject([{ fault: 'no-host', message }]);
  });

  test('compressed archives one after another are read', async () => {
    const [first, second] = [A, B].map((entry) => gzipSync(Buffer.concat([entry, END]))) as [Buffer, Buffer];
    const items = await captures(Buffer.concat([first, second]));
    expect(items).toMatchObject([
      { url: URL_A, offset: 0 },
      { url: URL_B, offset: first.length },
    ]);
  });

  test('one that is not named by a host is a fault', async () => {
    const odd = [
      ...['robots.txt', './robots.txt', 'a.example?b', 'a#b', 'a@b', 'a\nb', 'a\\b'],
      // https:///robots.txt is https://robots.txt to a URL parser.
      ...['', '_robots.txt', '-robots.txt', '..', '../robots.txt', 'a/../robots.txt'],
    ];
    const entries = (paths: readonly string[]) => paths.map((path) => tarEntry({ path, text: RULES }));
    expect(await told(...entries(odd), A, END)).toEqual([...odd.map(() => 'no-host'), URL_A]);
    const fine = [
      './b.example/./robots.txt',
      'c.example:8080',
      '[::1].txt',
      'ü.example_robots.txt',
      '1.2.3.4',
    ];
    const hosts = ['b.example', 'c.example:8080', '[::1]', 'ü.example', '1.2.3.4'];
    expect(await told(...entries(fine), END)).toEqual(hosts.map((host) => `https://${host}/robots.txt`));
  });

  test('NDJSON is not taken for an archive by a magic in a text', async () => {
    const line = JSON.stringify({ url: URL_A, body: '' });
    const ndjson = `${line.slice(0, -2).padEnd(257, '#')}ustar"}\n`;
    expect(urlsOf(await captures(Buffer.from(ndjson)))).toEqual([URL_A]);
  });
});

describe('a fault is', () => {
  const sparse = { path: 'odd.example', type: 'S' };
  test.each<[string, string, Uint8Array[]]>([
    [
      'a hard link',
      'tar-link',
      [tarEntry({ path: 'odd.example', type: '1', target: 'a.example', size: 4096 })],
    ],
    ['a symbolic link', 'tar-link', [tarEntry({ path: 'odd.example', type: '2', target: 'x', size: 4096 })]],
    ['a sparse file', 'tar-entry', [tarEntry({ ...sparse, text: RULES })]],
    [
      'a sparse file with more of its map after the header',
      'tar-entry',
      [
        tarEntry({ ...sparse, size: RULES.length, fields: [[482, '\x01']] }),
        Buffer.alloc(512, 'x').fill(1, 504, 505),
        ZERO_BLOCK,
        Buffer.from(RULES.padEnd(512, '\0')),
      ],
    ],
    [
      'a sparse file in pax',
      'tar-entry',
      [
        tarEntry({ path: 'x', type: 'x', text: '22 GNU.sparse.major=1\n31 GNU.sparse.name=odd.example\n' }),
        tarEntry({ path: 'GNUSparseFile.1/odd.example', text: `1\n0\n28\n${RULES}` }),
      ],
    ],
    ['the rest of a file', 'tar-entry', [tarEntry({ path: 'odd.example', type: 'M', text: RULES })]],
    ['an unknown type', 'tar-entry', [tarEntry({ path: 'odd.example', type: 'Q', text: RULES })]],
  ])('%s', async (_, fault, parts) => {
    expect(await read(A, ...parts, B, END)).toMatchObject([
      { url: URL_A },
      { fault, offset: 1024, message: expect.stringMatching(/^"odd\.example" /) },
      { url: URL_B },
    ]);
  });

  /** An entry with another size in its header. */
  const sized = (field: string, text = RULES) =>
    tarEntry({ path: 'c.example', text, fields: [[124, field.padEnd(12, '\0')]] });

  test.each<[string, Buffer]>([
    ['a wrong checksum', Buffer.from(sized('00000000034')).fill('x', 6, 7)],
    ['a negative size', sized('-1')],
    ['a size that is no number', sized('what')],
    ['a negative size in base 256', sized('\xff'.repeat(12))],
    ['zeros', Buffer.concat([ZERO_BLOCK, sized('00000000034').subarray(512)])],
    [
      'a wrong checksum, and a content like none',
      Buffer.from(sized('0', `${'#'.repeat(511)}\n`.repeat(3))).fill('x', 6, 7),
    ],
  ])('a header with %s: only its own file is lost', async (_, octets) => {
    const lost = ['tar-header', URL_B, URL_A];
    expect(await told(octets, B, A, END)).toEqual(lost);
    expect(await told(A, octets, B, A, END)).toEqual([URL_A, ...lost]);
  });

  test('a size may be written in base 256', async () => {
    const size = `\x80${'\0'.repeat(10)}${String.fromCharCode(RULES.length)}`;
    expect(await read(sized(size), B, END)).toMatchObject([{ url: URL_C, text: RULES }, { url: URL_B }]);
  });

  test('a member that is damaged; reading goes on at the next header, wherever that begins', async () => {
    const lost = tarEntry({ path: 'lost.example', text: RULES.repeat(50) });
    const file = Buffer.concat([A, lost, B, A, END]);
    const [first, second, third] = [[0, 1600], [1600, 2600], [2600]].map(([from, to]) =>
      gzipSync(file.subarray(from, to)),
    ) as [Buffer, Buffer, Buffer];
    second.writeUInt32LE(0, second.length - 8);
    expect(await read(first, second, third)).toMatchObject([
      { url: URL_A, offset: 0 },
      { fault: 'tar-cut-off' },
      { fault: 'member-damaged', offset: first.length },
      { url: URL_B, offset: first.length + second.length },
      { url: URL_A },
    ]);
    // At the start, where it says what the input is, too.
    const member = gzipSync(A);
    member.writeUInt32LE(0, member.length - 8);
    for (const rest of [
      [B, END],
      [A.subarray(700), B, END],
    ])
      expect(await told(member, gzipSync(Buffer.concat(rest)))).toEqual(['member-damaged', URL_B]);
  });

  test.each([
    ['a pax header', 'x', '13 mtime=1.0\n', 'the input ends before the file that a header announces'],
    ['a long name', 'L', 'lost.example\0', 'the input ends before "lost.example"'],
  ])('an archive that is cut off after %s', async (_, type, text, message) => {
    const header = tarEntry({ path: 'x', type, text });
    for (const cut of [512 + text.length, 1024])
      expect(await read(A, header.subarray(0, cut))).toMatchObject([
        { url: URL_A },
        { fault: 'tar-cut-off', offset: A.length, message },
      ]);
    expect(faultsOf(await captures(A.subarray(0, 520)))).toEqual(['tar-cut-off']);
  });
});
