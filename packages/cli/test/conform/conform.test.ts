/** `robotstream conform`: which cases are asked, what is printed, and the exit code. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useCommand } from '../support/command.js';
import { answering, program } from './support/programs.js';
import { writeSuite } from './support/suites.js';

const command = useCommand();

const COMMON = { section: 'RFC 9309 §2.2.2', requirement: 'r', profile: 'rfc9309', agents: ['ExampleBot'] };
const NOTHING = { ...COMMON, robots: 'User-agent: *\nDisallow: /a\n' };

/** Programs that allow every URL fail `b` and `d`. */
const CASES = [
  { ...NOTHING, id: 'a', class: 'required', why: 'No rule matches.', url: '/b', allowed: true, line: 0 },
  {
    ...NOTHING,
    id: 'b',
    class: 'required',
    why: 'Line 2 <matches> & #.',
    url: '/a',
    allowed: false,
    line: 2,
  },
  {
    ...COMMON,
    id: 'c',
    class: 'settled',
    why: 'A NUL ends nothing.',
    robotsBase64: Buffer.from('Allow: /\u0000\n\n\xff', 'latin1').toString('base64'),
    url: 'https://example.com/ü',
    allowed: true,
    line: 0,
  },
];

const MORE_CASES = [
  {
    ...COMMON,
    id: 'd',
    class: 'limits',
    why: 'The file is read to its end.',
    robotsParts: [{ text: '#\n', repeat: 50 }, { text: 'User-agent: *\nDisallow: /\n' }],
    url: '/',
    allowed: false,
    line: 52,
  },
  {
    ...NOTHING,
    id: 'e',
    class: 'disputed',
    why: 'Nobody knows.',
    url: '/',
    answers: [
      { allowed: true, line: 0, source: 'Ann', says: 'yes' },
      { allowed: false, line: 2, source: 'Bob', says: 'no' },
    ],
  },
  {
    ...NOTHING,
    id: 'f',
    profile: 'google',
    class: 'required',
    why: 'For Google.',
    url: '/',
    allowed: true,
    line: 0,
  },
];

beforeAll(() => {
  writeSuite(join(command.folder, 'suite'), { 'x/1-first': CASES, 'x/2-second': MORE_CASES });
});

/** Runs the suite of this file against a program that allows every URL. */
function run(...options: string[]) {
  return command.run(['conform', '--suite', 'suite', ...options, '--', ...answering('true')]);
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
    const { stdout } = await command.run([
      'conform',
      '--suite',
      'suite',
      '--case',
      'c',
      '--',
      ...answering('false'),
    ]);
    expect(stdout).toContain('    1 | Allow: /\\x00\n    2 | \n    3 | \\xff\n');
    expect(stdout).toContain('  got       disallowed\n');
  });
});

