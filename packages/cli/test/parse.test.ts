/** `robotstream parse` */
import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { describe, expect, test } from 'vitest';
import { LineTransform, lineDiagnostics, parseSync } from '../../../src/index.js';
import { isLineEvent } from '../../../src/stream/events.js';
import { describeWith } from '../../../test/support/needs.js';
import { loadCorpus, SHARED_NEED } from '../../../test/support/shared.js';
import { kindNotice } from '../src/kind-notice.js';
import { useCommand } from './support/command.js';
import { fromNdjson } from './support/ndjson.js';

const command = useCommand();

const ROBOTS_TXT = `\ufeffUser-agent: a\r
Crawl-delay: 5\r
User-agent: ExampleBot # both\r
Disallow: /private/\r
Disalow: /old\r
\r
Sitemap: /s.xml\r
nonsense \t here now\r
Host: example.com\r
User-agent: *\r
Disallow: /\r
Crawl-delay: five`;

test('text: groups, sitemaps, other records, diagnostics', async () => {
  writeFileSync(join(command.folder, 'robots.txt'), ROBOTS_TXT);
  const { code, stdout, stderr } = await command.run(['parse', 'robots.txt']);
  expect(
    stdout.slice(0, stdout.indexOf('\nDiagnostics')),
  ).toBe(`robots.txt: 205 bytes, 12 lines, a byte order mark

Group 1 of 2
   1  user-agent:  a
   2  Crawl-delay: 5  (only for a)
   3  user-agent:  ExampleBot
   4  disallow:    /private/
   5  disallow:    /old

Group 2 of 2
  10  user-agent:  *
  11  disallow:    /
  12  Crawl-delay: five

Sitemaps
   7  sitemap: /s.xml

Other records
   9  Host: example.com
`);
  const [title, ...lines] = stdout.slice(stdout.indexOf('Diagnostics')).split('\n');
  expect(title).toBe('Diagnostics: 1 error, 3 warnings, 1 info');
  const places = lines.filter((line) => /^\d/.test(line));
  expect(places).toEqual([
    '1:1 info byte-order-mark',
    '5:1 warning misspelled-field',
    '7:10 warning sitemap-not-absolute',
    '8:1 error not-a-record',
    '12:14 warning invalid-extension-value',
  ]);
  const quotes = lines.filter((line) => /^ +(\d+)? \| /.test(line));
  expect(quotes).toEqual([
    '   1 | \\ufeffUser-agent: a',
    '     | ^^^^^^',
    '   5 | Disalow: /old',
    '     | ^^^^^^^',
    '   7 | Sitemap: /s.xml',
    '     |          ^^^^^^',
    '   8 | nonsense \\t here now',
    '     | ^^^^^^^^^^^^^^^^^^^^',
    '  12 | Crawl-delay: five',
    '     |              ^^^^',
  ]);
  for (const quote of quotes.filter((line) => line.endsWith('^'))) {
    expect(lines[lines.indexOf(quote) + 1]).toMatch(/^ {2}[A-Z]/);
  }
  for (const line of lines) expect(line.length).toBeLessThanOrEqual(100);
  expect([code, stderr]).toEqual([1, '']);
});

describe('text', () => {
  test('a file without diagnostics', async () => {
    const { code, stdout } = await command.run(['parse', '-'], { input: 'User-agent: *\nDisallow: /x\n' });
    expect(stdout).toBe(
      'standard input: 27 bytes, 2 lines\n\nGroup\n  1  user-agent: *\n  2  disallow:   /x\n\nNo diagnostics.\n',
    );
    expect(code).toBe(0);
  });

  test('columns count from the text, which begins after a byte order mark', async () => {
    const { stdout } = await command.run(['parse', '-'], { input: '\ufeffUser-agent: *\nDisalow: /x\n' });
    expect(stdout).toContain('\n2:1 warning misspelled-field\n');
    const first = await command.run(['parse', '-'], { input: '\ufeffDisalow: /x\n' });
    expect(first.stdout).toContain('\n1:1 warning misspelled-field\n');
  });

  test('says in one line that lint finds more', async () => {
    const input = 'User-agent: *\nDisallow: /x\nDisallow: /x\n';
    const { code, stdout } = await command.run(['parse', '-'], { input });
    expect(stdout).toMatch(/\nNo diagnostics\.\n\nLint: 1 info: see robotstream lint -\n$/);
    expect(code).toBe(0);
    expect((await command.run(['parse', '-', '--json'], { input })).stdout).not.toContain('lint');
  });

  test.each([
    ["shop's robots.txt", `'shop'\\''s robots.txt'`],
    ['-shop.txt', '-- -shop.txt'],
  ])('names the file %j so that a shell and the command take it as it is', async (name, operand) => {
    writeFileSync(join(command.folder, name), 'User-agent: *\nDisallow: /x\nDisallow: /x\n');
    const { stdout } = await command.run(['parse', '--', name]);
    expect(stdout).toContain(`see robotstream lint ${operand}\n`);
  });

  test('an empty file', async () => {
    const { code, stdout } = await command.run(['parse', '-']);
    expect(stdout).toBe(
      'standard input: 0 bytes, 0 lines\n\nNo groups: everything is allowed\n\nNo diagnostics.\n',
    );
    expect(code).toBe(0);
  });

  test('a file cut at the parsing limit', async () => {
    const input = `User-agent: *\n${'#'.repeat(511_990)}\nDisallow: /\n`;
    const cut = await command.run(['parse', '-'], { input });
    expect(cut.stdout).toMatch(
      /^standard input: 512,000 bytes, 1 line; cut at the parsing limit, the rest was not read\n/,
    );
    expect(cut.stdout).toContain('2:1 error parsing-limit');
    expect(cut.code).toBe(1);
    const whole = await command.run(['parse', '-', '--max-octets', 'Infinity'], { input });
    expect(whole.stdout).toContain('disallow:   /\n');
    expect(whole.stdout).not.toContain('parsing-limit');
  });

  test('warnings alone give exit code 0', async () => {
    const { code } = await command.run(['parse', '-'], { input: 'User-agent *\nDisalow: /\n' });
    expect(code).toBe(0);
  });

  test('no control character of any file reaches the terminal', async () => {
    const input = Buffer.concat(
      Array.from({ length: 256 }, (_, octet) =>
        Buffer.from([...Buffer.from('User-agent: x'), octet, 0x79, 0x0a]),
      ),
    );
    const { stdout, code, stderr } = await command.run(['parse', '-'], { input });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
    expect([code, stderr]).toEqual([1, '']);
  });
});

