/** Tar archives as tar programs write them: entries of all types, formats before POSIX, archives one after another. */
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { captures, faultsOf, urlsOf } from './support/read.js';
import { tarEntry, tarFile, tarLinks } from './support/tar-writer.js';

const RULES = 'User-agent: *\nDisallow: /a\n';
const [URL_A, URL_B] = ['https://a.example/robots.txt', 'https://b.example/robots.txt'];
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

describe('tar', () => {
  const files = [
    ['a.example.txt', RULES],
    ['sites/b.example/robots.txt', `${RULES}#b`],
    [`long/${'x'.repeat(150)}/c.example`, RULES],
  ] as const;

  test.each([
    ['ustar', {}],
    ['pax', { longNames: 'pax' }],
    ['GNU', { longNames: 'gnu' }],
  ] as const)('%s: each file is a capture of the host that it is named by', async (_, options) => {
    const file = tarFile(files, options);
    for (const octets of [file, gzipSync(file)]) {
      expect(urlsOf(await captures(octets, { size: 1000 }))).toEqual([
        URL_A,
        'https://b.example/robots.txt',
        'https://c.example/robots.txt',
      ]);
    }
  });

  test('pax: line endings and separators within a name are part of it', async () => {
    const folder = `${'x'.repeat(100)}/\n12 size=123\n9 path=y\n\u2028\u2029\r=`;
    const archived = await captures(
      tarFile([
        [`${folder}/a.example`, RULES],
        ['b.example', RULES],
      ]),
      { size: 1000 },
    );
    expect(urlsOf(archived)).toEqual([URL_A, 'https://b.example/robots.txt']);
  });

  test.each([
    ['no length', 'path=b.example\n'],
    ['a length that is too short', '5 path=b.example\n'],
    ['a length that is too long', '99 path=b.example\n'],
    ['no key', '13 b.example\n'],
    ['nothing but spaces', ' '.repeat(20)],
  ])('pax: a record with %s is passed over', async (_, header) => {
    const file = tarFile([['a.example', RULES]], { paxHeader: header });
    expect(urlsOf(await captures(file))).toEqual([URL_A]);
  });

  test('an input that is cut off is a fault', async () => {
    expect(faultsOf(await captures(tarFile(files).subarray(0, 520)))).toEqual(['tar-cut-off']);
  });

  /** Where the header of the second file is. */
  const SECOND = 1024;

  /** An archive with another size in the header of its second file. */
  function withSize(field: string): Buffer {
    const file = tarFile(files);
    const header = file.subarray(SECOND, SECOND + 512);
    header.write(field.padEnd(12, '\0'), 124, 'latin1');
    header.write('        ', 148);
    const sum = header.reduce((total, octet) => total + octet, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return file;
  }

  test.each<[string, Buffer]>([
    [
      'a wrong checksum',
      (() => {
        const file = tarFile(files);
        file[SECOND + 6] = (file[SECOND + 6] as number) ^ 1;
        return file;
      })(),
    ],
    ['a negative size', withSize('-1')],
    ['a size that is no number', withSize('what')],
    ['a negative size in base 256', withSize('\xff'.repeat(12))],
  ])('of a header with %s only its own file is lost', async (_, octets) => {
    for (const size of [1000, octets.length]) {
      expect(await captures(octets, { size })).toMatchObject([
        { url: URL_A },
        { fault: 'tar-header', offset: SECOND },
        { url: 'https://c.example/robots.txt', text: RULES },
      ]);
    }
  });

  test('a size may be written in base 256', async () => {
    const size = String.fromCharCode(`${RULES}#b`.length);
    expect(await captures(withSize(`\x80${'\0'.repeat(10)}${size}`))).toMatchObject([
      { url: URL_A },
      { url: 'https://b.example/robots.txt', text: `${RULES}#b` },
      { url: 'https://c.example/robots.txt' },
    ]);
  });

  test('after a damaged header, text that is no header ends nothing', async () => {
    const file = tarFile([
      ['a.example', `${'#'.repeat(511)}\n`.repeat(3)],
      ['b.example', RULES],
    ]);
    file[0] = (file[0] as number) ^ 1;
    expect(await captures(file, { name: 'sites.tar' })).toMatchObject([
      { fault: 'tar-header', offset: 0 },
      { url: 'https://b.example/robots.txt', text: RULES },
    ]);
    expect(await captures(file.subarray(0, 1536), { name: 'sites.tar' })).toMatchObject([
      { fault: 'tar-header', offset: 0 },
    ]);
  });

  test('a link is a fault, because its target is read under its own name alone', async () => {
    const links = tarLinks([
      ['www.a.example', 'a.example', '2'],
      ['hard.example', `${'x'.repeat(150)}/a.example`, '1'],
    ]);
    const items = await captures(Buffer.concat([tarFile([['a.example', RULES]]).subarray(0, 1024), links]));
    expect(items).toMatchObject([
      { url: URL_A },
      { fault: 'tar-link', message: '"www.a.example" is a link, which is not followed', offset: 1024 },
      { fault: 'tar-link', message: '"hard.example" is a link, which is not followed' },
    ]);
  });

  test('hidden files are left out, also those in hidden folders', async () => {
    const paths = ['./._a.example', '.git/HEAD', 'sites/.cache/b.example', './a.example', '../c.example'];
    expect(urlsOf(await captures(tarFile(paths.map((path) => [path, RULES]))))).toEqual([
      URL_A,
      'https://c.example/robots.txt',
    ]);
  });
});

describe('after the blocks of zeros that end an archive', () => {
  test.each([
    ['an archive that is added with cat is read', [A, END, END, B, END]],
    ['so is one after a single block of zeros', [A, ZERO_BLOCK, B, END]],
    ['octets of no meaning are passed over', [A, END, Buffer.alloc(1024, 'x'), B, END]],
  ])('%s', async (_, parts) => {
    const items = await read(...parts);
    expect([urlsOf(items), faultsOf(items)]).toEqual([[URL_A, URL_B], []]);
  });

  test('compressed archives one after another are read', async () => {
    const first = gzipSync(Buffer.concat([A, END]));
    const items = await captures(Buffer.concat([first, gzipSync(Buffer.concat([B, END]))]));
    expect(items).toMatchObject([
      { url: URL_A, offset: 0 },
      { url: URL_B, offset: first.length },
    ]);
  });
});

test('a header that became zeros is a fault', async () => {
  expect(await read(ZERO_BLOCK, A.subarray(512), B, END)).toMatchObject([
    { fault: 'tar-header', offset: 512 },
    { url: URL_B },
  ]);
});

test('after a damaged member, reading goes on at the next header, wherever that begins', async () => {
  const file = Buffer.concat([A, tarEntry({ path: 'lost.example', text: RULES.repeat(50) }), B, A, END]);
  const parts = [file.subarray(0, 1600), file.subarray(1600, 2600), file.subarray(2600)].map((part) =>
    gzipSync(part),
  );
  const [first = Buffer.of(), second = Buffer.of(), third = Buffer.of()] = parts;
  second.writeUInt32LE(0, second.length - 8);
  const damaged = Buffer.concat([first, second, third]);
  for (const size of [100, damaged.length]) {
    expect(await captures(damaged, { size })).toMatchObject([
      { url: URL_A, offset: 0 },
      { fault: 'tar-cut-off' },
      { fault: 'member-damaged', offset: first.length },
      { url: URL_B, offset: first.length + second.length },
      { url: URL_A },
    ]);
  }
});

test.each([
  ['a pax header', 'x', '13 mtime=1.0\n', 'the input ends before the file that a header announces'],
  ['a long name', 'L', 'lost.example\0', 'the input ends before "lost.example"'],
])('an archive that is cut off after %s is a fault', async (_, type, text, message) => {
  const header = tarEntry({ path: 'x', type, text });
  for (const cut of [512 + text.length, 1024])
    expect(await read(A, header.subarray(0, cut))).toMatchObject([
      { url: URL_A },
      { fault: 'tar-cut-off', offset: A.length, message },
    ]);
});

test('a capture begins at the first header of its file, from which it can be read alone', async () => {
  const long = `${'x'.repeat(120)}/b.example`;
  for (const longNames of ['pax', 'gnu'] as const) {
    const file = tarFile(
      [
        ['a.example', RULES],
        [long, RULES],
      ],
      { longNames },
    );
    const items = await read(file);
    expect(items).toMatchObject([{ url: URL_A }, { url: URL_B, offset: 1024 }]);
    expect(await read(file.subarray(1024))).toMatchObject([{ url: URL_B, offset: 0 }]);
  }
});

test.each([
  ['a hard link', '1', ['tar-link']],
  ['a symbolic link', '2', ['tar-link']],
  ['a device', '3', []],
  ['a folder', '5', []],
  ['a FIFO', '6', []],
])('the size of %s is not that of a content', async (_, type, faults) => {
  const items = await read(tarEntry({ path: 'odd.example', type, size: 4096 }), A, B, END);
  expect([urlsOf(items), faultsOf(items)]).toEqual([[URL_A, URL_B], faults]);
});

describe('an entry that is not read is a fault', () => {
  test.each([
    ['a sparse file', [tarEntry({ path: 'odd.example', type: 'S', text: RULES })]],
    [
      'a sparse file with more of its map after the header',
      [
        tarEntry({ path: 'odd.example', type: 'S', size: RULES.length, fields: [[482, '\x01']] }),
        Buffer.alloc(512, 'x').fill(1, 504, 505),
        Buffer.alloc(512, 0),
        Buffer.from(RULES.padEnd(512, '\0')),
      ],
    ],
    [
      'a sparse file in pax',
      [
        tarEntry({ path: 'x', type: 'x', text: '22 GNU.sparse.major=1\n31 GNU.sparse.name=odd.example\n' }),
        tarEntry({ path: 'GNUSparseFile.1/odd.example', text: `1\n0\n28\n${RULES}` }),
      ],
    ],
    ['the rest of a file', [tarEntry({ path: 'odd.example', type: 'M', text: RULES })]],
    ['an unknown type', [tarEntry({ path: 'odd.example', type: 'Q', text: RULES })]],
  ])('%s', async (_, parts) => {
    expect(await read(A, ...parts, B, END)).toMatchObject([
      { url: URL_A },
      { fault: 'tar-entry', offset: 1024, message: expect.stringMatching(/^"odd\.example" /) },
      { url: URL_B },
    ]);
  });
});

test('entries that are not files are passed over: fields of all files, the name of the archive, a list of names', async () => {
  const items = await read(
    tarEntry({ path: 'my volume', type: 'V', magic: '' }),
    tarEntry({ path: 'x', type: 'x', text: '18 path=a.example\n' }),
    tarEntry({ path: 'g', type: 'g', text: '18 path=c.example\n' }),
    tarEntry({ path: 'other', text: RULES }),
    tarEntry({ path: 'sites/', type: 'D', text: 'Ya.example\0\0' }),
    B,
    END,
  );
  expect([urlsOf(items), faultsOf(items)]).toEqual([[URL_A, URL_B], []]);
});

test('archives of Unix version 7, which have no magic, are recognized by the checksum', async () => {
  const items = await read(
    tarEntry({ path: 'a.example/', type: '\0', magic: '' }),
    tarEntry({ path: 'a.example/robots.txt', type: '\0', magic: '', text: RULES }),
    tarEntry({ path: 'b.example', type: '\0', magic: '', text: RULES }),
    END,
  );
  expect([urlsOf(items), faultsOf(items)]).toEqual([[URL_A, URL_B], []]);
});

test('the times that GNU writes where POSIX has the prefix of a name are no part of it', async () => {
  const file = tarEntry({
    path: 'robots.txt',
    magic: 'ustar  \0',
    text: RULES,
    fields: [[345, '15300767767\0']],
  });
  expect(await read(file)).toMatchObject([
    { fault: 'no-host', message: 'neither "robots.txt" nor its folder is named by a host' },
  ]);
  const posix = tarEntry({ path: 'robots.txt', text: RULES, fields: [[345, 'a.example']] });
  expect(urlsOf(await read(posix))).toEqual([URL_A]);
});

test('an archive with a damaged start is recognized by its next header', async () => {
  const zeros = Buffer.concat([Buffer.alloc(512), A.subarray(512), B, END]);
  expect(await captures(zeros)).toMatchObject([{ fault: 'tar-header' }, { url: URL_B }]);
  const member = gzipSync(A);
  member.writeUInt32LE(0, member.length - 8);
  expect(await captures(Buffer.concat([member, gzipSync(B), gzipSync(END)]))).toMatchObject([
    { fault: 'member-damaged' },
    { url: URL_B },
  ]);
  // The next header is not at the start of a member.
  expect(
    await captures(Buffer.concat([member, gzipSync(Buffer.concat([A.subarray(700), B, END]))])),
  ).toMatchObject([{ fault: 'member-damaged' }, { url: URL_B }]);
});

test('a file that is not named by a host is a fault', async () => {
  const odd = [
    ...['robots.txt', './robots.txt', 'a.example?b', 'a#b', 'a@b', 'a\nb', 'a\\b'],
    // https:///robots.txt is https://robots.txt to a URL parser.
    ...['', '_robots.txt', '-robots.txt', '..', '../robots.txt', 'a/../robots.txt'],
  ];
  const items = await read(...odd.map((path) => tarEntry({ path, text: RULES })), A, END);
  expect([urlsOf(items), faultsOf(items)]).toEqual([[URL_A], odd.map(() => 'no-host')]);
  const fine = ['./b.example/./robots.txt', 'c.example:8080', '[::1].txt', 'ü.example_robots.txt', '1.2.3.4'];
  expect(urlsOf(await read(...fine.map((path) => tarEntry({ path, text: RULES })), END))).toEqual([
    URL_B,
    'https://c.example:8080/robots.txt',
    'https://[::1]/robots.txt',
    'https://ü.example/robots.txt',
    'https://1.2.3.4/robots.txt',
  ]);
});

test('an archive is not taken for WARC by its first name, nor NDJSON for an archive by a magic in a text', async () => {
  expect(urlsOf(await captures(tarFile([['WARC/a.example', RULES]])))).toEqual([URL_A]);
  const line = JSON.stringify({ url: URL_A, body: '' });
  const ndjson = `${line.slice(0, -2).padEnd(257, '#')}ustar"}\n`;
  expect(ndjson.indexOf('ustar')).toBe(257);
  expect(urlsOf(await captures(Buffer.from(ndjson)))).toEqual([URL_A]);
});
