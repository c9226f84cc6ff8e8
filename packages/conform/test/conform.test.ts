/** `robotstream-conform`: which cases are asked, what is printed, and the exit code. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useCommand } from '../../cli/test/support/command.js';
import { answering, program } from './support/programs.js';
import { CASES, writeMixedSuite, writeSuite } from './support/suites.js';
import { TESTED } from './support/tested.js';

const command = useCommand(TESTED);

beforeAll(() => {
  writeMixedSuite(join(command.folder, 'suite'));
});

/** Runs the suite of this file against a program that allows every URL. */
function run(...options: string[]) {
  return command.run(['--suite', 'suite', ...options, '--', ...answering('true')]);
}

const PROGRAM = `${process.execPath} -e `;

describe('the report for people', () => {
  test('has the failed cases whole, those that must pass first, and the score', async () => {
    const { code, stdout, stderr } = await run();
    const [failures, program, ...score] = stdout.split(/\n(?=\S+ -e |\n+section)/);
    expect(failures).toBe(`failed  b  required, RFC 9309 §2.2.2
  Line 2 <matches> & #.
    1 | User-agent: *
    2 | Disallow: /a
  agent     ExampleBot
  url       /a
  expected  disallowed, by line 2
  got       allowed

failed  d  limits, RFC 9309 §2.2.2
  The file is read to its end.
${Array.from({ length: 40 }, (_, index) => `  ${String(index + 1).padStart(3)} | #\n`).join('')}    … and 46 more octets
  agent     ExampleBot
  url       /
  expected  disallowed, by line 52
  got       allowed

robots.txt conformance suite 9.9.9, profile rfc9309`);
    expect(program.startsWith(PROGRAM)).toBe(true);
    expect(score.join('\n').trim()).toBe(`section     required  settled  limits  disputed
x/1-first        1/2      1/1       –         –
x/2-second         –        –     0/1       1/1
all              1/2      1/1     0/1       1/1

1 required case failed.`);
    expect([code, stderr]).toEqual([1, '']);
  });

  test('shows as many failures as --failures says', async () => {
    expect((await run('--failures', '1')).stdout).toContain('\nand 1 more failed case (--failures)\n');
    expect((await run('--failures', '0')).stdout).not.toContain('failed  ');
  });

  test('shows octets that are not UTF-8, and control characters, as escapes', async () => {
    const { stdout } = await command.run(['--suite', 'suite', '--case', 'c', '--', ...answering('false')]);
    expect(stdout).toContain('    1 | Allow: /\\x00\n    2 | \n    3 | \\xff\n');
    expect(stdout).toContain('  got       disallowed\n');
  });
});

describe('the question', () => {
  test('is one line of ASCII with the octets, the crawler and the URL', async () => {
    const { stdout } = await command.run([
      ...['--suite', 'suite', '--json', '--class', 'settled,limits', '--'],
      ...program(`lines.on('line', (line) => {
        const { id } = JSON.parse(line);
        console.log(JSON.stringify({ id, error: line.replace(/#.*#/, '#') }));
      });`),
    ]);
    const [first, second] = JSON.parse(stdout).cases;
    const common = '"agents":["ExampleBot"]';
    expect(first.got).toBe(
      `an error: {"id":1,"case":"c","bodyBase64":"QWxsb3c6IC8ACgr/",${common},"url":"https://example.com/\\u00fc"}`,
    );
    expect(second.got).toBe(
      `an error: {"id":2,"case":"d","body":"#\\nUser-agent: *\\nDisallow: /\\n",${common},"url":"/"}`,
    );
  });
});

describe('reports for other programs', () => {
  test('JSON', async () => {
    const { stdout } = await run('--json');
    const { command: started, ...report } = JSON.parse(stdout);
    expect(started[0]).toBe(process.execPath);
    const score = { required: { passed: 1, of: 2 }, settled: { passed: 1, of: 1 } };
    const more = { limits: { passed: 0, of: 1 }, disputed: { passed: 1, of: 1 } };
    expect(report).toEqual({
      suite: '9.9.9',
      profile: 'rfc9309',
      demanded: ['required'],
      passed: false,
      score: { ...score, ...more },
      lines: { named: 0, right: 0 },
      sections: { 'x/1-first': score, 'x/2-second': more },
      restarts: 0,
      complaints: [],
      cases: [
        { id: 'a', section: 'x/1-first', class: 'required', passed: true },
        {
          id: 'b',
          section: 'x/1-first',
          class: 'required',
          passed: false,
          expected: 'disallowed, by line 2',
          got: 'allowed',
          why: 'Line 2 <matches> & #.',
        },
        { id: 'c', section: 'x/1-first', class: 'settled', passed: true },
        {
          id: 'd',
          section: 'x/2-second',
          class: 'limits',
          passed: false,
          expected: 'disallowed, by line 52',
          got: 'allowed',
          why: 'The file is read to its end.',
        },
        { id: 'e', section: 'x/2-second', class: 'disputed', passed: true, sides: ['Ann'] },
      ],
    });
  });
});

describe('mistakes', () => {
  test.each([
    [[], 'no COMMAND is given after --'],
    [
      ['--class', 'required,hard', '--', 'x'],
      'unknown class "hard"; the classes are required, settled, limits, disputed',
    ],
    [['--section', 'y', '--', 'x'], 'no section begins with "y"; the sections are x/1-first, x/2-second'],
    [['--case', 'z', '--', 'x'], 'no case has the id "z"'],
    [['--case', 'f', '--', 'x'], 'no case is left by --profile rfc9309, --class, --section and --case'],
    [
      ['--as', 'Mozilla/5.0 (x)', '--', 'x'],
      '--as "Mozilla/5.0 (x)" is not a product token, such as ExampleBot',
    ],
    [
      ['--site', 'http://h/a', '--', 'x'],
      '--site is "http://h/a"; an origin such as http://localhost is expected',
    ],
    [['--servers', '--as', 'x', '--', 'x'], '--servers takes no --as'],
    [['--format', 'junit', '--json', '--', 'x'], '--format and --json exclude each other'],
    [['--failures', '-1', '--', 'x'], '--failures needs a value: --failures N'],
    [['--failures', '1.5', '--', 'x'], '--failures is "1.5"; a whole number, perhaps 0, is expected'],
    [['--timeout', '0', '--', 'x'], '--timeout is "0"; seconds from 0.001 to 2147483 are expected'],
  ])('in the command line: %j', async (options, message) => {
    const { code, stderr } = await command.run(['--suite', 'suite', ...options]);
    expect([code, stderr]).toEqual([2, `robotstream-conform: ${message} (see robotstream-conform --help)\n`]);
  });

  test('a program that does not exist', async () => {
    const { code, stderr } = await command.run(['--suite', 'suite', '--', 'no-such-program-4711']);
    expect([code, stderr]).toEqual([
      2,
      'robotstream-conform: "no-such-program-4711" cannot be started: no such program\n',
    ]);
  });

  test('output that is no answer, of which ten lines are reported', async () => {
    const { code, stderr } = await command.run([
      ...['--suite', 'suite', '--case', 'a', '--'],
      ...program(
        `console.log('hm\\n'.repeat(12)); lines.on('line', (line) => say(JSON.parse(line).id, true));`,
      ),
    ]);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatch(
      /^robotstream-conform: .*: line 1 of its output is not JSON: hm; an answer such as /,
    );
    expect(lines[10]).toMatch(/: and 2 more complaints of this kind$/);
    expect(code).toBe(0);
  });

  test.each([
    ['{', 'not JSON: '],
    ['{"files":[]}', '"version" is missing; a string is expected'],
    ['{"version":"1.0.0"}', '"files" is missing; a list is expected'],
  ])('in the suite: %s', async (contents, message) => {
    mkdirSync(join(command.folder, 'wrong'), { recursive: true });
    writeFileSync(join(command.folder, 'wrong/suite.json'), contents);
    const { code, stderr } = await command.run(['--suite', 'wrong', '--', 'x']);
    expect(code).toBe(2);
    expect(stderr).toContain(message);
  });

  test.each([
    [
      { class: 'hard' },
      'x/1.json: case 1, a: "class" is "hard"; one of required, settled, limits, disputed is expected',
    ],
    [{ id: 7 }, 'x/1.json: case 1: "id" is 7; a string is expected'],
    [
      { robots: undefined },
      'x/1.json: case 1, a: one of "robots", "robotsBase64" and "robotsParts" is expected',
    ],
    [{ allowed: 'yes' }, 'x/1.json: case 1, a: "allowed" is "yes"; true or false is expected'],
    [{ line: -1 }, 'x/1.json: case 1, a: "line" is -1; a whole number is expected'],
  ])('in a case: %j', async (change, message) => {
    writeSuite(join(command.folder, 'wrong'), { 'x/1': [{ ...CASES[0], ...change }] });
    const { code, stderr } = await command.run(['--suite', 'wrong', '--', 'x']);
    expect([code, stderr]).toEqual([2, `robotstream-conform: ${message}\n`]);
  });

  test('in the name of the suite', async () => {
    const { code, stderr } = await command.run(['--suite', 'none', '--', 'x']);
    expect([code, stderr]).toEqual([2, `robotstream-conform: ${join('none', 'suite.json')}: no such file\n`]);
  });
});

describe('--profile with the name of a reader', () => {
  test('expects what the reader answers to every question, whatever its profile and class', async () => {
    const { code, stdout, stderr } = await run('--profile', 'python-3.11', '--json');
    expect([code, stderr]).toEqual([1, '']);
    const { profile, cases } = JSON.parse(stdout);
    expect(profile).toBe('python-3.11');
    expect(cases.map(({ id, class: one, passed }: Record<string, unknown>) => [id, one, passed])).toEqual([
      ['a', 'required', true],
      ['b', 'required', false],
      ['c', 'required', false], // Python refuses a file that is not UTF-8
      ['e', 'required', true], // disputed between documents; f asks the same, and d is about the limit
    ]);
    expect(cases[1]).toMatchObject({
      expected: 'disallowed, by line 2',
      got: 'allowed',
      why: 'python-3.11 decides so.',
    });
  });

  test('has no cases of servers', async () => {
    const { code, stderr } = await run('--servers', '--profile', 'python-3.11');
    expect(code).toBe(2);
    expect(stderr).toContain('--servers has no cases for python-3.11; it has some for rfc9309, google');
  });
});

test('the help names the program, -h fits a screen, and -V prints the version', async () => {
  const [whole, short, none, version] = await Promise.all(
    [['--help'], ['-h'], [], ['-V']].map((args) => command.run(args)),
  );
  expect(whole?.stdout).toMatch(/^usage: robotstream-conform .*-- COMMAND/s);
  expect(whole?.stdout).toContain('questions and answers:');
  expect(none?.stdout).toBe(whole?.stdout);
  expect(short?.stdout.split('\n').length).toBeLessThanOrEqual(24);
  expect(version?.stdout).toMatch(/^\d+\.\d+\.\d+/);
});
