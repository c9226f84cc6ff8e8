/** Help pages fit the terminal. */
import { describe, expect, test } from 'vitest';
import { COMMANDS } from '../../src/cli/commands.js';
import { commandHelp, mainHelp, usageText } from '../../src/cli/help.js';

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
    async (_, { load }) => {
      const [help = ''] = commandHelp(await load(), { columns }).split('\nexamples:\n');
      expect(tooLong(help, width)).toEqual([]);
    },
  );
});

test('usage is wrapped between options, below the first of them', () => {
  expect(usageText(['a FILE|- [--long NAME...] [--other]', 'a --x'], 48)).toBe(
    [
      'usage: robotstream a FILE|- [--long NAME...]',
      '                     [--other]',
      '       robotstream a --x',
    ].join('\n'),
  );
});

/** The lines above a width. */
function tooLong(text: string, width: number): string[] {
  return text.split('\n').filter((line) => line.length > width);
}
