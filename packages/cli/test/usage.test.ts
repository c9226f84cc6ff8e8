/** Help, version, usage errors, and inputs that cannot be read. */

import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { aUserAgent } from '@robotstream/client/internal';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { PROFILES, VERDICT_REASONS } from '../../../src/index.js';
import { checkProperty } from '../../../test/support/property.js';
import { ACCESS_REASONS } from '../../client/src/index.js';
import { readArguments } from '../../command-line/src/arguments.js';
import type { Command } from '../../command-line/src/command.js';
import { EXIT, InputError, UsageError } from '../../command-line/src/exit.js';
import { commandHelp, mainHelp, usageText } from '../../command-line/src/help.js';
import { BATCH_FAILURES } from '../src/check/batch/result.js';
import { COMMANDS } from '../src/commands.js';
import { wholeInput } from '../src/input.js';
import { givenUserAgentOf, NETWORK_OPTIONS } from '../src/network-options.js';
import { type Run, useCommand, VERSION } from './support/command.js';

const command = useCommand();

/** One line on standard error, and nothing on standard output. */
function expectComplaint(run: Run, text: string | RegExp): void {
  expect(run.stderr).toMatch(/^robotstream: [^\n]+\n$/);
  if (typeof text === 'string') expect(run.stderr).toContain(text);
  else expect(run.stderr).toMatch(text);
  expect(run.stdout).toBe('');
  expect(run.code).toBe(2);
}

describe('help', () => {
  test.each([[['--help']], [['-h']], [['help']], [[]]])(
    'robotstream %j names every sub-command',
    async (args) => {
      const { code, stdout, stderr } = await command.run(args);
      expect(stdout).toMatch(/^usage: robotstream COMMAND/);
      const listed = Object.entries(COMMANDS).filter(([, { group }]) => group !== null);
      for (const [name] of listed) expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
      expect([code, stderr]).toEqual([0, '']);
    },
  );

  test.each(Object.keys(COMMANDS))(
    'robotstream %s --help says usage, options and exit codes',
    async (name) => {
      const { code, stdout, stderr } = await command.run([...name.split(' '), '--help']);
      expect(stdout).toContain(`usage: robotstream ${name} `);
      const { options = {}, exitCodes = {} } = (await COMMANDS[name]?.load()) ?? {};
      for (const option of [...Object.keys(options), 'help']) expect(stdout).toContain(`--${option}`);
      for (const [exit, meaning] of Object.entries(exitCodes))
        expect(stdout).toMatch(new RegExp(`^  ${exit}  ${meaning.split(' ')[0]}`, 'm'));
      expect(Object.keys(exitCodes)).toContain('2');
      expect(stdout.split('\n').filter((line) => line.length > 100)).toEqual([]);
      expect([code, stderr]).toEqual([0, '']);
    },
  );

  test.each(Object.keys(COMMANDS))('robotstream help %s is its --help', async (name) => {
    const [help, other] = await Promise.all(
      [
        ['help', ...name.split(' ')],
        [...name.split(' '), '--help'],
      ].map((args) => command.run(args)),
    );
    expect(help).toEqual(other);
  });

  test.each(Object.keys(COMMANDS))('robotstream %s -h fits a screen and has examples', async (name) => {
    const { stdout } = await command.run([...name.split(' '), '-h']);
    expect(stdout.split('\n').length).toBeLessThanOrEqual(24);
    expect(stdout).toContain('\nexamples:\n');
    expect(stdout).toContain(`robotstream ${name} --help`);
  });

  test('takes precedence over usage errors', async () => {
    const { code, stdout } = await command.run(['check', '-h', '--profile', 'none']);
    expect(stdout).toMatch(/^usage: robotstream check/);
    expect(code).toBe(0);
  });

  test('of check lists every profile, reason and error code', async () => {
    const { stdout } = await command.run(['check', '--help']);
    for (const name of Object.keys(PROFILES)) expect(stdout).toContain(name);
    for (const name of [
      ...Object.keys({ ...VERDICT_REASONS, ...ACCESS_REASONS }),
      ...Object.keys(BATCH_FAILURES),
    ]) {
      expect(stdout).toMatch(new RegExp(`^  ${name} `, 'm'));
    }
  });
});

test.each([['--version'], ['-V']])('robotstream %s prints the version of the package', async (option) => {
  const { code, stdout } = await command.run([option]);
  expect([code, stdout]).toEqual([0, `${VERSION}\n`]);
});

