/** The project passes the suite that comes with the command: verdicts and deciding lines, under every profile. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { useBuiltCommand } from '../../cli/test/support/command.js';
import { serverCaseOf } from '../src/servers/script.js';
import type { CaseFacts } from '../src/suite/cases.js';
import { readMatchingSuite, readSuite, type Suite } from '../src/suite/suite.js';
import { TESTED } from './support/tested.js';

const command = useBuiltCommand(TESTED);

/** The client as a program, beside the built packages. */
const ADAPTER = 'robotstream-client.mjs';

beforeAll(() => copyFileSync(`conformance/adapters/${ADAPTER}`, join(command.folder, ADAPTER)));

test.each(profilesOf(await readMatchingSuite(undefined)))(
  'check --batch scores 100 % under %s',
  async (profile) => {
    await expectAll(profile, [
      join(command.folderOf('@robotstream/cli'), 'dist/main.js'),
      'check',
      '--batch',
      '--profile',
      profile,
    ]);
  },
);

test.each(profilesOf(await readSuite(undefined, 'servers', serverCaseOf)))(
  'the client scores 100 % in the scripts of servers under %s, over real connections',
  async (profile) => {
    await expectAll(profile, [join(command.folder, ADAPTER), profile], ['--servers']);
  },
);

function profilesOf({ sections }: Suite<CaseFacts>): readonly string[] {
  return [...new Set(sections.flatMap(({ cases }) => cases.map(({ profile }) => profile)))];
}

/** Expects that a program in JavaScript passes every case of a profile. */
async function expectAll(
  profile: string,
  program: readonly string[],
  options: readonly string[] = [],
): Promise<void> {
  const classes = 'required,settled,limits,disputed';
  const { code, stdout, stderr } = await command.run([
    ...['--profile', profile, ...options, '--lines', '--json', '--class', classes],
    ...['--timeout', '600', '--', process.execPath, ...program],
  ]);
  expect(stderr).toBe('');
  const { cases } = JSON.parse(stdout);
  expect(cases.filter(({ passed }: { passed: boolean }) => !passed)).toEqual([]);
  expect(code).toBe(0);
}
