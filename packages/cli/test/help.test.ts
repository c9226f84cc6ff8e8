/** Help pages fit the terminal. */
import { describe, expect, test } from 'vitest';
import type { Command } from '../../command-line/src/command.js';
import { EXIT } from '../../command-line/src/exit.js';
import { commandHelp, mainHelp, usageText } from '../../command-line/src/help.js';
import { COMMANDS } from '../src/commands.js';

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