describe('a usage error is one line on stderr and exit code 2', () => {
  test.each([
    ['an unknown command', ['chek'], 'unknown command "chek"; did you mean check? (see robotstream --help)'],
    ['a command that moved', ['conform', '--', 'a'], 'it is a package of its own: npx @robotstream/conform'],
    ['a command of the object prototype', ['toString'], 'unknown command "toString"'],
    ['an unknown option', ['--nope'], 'unknown option "--nope"'],
    ['an unknown option of check', ['check', '--nope'], 'unknown option "--nope"'],
    ['an option of the object prototype', ['check', '--toString'], 'unknown option "--toString"'],
    ['an unknown short option', ['parse', 'f', '-x'], 'unknown option "-x"'],
    ['check without a file', ['check', '--agent', 'a'], 'no FILE and no URL is given'],
    ['check without a URL', ['check', 'f', '--agent', 'a'], 'no URL is given'],
    [
      'an empty agent',
      ['check', 'f', '/', '--agent', ' '],
      '--agent " " is not a product token, such as ExampleBot',
    ],
    [
      'an agent of a version alone',
      ['check', 'f', '/', '--agent', '/1.0'],
      '--agent "/1.0" is not a product token',
    ],
    ['an agent without a name', ['check', 'f', '/', '--agent'], '--agent needs a value: --agent NAME'],
    ['an option in place of a value', ['check', 'f', '/', '--agent', '--json'], '--agent needs a value'],
    [
      'a value for an option without one',
      ['check', 'f', '/', '--agent', 'a', '--json=yes'],
      '--json takes no value',
    ],
    [
      'an unknown profile',
      ['check', 'f', '/', '--agent', 'a', '--profile', 'nosuch'],
      '"nosuch"; the profiles are rfc9309, google, draft-koster-rep-00, koster-1996',
    ],
    [
      'two profiles',
      ['check', '--batch', '--profile', 'google', '--profile', 'google'],
      '--profile is given twice',
    ],
    [
      'too low a limit',
      ['check', '--batch', '--max-octets', '511999'],
      '--max-octets is "511999"; a whole number from 512000',
    ],
    ['a limit that is not a number', ['parse', 'f', '--max-octets', '1e6'], '--max-octets is "1e6"'],
    [
      'a line limit without --batch',
      ['check', 'f', '/', '--agent', 'a', '--max-line-octets', '9'],
      '--max-line-octets needs --batch',
    ],
    [
      'no line at all',
      ['check', '--batch', '--max-line-octets', '0'],
      '--max-line-octets is "0"; a whole number from 1',
    ],
    ['--batch with a file', ['check', 'f', '--batch'], '--batch takes no FILE and no URL'],
    ['--batch with an agent', ['check', '--batch', '--agent', 'a'], '--batch takes no --agent'],
    [
      '--batch with a cache',
      ['check', '--batch', '--cache', 'f'],
      '--cache cannot be used with --batch, which fetches nothing',
    ],
    [
      'a file with a User-Agent',
      ['check', 'f', '/', '--agent', 'a', '--user-agent', 'a/1'],
      '--user-agent cannot be used with a file, which is not fetched',
    ],
    [
      'an agent that a header cannot have',
      ['check', 'http://a.example/', '--agent', 'a b'],
      '--agent "a b" is not a product of a User-Agent header',
    ],
    [
      'a User-Agent with a line break',
      ['fetch', 'http://a.example/', '--user-agent', 'a\r\nX: y'],
      '--user-agent is "a\\r\\nX: y"; printable ASCII',
    ],
    ['an empty User-Agent', ['fetch', 'http://a.example/', '--user-agent='], '--user-agent is ""'],
    ['an empty cache', ['fetch', 'http://a.example/', '--cache='], '--cache is empty'],
    ...['0', '-1', '1e3', 'soon', '99999999'].map((seconds): [string, string[], string] => [
      `a time limit of ${seconds}`,
      ['fetch', 'http://a.example/', `--timeout=${seconds}`],
      `--timeout is "${seconds}"; seconds from 0.001`,
    ]),
    ['fetch without a URL', ['fetch'], 'no URL is given'],
    ['fetch with two URLs', ['fetch', 'http://a.example/', 'b'], 'one URL is expected, not 2'],
    [
      'fetch with an agent without a name',
      ['fetch', 'http://a.example/', '--agent', '/1'],
      '--agent "/1" is not a product token',
    ],
    ['inspect with two files', ['inspect', 'a', 'b'], 'one FILE or URL is expected, not 2'],
    ...['0', '65536', '80a', '-1', ''].map((port): [string, string[], string] => [
      `inspect on port ${JSON.stringify(port)}`,
      ['inspect', `--port=${port}`],
      `--port is ${JSON.stringify(port)}; a whole number from 1 to 65535 is expected`,
    ]),
    ['parse without a file', ['parse'], 'no FILE and no URL is given'],
    ['parse with two files', ['parse', 'a', 'b'], 'one FILE or URL is expected, not 2'],
    [
      'parse as JSON and as events',
      ['parse', 'a', '--json', '--events'],
      '--json and --events exclude each other',
    ],
  ])('%s', async (_, args, message) => {
    const run = await command.run(args);
    expectComplaint(run, message);
    expect(run.stderr).toContain(' --help)');
  });
});

