/** `# robotstream-ignore`: which findings a comment takes away. */
import { expect, test, vi } from 'vitest';
import { parseSync } from '../parse.js';
import { LineTable } from './line-table.js';
import { lint } from './lint.js';

const found = (text: string): string[] =>
  lint(parseSync(text)).findings.map(({ line, rule }) => `${line} ${rule}`);

test('an ignore comment applies to its line, to the next line or to the file, and is reported if it ignores nothing', () => {
  const noindex = 'Noindex: /a';
  const after = '\nDisallow: /b\n';
  expect(found(`User-agent: *\n${noindex} # robotstream-ignore unsupported-field${after}`)).toEqual([]);
  expect(found(`User-agent: *\n# robotstream-ignore unsupported-field\n\n# x\n${noindex}${after}`)).toEqual(
    [],
  );
  expect(found(`User-agent: *\n${noindex}${after}# robotstream-ignore-file unsupported-field\n`)).toEqual([]);
  expect(found(`User-agent: *\n${noindex}${after}# robotstream-ignore unsupported-field\n`)).toEqual([
    '2 unsupported-field',
    '4 unused-ignore',
  ]);
  const messages = lint(parseSync('# robotstream-ignore\n# robotstream-ignore group-splt\n')).findings.map(
    ({ message }) => message,
  );
  expect(messages).toEqual([
    'The ignore comment ignores nothing. It names no rule.',
    'The ignore comment ignores nothing. There is no rule "group-splt". Did you mean "group-split"?',
  ]);
});

test('many ignore comments above many blank lines look at each line a few times', () => {
  const lines = 1000;
  const text = `${'# robotstream-ignore group-split\n'.repeat(lines)}${'\n'.repeat(lines)}`;
  const isBlank = vi.spyOn(LineTable.prototype, 'isBlank');
  try {
    lint(parseSync(text));
    expect(isBlank.mock.calls.length).toBeLessThan(10 * lines);
  } finally {
    isBlank.mockRestore();
  }
});

test('findings that comments ignore do not count towards maxPerRule', () => {
  const text = 'User-agent: *\nNoindex: /a # robotstream-ignore unsupported-field\n';
  const ignored = 'Noindex: /b # robotstream-ignore unsupported-field\n'.repeat(3);
  const { findings, omitted } = lint(parseSync(`${text}${ignored}Noindex: /c\nDisallow: /d\n`), {
    maxPerRule: 2,
  });
  expect(findings.map(({ line, rule }) => `${line} ${rule}`)).toEqual(['6 unsupported-field']);
  expect(omitted.size).toBe(0);
});