describe('--json', () => {
  test('prints the document', async () => {
    const { code, stdout, stderr } = await command.run(['parse', '-', '--json'], { input: ROBOTS_TXT });
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(parseSync(ROBOTS_TXT))));
    expect(stdout.split('\n').slice(0, 3)).toEqual(['{', '  "size": 205,', '  "lineCount": 12,']);
    expect([code, stderr]).toEqual([1, '']);
  });

  test('prints an empty document', async () => {
    const { code, stdout } = await command.run(['parse', '-', '--json']);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(parseSync(''))));
    expect(code).toBe(0);
  });
});

describe('--events', () => {
  test('prints one line for each event, from start to end', async () => {
    const { code, stdout, stderr } = await command.run(['parse', '-', '--events'], { input: ROBOTS_TXT });
    const events = fromNdjson(stdout);
    expect(events.map(({ type }) => type)).toEqual([
      'start',
      ...['user-agent', 'other', 'user-agent', 'disallow', 'disallow', 'blank'],
      ...['sitemap', 'invalid', 'other', 'user-agent', 'disallow', 'other'],
      'end',
    ]);
    expect(events[4]).toMatchObject({
      line: 4,
      terminator: '\r\n',
      field: { text: 'Disallow' },
      value: { text: '/private/' },
      diagnostics: [],
    });
    expect(events.at(-1)).toEqual({ type: 'end', octets: 205, lines: 12, truncated: false });
    expect([code, stderr]).toEqual([1, '']);
  });

  test('prints the events of the stream for a file in many chunks', async () => {
    const path = join(command.folder, 'large.txt');
    const lines = Array.from({ length: 12_000 }, (_, i) => `Disallow: /${i}/é\r\n`);
    writeFileSync(path, `User-agent: *\n${lines.join('')}`);
    const expected: string[] = [];
    await pipeline(createReadStream(path), new LineTransform(), async (events) => {
      for await (const event of events) {
        const data = isLineEvent(event) ? { ...event.toJSON(), diagnostics: lineDiagnostics(event) } : event;
        expected.push(JSON.stringify(data));
      }
    });
    const { code, stdout } = await command.run(['parse', path, '--events']);
    expect(stdout.trimEnd().split('\n')).toEqual(expected);
    expect(code).toBe(0);
  });

  test('reports the parsing limit and ends there', async () => {
    const input = `User-agent: *\n${'#'.repeat(512_000)}`;
    const { code, stdout } = await command.run(['parse', '-', '--events'], { input });
    expect(fromNdjson(stdout).map(({ type }) => type)).toEqual(['start', 'user-agent', 'limit', 'end']);
    expect(code).toBe(1);
  });
});

describeWith(SHARED_NEED, 'real files', () => {
  test('in all three forms', async () => {
    const largest = [...loadCorpus()].sort(([, a], [, b]) => b.length - a.length).slice(0, 6);
    for (const [name, input] of largest) {
      const document = parseSync(input);
      const expectedCode = document.diagnostics.some(({ severity }) => severity === 'error') ? 1 : 0;
      const text = await command.run(['parse', '-'], { input });
      const notice = kindNotice(document);
      const stderr = notice === null ? '' : `robotstream: standard input: ${notice}\n`;
      expect([name, text.code, text.stderr]).toEqual([name, expectedCode, stderr]);
      const json = await command.run(['parse', '-', '--json'], { input });
      expect(JSON.parse(json.stdout)).toEqual(JSON.parse(JSON.stringify(document)));
      const events = await command.run(['parse', '-', '--events'], { input });
      expect(fromNdjson(events.stdout).at(-1)).toMatchObject({ type: 'end', lines: document.lineCount });
    }
  });
});