describe('the question', () => {
  test('is one line of ASCII with the octets, the crawler and the URL', async () => {
    const { stdout } = await command.run([
      ...['conform', '--suite', 'suite', '--json', '--class', 'settled,limits', '--'],
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

describe('which cases must pass', () => {
  test.each([
    [[], 1],
    [['--class', 'settled'], 0],
    [['--class', 'settled,limits'], 1],
    [['--class', 'disputed'], 0],
    [['--section', 'x/2'], 0],
    [['--section', 'x/2', '--class', 'limits'], 1],
    [['--case', 'a', '--case', 'c'], 0],
    [['--profile', 'google'], 0],
  ] as const)('%j: exit code %i', async (options, expected) => {
    expect((await run(...options)).code).toBe(expected);
  });

  test('with --lines, the deciding line must be right', async () => {
    const lined = (line: string, ...options: string[]) =>
      command.run([
        ...['conform', '--suite', 'suite', '--case', 'a', ...options, '--'],
        ...program(`lines.on('line', (text) => say(JSON.parse(text).id, true, { line: ${line} }));`),
      ]);
    expect((await lined('2')).stdout).toContain('Deciding lines: 0 of 1 are those of the suite');
    expect((await lined('2', '--lines')).code).toBe(1);
    expect((await lined('null', '--lines')).code).toBe(1);
    expect((await lined('0', '--lines')).code).toBe(0);
  });
});

describe('reports for other programs', () => {
  test('TAP', async () => {
    const { code, stdout } = await run('--tap');
    expect(stdout).toBe(`TAP version 14
1..5
ok 1 - a No rule matches.
not ok 2 - b Line 2 <matches> & \\#.
  ---
  section: "RFC 9309 §2.2.2"
  class: "required"
  expected: "disallowed, by line 2"
  got: "allowed"
  ...
ok 3 - c A NUL ends nothing.
not ok 4 - d The file is read to its end. # TODO limits
  ---
  section: "RFC 9309 §2.2.2"
  class: "limits"
  expected: "disallowed, by line 52"
  got: "allowed"
  ...
ok 5 - e Nobody knows. (disputed: as Ann)
`);
    expect(code).toBe(1);
  });

  test('JUnit', async () => {
    const { stdout } = await run('--junit');
    expect(stdout).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites tests="5" failures="1" errors="0" skipped="1">
  <testsuite name="x/1-first" tests="3" failures="1" errors="0" skipped="0">
    <testcase classname="x/1-first" name="a"/>
    <testcase classname="x/1-first" name="b">
      <failure message="expected disallowed, by line 2; got allowed">Line 2 &lt;matches&gt; &amp; #. (RFC 9309 §2.2.2, required)</failure>
    </testcase>
    <testcase classname="x/1-first" name="c"/>
  </testsuite>
  <testsuite name="x/2-second" tests="2" failures="0" errors="0" skipped="1">
    <testcase classname="x/2-second" name="d">
      <skipped message="expected disallowed, by line 52; got allowed"/>
    </testcase>
    <testcase classname="x/2-second" name="e"/>
  </testsuite>
</testsuites>
`);
  });

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
    [['--junit', '--json', '--', 'x'], '--junit and --json exclude each other'],
    [['--failures', '-1', '--', 'x'], '--failures needs a value: --failures N'],
    [['--failures', '1.5', '--', 'x'], '--failures is "1.5"; a whole number, perhaps 0, is expected'],
    [['--timeout', '0', '--', 'x'], '--timeout is "0"; seconds from 0.001 to 2147483 are expected'],
  ])('in the command line: %j', async (options, message) => {
    const { code, stderr } = await command.run(['conform', '--suite', 'suite', ...options]);
    expect([code, stderr]).toEqual([2, `robotstream: ${message} (see robotstream conform --help)\n`]);
  });

  test('a program that does not exist', async () => {
    const { code, stderr } = await command.run(['conform', '--suite', 'suite', '--', 'no-such-program-4711']);
    expect([code, stderr]).toEqual([
      2,
      'robotstream: "no-such-program-4711" cannot be started: no such program\n',
    ]);
  });

  test('output that is no answer, of which ten lines are reported', async () => {
    const { code, stderr } = await command.run([
      ...['conform', '--suite', 'suite', '--case', 'a', '--'],
      ...program(
        `console.log('hm\\n'.repeat(12)); lines.on('line', (line) => say(JSON.parse(line).id, true));`,
      ),
    ]);
    const lines = stderr.trimEnd().split('\n');
    expect(lines).toHaveLength(11);
    expect(lines[0]).toMatch(/^robotstream: .*: line 1 of its output is not JSON: hm; an answer such as /);
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
    const { code, stderr } = await command.run(['conform', '--suite', 'wrong', '--', 'x']);
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
    const { code, stderr } = await command.run(['conform', '--suite', 'wrong', '--', 'x']);
    expect([code, stderr]).toEqual([2, `robotstream: ${message}\n`]);
  });

  test('in the name of the suite', async () => {
    const { code, stderr } = await command.run(['conform', '--suite', 'none', '--', 'x']);
    expect([code, stderr]).toEqual([2, `robotstream: ${join('none', 'suite.json')}: no such file\n`]);
  });
});
