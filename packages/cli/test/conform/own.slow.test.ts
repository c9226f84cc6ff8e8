/** The command passes the suite that comes with it: verdicts and deciding lines, under every profile. */
import { expect, test } from 'vitest';
import { readMatchingSuite } from '../../src/conform/suite/suite.js';
import { useBuiltCommand } from '../support/command.js';

const command = useBuiltCommand();

const { sections } = await readMatchingSuite(undefined);
const profiles = new Set(sections.flatMap(({ cases }) => cases.map(({ profile }) => profile)));

test.each([...profiles])('check --batch scores 100 % under %s', async (profile) => {
  const { code, stdout, stderr } = await command.run([
    ...[
      'conform',
      '--profile',
      profile,
      '--lines',
      '--json',
      '--class',
      'required,settled,limits,disputed',
      '--',
    ],
    ...[process.execPath, command.main, 'check', '--batch', '--profile', profile],
  ]);
  const { cases } = JSON.parse(stdout);
  expect(cases.filter(({ passed }: { passed: boolean }) => !passed)).toEqual([]);
  expect([code, stderr]).toEqual([0, '']);
});
