/** `robotstream lint` */
import { execFileSync, spawn } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import Ajv from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import { describe, expect, onTestFinished, test } from 'vitest';
import { LINT_RULES } from '../../../src/lint/index.js';
import { octetsOf } from '../../../test/lint/octets-of.js';
import { useCommand } from './support/command.js';
import { CLOSED_ORIGIN, useSites } from './support/sites.js';

const command = useCommand();
const startSite = useSites();

const ROBOTS_TXT = `User-agent: *
Disalow: /private/
Disallow: /tmp
Disallow: /tmp # keep this one
Noindex: /caf\u00e9 \u{1f600} %zz
`;

/** Writes a file where the command runs, and returns its name. */
function write(text: string | Uint8Array, name = 'robots.txt'): string {
  writeFileSync(join(command.folder, name), text);
  return name;
}

function read(name = 'robots.txt'): string {
  return readFileSync(join(command.folder, name), 'utf8');
}

test('--readers asks widely used programs how they read the file', async () => {
  const input = 'User-agent: *\nDisallow: /*.pdf$\n';
  const run = async (...args: string[]) =>
    (await command.run(['lint', '-', '--format', 'github', ...args], { input })).stdout;
  const sentence = `Python before 3.15 and Perl's LWP take the "*" and the "$" in line 2 literally: they fetch "/.pdf"`;
  expect(await run('--readers')).toContain(sentence);
  expect(await run('--rule', 'read-differently=info')).toContain(sentence);
  expect(await run('--readers', '--rule', 'read-differently=off')).not.toContain('Python');
  expect(await run()).not.toContain('Python');
});

test('infos are counted, and listed by -v and in formats for programs', async () => {
  const input = 'User-agent: *\nDisallow: /a\nDisallow: /a\n';
  const short = await command.run(['lint', '-'], { input });
  expect([short.code, short.stdout]).toEqual([0, '1 info (-v lists the infos). 1 can be fixed by --fix.\n']);
  const { stdout } = await command.run(['lint', '-', '-v'], { input });
  expect(stdout).toMatch(
    /^standard input:3:11 info duplicate-rule .*\n\n1 info\. 1 can be fixed by --fix\.\n$/s,
  );
  const json = await command.run(['lint', '-', '--json'], { input });
  expect(JSON.parse(json.stdout).files[0].findings).toHaveLength(1);
  expect((await command.run(['lint', '-', '--format', 'json'], { input })).stdout).toBe(json.stdout);
});

describe('the rules', () => {
  test('--rules lists them all', async () => {
    const { code, stdout } = await command.run(['lint', '--rules']);
    const listed = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(/ +/).slice(0, 2));
    expect(code).toBe(0);
    expect(listed).toEqual(Object.entries(LINT_RULES).map(([id, { severity }]) => [severity, id]));
    const json = await command.run(['lint', '--rules', '--json']);
    expect(JSON.parse(json.stdout).rules).toHaveLength(listed.length);
  });

  test('--explain shows one', async () => {
    const { code, stdout } = await command.run(['lint', '--explain', 'several-patterns']);
    expect(code).toBe(0);
    expect(stdout).toMatch(
      /^several-patterns: error\n\nThe line has several path patterns\..*Such as:\n {2}User-agent: \*\n {2}Disallow: \/a \/b\n/s,
    );
    const json = await command.run(['lint', '--explain', 'several-patterns', '--json']);
    expect(JSON.parse(json.stdout)).toEqual({ rule: 'several-patterns', ...LINT_RULES['several-patterns'] });
  });

  test.each([
    [['--explain', 'severl-patterns'], /there is no rule "severl-patterns"; did you mean several-patterns\?/],
    [['--rules', 'robots.txt'], /take no FILE/],
  ])('%j is refused', async (args, message) => {
    const { code, stdout, stderr } = await command.run(['lint', ...args]);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(message);
  });
});