describe('an input that cannot be read is one line on stderr and exit code 2', () => {
  const forms: [string, (file: string) => string[]][] = [
    ['check', (file) => ['check', file, '/', '--agent', 'a']],
    ['inspect', (file) => ['inspect', file]],
    ['parse', (file) => ['parse', file]],
    ['parse --events', (file) => ['parse', file, '--events']],
  ];

  test.each(forms)('%s of a file that does not exist', async (_, form) => {
    expectComplaint(await command.run(form('no such file')), /^robotstream: no such file: no such file\n/);
  });

  test.each(forms)('%s of a folder', async (_, form) => {
    expectComplaint(await command.run(form('.')), '.: is a directory; a file is expected');
  });

  test.each(forms)('%s of a URL that is not fetched', async (_, form) => {
    expectComplaint(
      await command.run(form('gopher://example.com/robots.txt')),
      'is a URL; a file, or - for standard input',
    );
  });

  test.each(['http://', 'ftp://a:b/'])('parse of %s', async (url) => {
    expectComplaint(await command.run(['parse', url]), 'is not an absolute http, https or ftp URL');
  });

  test('control characters of a name are shown as escapes', async () => {
    expectComplaint(
      await command.run(['parse', 'a\n\u001b[31mb']),
      /^robotstream: a\\x0a\\x1b\[31mb: no such file\n/,
    );
  });
});

describe('the output', () => {
  test('has no color in a pipe', async () => {
    mkdirSync(join(command.folder, 'files'), { recursive: true });
    writeFileSync(join(command.folder, 'files/robots.txt'), 'User-agent: *\nDisallow: x\n');
    for (const args of [
      ['parse', 'files/robots.txt'],
      ['check', 'files/robots.txt', '/', '--agent', 'a'],
    ]) {
      const { stdout } = await command.run(args, { env: { TERM: 'xterm-256color' } });
      expect(stdout).not.toBe('');
      expect(stdout).not.toContain('\u001b');
    }
  });
});

describe.each([
  [40, 60],
  [60, 60],
  [80, 80],
  [100, 100],
  [250, 100],
  [undefined, 100],
])('in %s columns, no line has more than %d characters', (columns, width) => {
  test('robotstream --help', () => {
    expect(tooLong(mainHelp(COMMANDS, {}, { columns }), width)).toEqual([]);
  });

  test.each(Object.entries(COMMANDS))(
    'robotstream %s --help, apart from its examples',
    async (name, { load }) => {
      const [help = ''] = (await commandHelp(name, await load(), { columns })).split('\nexamples:\n');
      expect(tooLong(help, width)).toEqual([]);
    },
  );
});

test('usage is made from the options, and wrapped between them, below the first part', () => {
  const command: Command = {
    usage: [{ operands: 'FILE|-', needs: ['long'], without: ['network'] }, { takes: ['json', 'output'] }],
    about: '',
    options: {
      json: { help: '' },
      csv: { excludes: 'json', help: '' },
      long: { value: 'NAME', repeatable: true, help: '' },
      network: { value: 'URL', help: '' },
      timeout: { value: 'N', needs: 'network', help: '' },
      output: { value: 'FILE', short: 'o', help: '' },
    },
    exitCodes: {},
    examples: [],
    run: () => Promise.resolve(EXIT.fine),
  };
  expect(usageText('robotstream a b', command, 50)).toBe(
    [
      'usage: robotstream a b FILE|- --long NAME...',
      '                       [--json | --csv] [-o FILE]',
      '       robotstream a b [--json] [-o FILE]',
    ].join('\n'),
  );
});

/** The lines above a width. */
function tooLong(text: string, width: number): string[] {
  return text.split('\n').filter((line) => line.length > width);
}

const MIB = new Uint8Array(1024 * 1024);

/** The same chunk again and again, so that the test itself needs no memory. */
async function* endless(counted: () => void): AsyncGenerator<Uint8Array, void> {
  for (;;) {
    counted();
    yield MIB;
  }
}

test('an input that never ends is refused, and read no further than the limit', async () => {
  let read = 0;
  const octets = endless(() => read++);
  const refusal = wholeInput({ name: '/dev/zero', octets }, 8 * MIB.length);
  await expect(refusal).rejects.toThrow(
    '/dev/zero: the file is too large; at most 8388608 bytes are expected',
  );
  await expect(refusal).rejects.toBeInstanceOf(InputError);
  expect(read).toBe(9);
});

test('the octets of all chunks are kept, in order', async () => {
  async function* octets(): AsyncGenerator<Uint8Array, void> {
    yield Buffer.from('ab');
    yield new Uint8Array();
    yield Buffer.from('c');
  }
  expect((await wholeInput({ name: 'list', octets: octets() }, 3)).toString()).toBe('abc');
});

const header = fc.string({
  unit: fc.constantFrom('a', 'B', '/', '1', ' ', '\t', '~', '!', '\x7f', '\0', '\n', 'é'),
});

checkProperty(
  '--user-agent is accepted where the client accepts it',
  fc.property(header, (text) => {
    const args = readArguments([`--user-agent=${text}`], NETWORK_OPTIONS);
    let isAccepted = true;
    try {
      aUserAgent(text, 'userAgent');
    } catch {
      isAccepted = false;
    }
    if (isAccepted) expect(givenUserAgentOf(args)).toBe(text);
    else expect(() => givenUserAgentOf(args)).toThrow(UsageError);
  }),
);
