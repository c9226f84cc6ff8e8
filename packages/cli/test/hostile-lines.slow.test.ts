/** Commands in processes, and lines and lists that try to take all memory. */
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { describeWith } from '../../../test/support/needs.js';
import { useBuiltCommand } from './support/command.js';
import { fromNdjson } from './support/ndjson.js';

const command = useBuiltCommand();

/** 16 MiB, the longest line that is read. */
const MAX_LINE = 16 * 1024 * 1024;
const question = JSON.stringify({ id: 'next', body: '', agents: ['a'], url: '/' });
const env = { NODE_OPTIONS: '--max-old-space-size=128' };

const line = (start: string, filling: string, end: string): string => {
  const room = MAX_LINE - start.length - end.length;
  return start + filling.repeat(Math.floor(room / filling.length)) + end;
};

test.each([
  ['objects', line('{"id":1,"urls":[', '{},', '0]}')],
  ['arrays', line('', '[', '')],
  ['objects in one another', line('', '{"a":', '')],
  ['strings', line('{"id":1,"urls":[', '"",', '0]}')],
  ['octets', line('{"id":1,"body":"', 'x', '"}')],
  ['a line above the limit', line('{"id":1,"body":"', 'x', '"}').repeat(4)],
])('%s', async (_, hostile) => {
  const { code, stdout } = await command.run(['check', '--batch'], {
    input: `${hostile}\n${question}\n`,
    env,
  });
  const results = fromNdjson(stdout);
  expect(results).toHaveLength(2);
  expect(results[0]).toHaveProperty('error.code');
  expect(results[1]).toMatchObject({ id: 'next', allowed: true });
  expect(code).toBe(2);
});

describeWith({ isMet: existsSync('/dev/zero'), what: '/dev/zero' }, 'a list without end is refused', () => {
  test.each([[['test', 'robots.txt', '/dev/zero']], [['survey', '--inputs', '/dev/zero']]])(
    '%j',
    async (args) => {
      writeFileSync(join(command.folder, 'robots.txt'), '');
      const { code, stderr } = await command.run(args);
      expect(stderr).toBe(
        'robotstream: /dev/zero: the file is too large; at most 268435456 bytes are expected\n',
      );
      expect(code).toBe(2);
    },
  );
});