describe('pretty', () => {
  test('shows each finding with its place, its line and what to do', async () => {
    write(ROBOTS_TXT);
    const { code, stdout, stderr } = await command.run(['lint', 'robots.txt', '-v']);
    expect(stdout).toBe(`robots.txt:2:1 warning misspelled-field (fixable)
  2 | Disalow: /private/
    | ^^^^^^^
  The field is misspelled in a way that most crawlers accept. Found: "Disalow" instead of
  "disallow". Correct the spelling.

robots.txt:4:11 info duplicate-rule
  4 | Disallow: /tmp # keep this one
    |           ^^^^
  Line 3 has this rule already: disallow "/tmp". Remove one of the lines.

robots.txt:5:1 warning unsupported-field
  5 | Noindex: /caf\u00e9 \u{1f600} %zz
    | ^^^^^^^
  "Noindex" has no effect any more: Google stopped reading it on 1 September 2019.

2 warnings, 1 info. 1 can be fixed by --fix.
`);
    expect([code, stderr]).toEqual([0, '']);
  });

  test('says that there are no findings', async () => {
    const { code, stdout } = await command.run(['lint', '-'], { input: 'User-agent: *\nDisallow: /a\n' });
    expect([code, stdout]).toEqual([0, 'No findings.\n']);
  });

  test('lints several files, and reports one that cannot be read', async () => {
    write('Disallow: /a\n', 'a.txt');
    write('User-agent: *\nDisallow: /a\n', 'b.txt');
    const { code, stdout, stderr } = await command.run(['lint', 'a.txt', 'missing.txt', 'b.txt']);
    expect(stdout).toContain('a.txt:1:1 error rule-before-user-agent\n');
    expect(stdout).toMatch(/1 error in 2 files\.\n$/);
    expect([code, stderr]).toEqual([2, 'robotstream: missing.txt: no such file\n']);
  });

  test('says nothing about findings if no file can be read', async () => {
    const { code, stdout, stderr } = await command.run(['lint', 'missing.txt', 'lost.txt']);
    expect(stderr).toBe('robotstream: missing.txt: no such file\nrobotstream: lost.txt: no such file\n');
    expect([code, stdout]).toEqual([2, '']);
  });

  test('a page of HTML is one finding', async () => {
    const { code, stdout } = await command.run(['lint', '-'], {
      input: '<!DOCTYPE html>\n<p>\n'.repeat(3000),
    });
    expect(code).toBe(1);
    expect(stdout).toMatch(/^standard input:1:1 error looks-like-html\n/);
    expect(stdout).toMatch(/\n1 error\.\n$/);
  });

  test('says how many findings are not listed', async () => {
    const { stdout } = await command.run(['lint', '-'], { input: 'x\n'.repeat(1101) });
    expect(stdout).toContain('standard input: not listed: 1,001 more of not-a-record\n');
    expect(stdout).toMatch(/\n1,101 errors\.\n$/);
  });

  test('says that more findings than those listed can be fixed, and --fix-dry-run shows all fixes', async () => {
    const input = `User-agent: *\n${'Disalow: /a\n'.repeat(150)}`;
    const rules = ['lighthouse-audit', 'duplicate-rule', 'read-differently'].flatMap((rule) => [
      '--rule',
      `${rule}=off`,
    ]);
    const listed = await command.run(['lint', '-', ...rules], { input });
    expect(listed.stdout).toMatch(
      /not listed: 50 more of misspelled-field\n\n150 warnings\. At least 100 can be fixed by --fix\.\n$/,
    );
    const shown = await command.run(['lint', '-', ...rules, '--fix-dry-run'], { input });
    expect(shown.stdout).not.toContain('not listed');
    expect(shown.stdout).toMatch(/\n150 fixes possible\. No findings\.\n$/);
  });

  test('no control character of a file reaches the terminal', async () => {
    const octets = Array.from({ length: 256 }, (_, octet) => [
      ...Buffer.from('User-agent: x'),
      octet,
      0x79,
      0x0a,
    ]);
    const { stdout } = await command.run(['lint', '-'], { input: Uint8Array.from(octets.flat()) });
    // biome-ignore lint/suspicious/noControlCharactersInRegex: it finds control characters
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/);
  });
});

