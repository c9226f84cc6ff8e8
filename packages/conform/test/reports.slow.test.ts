/** `robotstream-conform`: which cases have to pass, and the reports for other programs. */
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { useCommand } from '../../cli/test/support/command.js';
import { answering, program } from './support/programs.js';
import { COMMON, writeMixedSuite, writeSuite } from './support/suites.js';
import { TESTED } from './support/tested.js';

const command = useCommand(TESTED);

beforeAll(() => writeMixedSuite(join(command.folder, 'suite')));

/** Runs the suite of this file against a program that allows every URL. */
function run(...options: string[]) {
  return command.run(['--suite', 'suite', ...options, '--', ...answering('true')]);
}

describe('a program with a name of its own, or that knows one site', () => {
  test('is asked with its name and its site', async () => {
    const robots = 'User-agent: exampleBOT/1\nUser-agent: EXAMPLEBOT\nUser-agent: examplebots\n';
    const common = { ...COMMON, class: 'settled', why: 'It is renamed.', allowed: true, line: 0 };
    writeSuite(join(command.folder, 'names'), {
      'x/1': [
        { ...common, id: '1', robots, url: 'https://www.example.com/ExampleBot' },
        {
          ...common,
          id: '2',
          robotsBase64: Buffer.from(robots).toString('base64'),
          url: 'https://example.com?a',
        },
        { ...common, id: '3', robots, agents: ['ExampleBot', 'BarBot'], url: 'https://example.com.org/' },
        { ...common, id: '4', robots, agents: ['*'], url: 'http://example.com/' },
      ],
    });
    const { stdout } = await command.run([
      ...['--suite', 'names', '--json', '--as', 'Wget', '--site', 'http://localhost:8080', '--'],
      ...program(`lines.on('line', (line) => {
        const { id, body, bodyBase64, agents, url } = JSON.parse(line);
        const text = body ?? Buffer.from(bodyBase64, 'base64').toString();
        console.log(JSON.stringify({ id, error: [...text.match(/(?<=: ).*/g), agents, url].join(' ') }));
      });`),
    ]);
    expect(JSON.parse(stdout).cases.map(({ got }: { got: string }) => got)).toEqual([
      'an error: Wget/1 WGET wgets Wget http://localhost:8080/ExampleBot',
      'an error: Wget/1 WGET wgets Wget http://localhost:8080?a',
      'an error: exampleBOT/1 EXAMPLEBOT examplebots ExampleBot,BarBot https://example.com.org/',
      'an error: exampleBOT/1 EXAMPLEBOT examplebots * http://example.com/',
    ]);
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
        ...['--suite', 'suite', '--case', 'a', ...options, '--'],
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
    const { code, stdout } = await run('--format', 'tap');
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
    const { stdout } = await run('--format', 'junit');
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
});