describe('exit codes', () => {
  test.each([
    [0, []],
    [0, ['--max-warnings', '2']],
    [1, ['--max-warnings', '1']],
    [1, ['--rule', 'unsupported-field=error']],
    [0, ['--max-warnings', '1', '--rule', 'unsupported-field=info']],
    [0, ['--max-warnings', '1', '--rule', 'unsupported-field=off']],
  ])('%i with %j', async (code, args) => {
    expect((await command.run(['lint', '-', ...args], { input: ROBOTS_TXT })).code).toBe(code);
  });

  test('1 for an error after many that are ignored', async () => {
    const input = `User-agent: *\n${'# robotstream-ignore not-a-record\na b c\n'.repeat(100)}d e f\nDisallow: /a\n`;
    const { code, stdout } = await command.run(['lint', '-', '--rule', 'lighthouse-audit=off'], { input });
    expect(stdout).toMatch(/^standard input:202:1 error not-a-record\n/);
    expect(code).toBe(1);
  });

  test('warnings that are not listed count', async () => {
    const input = `User-agent: *\nDisallow: /\n${'Noindex: /a\n'.repeat(150)}`;
    const { code } = await command.run(['lint', '-', '--max-warnings', '149'], { input });
    expect(code).toBe(1);
  });

  test.each([
    [['lint', '-', '-'], '- is given twice'],
    [
      ['lint', '-', '--format', 'xml'],
      'unknown format "xml"; the formats are pretty, json, sarif, github, rdjson',
    ],
    [['lint', '-', '--rule', 'nonsense=off'], 'there is no rule "nonsense"'],
    [
      ['lint', '-', '--rule', 'group-split'],
      'ID=SEVERITY is expected, with one of error, warning, info, off',
    ],
    [
      ['lint', '-', '--rule', 'group-split=off=info'],
      '--rule "group-split=off=info": ID=SEVERITY is expected',
    ],
    [['lint', '-', '--max-warnings', '-1'], '--max-warnings needs a value'],
    [['lint', '-', '--max-warnings=x'], '--max-warnings is "x"; a whole number is expected'],
    [['lint', '-', '--fix', '--fix-dry-run'], '--fix and --fix-dry-run exclude each other'],
    [['lint', 'https://example.com/', '--fix'], '--fix cannot write to "https://example.com/"'],
    [['lint', 'a.txt', '-', '--fix'], 'with --fix, - is the only input'],
    [['lint', '-', '--url', '/a'], '--url is "/a"; an absolute URL is expected'],
    [['lint', '-', '--timeout', '5'], '--timeout cannot be used with a file'],
  ])('%j is wrong usage', async (args, message) => {
    const { code, stdout, stderr } = await command.run(args);
    expect(stderr).toContain(message);
    expect([code, stdout]).toEqual([2, '']);
  });
});

describe('fixes', () => {
  const FIXED = ROBOTS_TXT.replace('Disalow', 'Disallow');

  test('--fix writes the file and reports what is left', async () => {
    write(ROBOTS_TXT);
    const { code, stdout } = await command.run(['lint', 'robots.txt', '--fix']);
    expect(read()).toBe(FIXED);
    expect(stdout).toMatch(
      /^robots.txt:2:1 fixed misspelled-field\n {2}- Disalow: \/private\/\n {2}\+ Disallow: \/private\/\n\n/,
    );
    expect(stdout).toMatch(/\n1 fix\. 1 warning, 1 info \(-v lists the infos\)\.\n$/);
    expect(code).toBe(0);
    const again = await command.run(['lint', 'robots.txt', '--fix']);
    expect(again.stdout).toMatch(/\n1 warning, 1 info \(-v lists the infos\)\.\n$/);
    expect(read()).toBe(FIXED);
  });

  test.skipIf(process.platform === 'win32')('--fix does not write into a pipe', async () => {
    const pipe = join(command.folder, 'pipe');
    execFileSync('mkfifo', [pipe]);
    // Waits until the command opens the pipe.
    const writer = spawn('sh', ['-c', 'printf "User-agent: *\\nDisalow: /a\\n" > "$0"', pipe]);
    onTestFinished(() => void writer.kill('SIGKILL'));
    const { code, stderr } = await command.run(['lint', 'pipe', '--fix']);
    expect([code, stderr]).toEqual([
      2,
      'robotstream: pipe: not fixed, because it is not a regular file; - prints the fixed file\n',
    ]);
  });

  test('--fix-dry-run writes nothing', async () => {
    write(ROBOTS_TXT);
    const { stdout } = await command.run(['lint', 'robots.txt', '--fix-dry-run']);
    expect(stdout).toMatch(
      /^robots.txt:2:1 would fix misspelled-field\n {2}- Disalow: \/private\/\n {2}\+ Disallow: \/private\/\n\n/,
    );
    expect(stdout).toMatch(/\n1 fix possible\. 1 warning, 1 info \(-v lists the infos\)\.\n$/);
    expect(read()).toBe(ROBOTS_TXT);
  });

  test('--fix with - is a filter', async () => {
    const input = Buffer.from(octetsOf('User-agent: *\r\nDisallow: /caf\\xE9\rDisalow: /b\n\\x80'));
    const { stdoutOctets, stderr } = await command.run(['lint', '-', '--fix'], { input });
    expect(stdoutOctets).toEqual(
      Buffer.from(octetsOf('User-agent: *\r\nDisallow: /caf\\xE9\rDisallow: /b\n\\x80')),
    );
    expect(stderr).toContain('standard input:3:1 fixed misspelled-field\n');
  });

  test('an ignored finding is not fixed', async () => {
    const input = 'User-agent: *\nDisalow: /b # robotstream-ignore misspelled-field\n';
    expect((await command.run(['lint', '-', '--fix'], { input })).stdout).toBe(input);
  });

  test('a file above the parsing limit stays as it is, and the command says why', async () => {
    const long = `User-agent: *\nDisalow: /a\n#${'x'.repeat(512_000)}\nDisallow: /b\n`;
    write(long);
    const { code, stderr } = await command.run(['lint', 'robots.txt', '--fix']);
    expect(read()).toBe(long);
    expect([code, stderr]).toEqual([
      2,
      'robotstream: robots.txt: not fixed, because a part of the file was not read\n',
    ]);
  });
});

describe('formats for programs', () => {
  test('json', async () => {
    const { stdout } = await command.run(['lint', '-', '--format', 'json', '--fix-dry-run'], {
      input: ROBOTS_TXT,
    });
    const { files } = JSON.parse(stdout);
    expect(files).toHaveLength(1);
    const [{ name, findings, fixed, omitted, isComplete }] = files;
    expect([name, omitted, isComplete]).toEqual(['standard input', {}, true]);
    expect(findings[0]).toEqual({
      rule: 'misspelled-field',
      severity: 'warning',
      message: expect.stringContaining('"Disalow"'),
      line: 2,
      column: 1,
      span: { start: 14, end: 21 },
      fix: { span: { start: 14, end: 21 }, text: 'Disallow' },
    });
    expect(fixed).toEqual([findings[0]]);
  });

  test('github: commands with escapes, and columns in UTF-16', async () => {
    const name = write(`User-agent: *\nDisallow: /\u{1f600}b$c\nDisallow: /50%\n`, 'a,b:c%.txt');
    const { stdout } = await command.run(['lint', name, '--format', 'github']);
    const [dollar, percent] = stdout.split('\n');
    expect(dollar).toMatch(
      /^::warning file=a%2Cb%3Ac%25\.txt,line=2,col=15,endColumn=16,title=dollar-inside-pattern::The "\$" in /,
    );
    expect(percent).toContain('title=stray-percent::A "%25" is not followed by');
  });

  test('rdjson: columns in octets, suggestions for fixes', async () => {
    const input = 'Disalow: /\u00e9$a\n';
    const { stdout } = await command.run(['lint', '-', '--format', 'rdjson'], { input });
    const { source, diagnostics } = JSON.parse(stdout);
    expect(source).toEqual({ name: 'robotstream' });
    const byRule = Object.fromEntries(
      diagnostics.map((one: { code: { value: string } }) => [one.code.value, one]),
    );
    expect(byRule['misspelled-field'].suggestions).toEqual([
      { range: { start: { line: 1, column: 1 }, end: { line: 1, column: 8 } }, text: 'Disallow' },
    ]);
    expect(byRule['rule-before-user-agent'].severity).toBe('ERROR');
    expect(byRule['rule-before-user-agent'].location).toEqual({
      path: 'standard input',
      range: { start: { line: 1, column: 1 }, end: { line: 1, column: 15 } },
    });
  });

  describe('sarif', () => {
    const schema = JSON.parse(
      readFileSync(
        join(
          createRequire(import.meta.url).resolve('@microsoft/jest-sarif'),
          '../schemas/sarif-2.1.0-rtm.5.json',
        ),
        'utf8',
      ),
    );
    const ajv = new Ajv.default({ strict: false, allErrors: true, unicodeRegExp: false });
    addFormats.default(ajv);
    const isSarif = ajv.compile(schema);

    /** The log, which is valid by SARIF's schema. */
    // biome-ignore lint/suspicious/noExplicitAny: the tests check the parsed values
    async function logOf(args: readonly string[], input = ''): Promise<any> {
      const { stdout } = await command.run(['lint', ...args, '--format', 'sarif'], { input });
      const log = JSON.parse(stdout);
      isSarif(log);
      expect(isSarif.errors ?? []).toEqual([]);
      return log;
    }

    test('the schema refuses other JSON', () => {
      expect(isSarif({ version: '2.1.0', runs: [{ results: [{}] }] })).toBe(false);
    });

    test('columns do not count a byte order mark, and no fix removes it: a viewer would remove a letter', async () => {
      const { runs } = await logOf(['-'], '\ufeffUseragent: *\nDisallow: /a\n');
      const [mark, field] = runs[0].results;
      expect([mark.ruleId, mark.fixes]).toEqual(['byte-order-mark', undefined]);
      expect(mark.locations[0].physicalLocation.region).toEqual(region(1, 1));
      expect(field.locations[0].physicalLocation.region).toEqual(region(1, 10));
      expect(field.fixes[0].artifactChanges[0].replacements[0].deletedRegion).toEqual(region(1, 10));

      function region(startColumn: number, endColumn: number): object {
        return { startLine: 1, startColumn, endLine: 1, endColumn };
      }
    });

    test('rules, places in UTF-16, octets in properties, fixes', async () => {
      const log = await logOf(
        ['-'],
        'User-agent: *\nDisallow: /\u{1f600}b$c\nSitemap: https://e.com/a\nSitemap: https://e.com/a\n',
      );
      const [run] = log.runs;
      expect(run.columnKind).toBe('utf16CodeUnits');
      expect(run.tool.driver.rules.map(({ id }: { id: string }) => id)).toEqual(Object.keys(LINT_RULES));
      for (const { ruleId, ruleIndex } of run.results)
        expect(run.tool.driver.rules[ruleIndex].id).toBe(ruleId);
      const dollar = run.results.find(({ ruleId }: { ruleId: string }) => ruleId === 'dollar-inside-pattern');
      expect(dollar.locations[0].physicalLocation).toEqual({
        artifactLocation: { uri: 'standard%20input' },
        region: { startLine: 2, startColumn: 15, endLine: 2, endColumn: 16 },
      });
      expect(dollar.properties).toEqual({ startOctet: 30, endOctet: 31 });
      const repeated = run.results.find(({ ruleId }: { ruleId: string }) => ruleId === 'repeated-sitemap');
      expect(repeated.level).toBe('note');
      const [{ replacements }] = repeated.fixes[0].artifactChanges;
      expect(replacements).toEqual([
        {
          deletedRegion: { startLine: 4, startColumn: 1, endLine: 5, endColumn: 1 },
          insertedContent: { text: '' },
        },
      ]);
    });

    test('every rule, in files of any name', async () => {
      const names = Object.entries(LINT_RULES).map(([id, { example }]) =>
        write(octetsOf(example), `${id} é#?.txt`),
      );
      const log = await logOf([...names, '--url', 'https://example.com/robots.txt']);
      const found = new Set(log.runs[0].results.map(({ ruleId }: { ruleId: string }) => ruleId));
      expect(found.size).toBeGreaterThan(Object.keys(LINT_RULES).length - 5);
    });
  });
});

describe('a URL', () => {
  test('the robots.txt of its site is linted, sitemaps of other hosts included', async () => {
    const { origin } = await startSite({
      body: 'User-agent: *\nDisallow: /a\nSitemap: https://example.com/a.xml\n',
    });
    const { code, stdout } = await command.run(['lint', `${origin}/some/page`, '-v']);
    expect(stdout).toContain(`${origin}/robots.txt:3:10 info foreign-sitemap\n`);
    expect(code).toBe(0);
  });

  test('a site without a file, and one that cannot be reached', async () => {
    const { origin } = await startSite({ status: 404 });
    const { code, stderr } = await command.run(['lint', origin, CLOSED_ORIGIN]);
    expect(stderr).toContain(`robotstream: ${origin}/robots.txt: there is no file to lint. Allowed: `);
    expect(stderr).toContain(
      `robotstream: ${CLOSED_ORIGIN}/robots.txt: there is no file to lint. Disallowed: `,
    );
    expect(code).toBe(2);
  });
});
