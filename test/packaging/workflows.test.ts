/** The rules of OpenSSF Scorecard for workflows and scripts that files can show: pinned actions, few permissions, no unpinned installs. */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { ROOT } from '../../scripts/packages.mjs';

interface Step {
  readonly uses?: string;
  readonly run?: string;
  readonly with?: Readonly<Record<string, unknown>>;
}

interface Workflow {
  readonly permissions?: unknown;
  readonly jobs: Readonly<
    Record<string, { readonly permissions?: unknown; readonly steps: readonly Step[] }>
  >;
}

const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: ROOT,
  encoding: 'utf8',
}).split('\n');

const textOf = (file: string) => readFileSync(path.join(ROOT, file), 'utf8');
const workflows = files
  .filter((file) => /^\.github\/workflows\/.*\.ya?ml$/.test(file))
  .map((file) => [file, parse(textOf(file)) as Workflow] as const);
const actions = files.filter((file) => /(^|\/)action\.ya?ml$/.test(file));
const scripts = files.filter((file) => file.startsWith('.ci/') || file.endsWith('.sh'));

const stepsOf = ([file, { jobs }]: readonly [string, Workflow]) =>
  Object.values(jobs).flatMap(({ steps }) => steps.map((step) => [file, step] as const));
const steps = [
  ...workflows.flatMap(stepsOf),
  ...actions.flatMap((file) => {
    const { runs } = parse(textOf(file)) as { runs: { steps?: readonly Step[] } };
    return (runs.steps ?? []).map((step) => [file, step] as const);
  }),
];

test('there are workflows', () => {
  expect(workflows.map(([file]) => file)).toContain('.github/workflows/release.yml');
});

test('each action is pinned to a commit, and its version is named beside it', () => {
  const lines = [...workflows.map(([file]) => file), ...actions].flatMap((file) =>
    textOf(file)
      .split('\n')
      .filter((line) => /^\s*(- )?uses:/.test(line))
      .filter((line) => !/uses: (\.\/|[\w-]+\/[\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/.test(line)),
  );
  expect(lines).toEqual([]);
});

test('a workflow has no permissions, and each job names its own', () => {
  for (const [file, { permissions, jobs }] of workflows) {
    expect([file, permissions]).toEqual([file, {}]);
    for (const [name, job] of Object.entries(jobs))
      expect([file, name, job.permissions]).toEqual([file, name, expect.objectContaining({})]);
  }
});

test('no checkout leaves its token in the folder', () => {
  for (const [file, step] of steps)
    if (step.uses?.startsWith('actions/checkout@'))
      expect([file, step.with]).toEqual([file, expect.objectContaining({ 'persist-credentials': false })]);
});

test('no script contains text of an event; it comes from the environment', () => {
  const unsafe = steps.filter(([, { run = '' }]) => /\$\{\{\s*(github\.(event|head_ref)|inputs)\b/.test(run));
  expect(unsafe).toEqual([]);
});

test('every package that is fetched and run has an exact version', () => {
  const commands = [
    ...steps.map(([file, { run = '' }]) => [file, run] as const),
    ...scripts.map((file) => [file, textOf(file)] as const),
  ];
  const fetched = commands.flatMap(([file, text]) =>
    Array.from(
      text.matchAll(/\b(?:npx(?: -y| --yes)?|npm (?:install|i)(?: -\S+)*) "?((?!-)[^\s;"]+)/g),
      ([, one = '']) => [file, one],
    ),
  );
  expect(fetched).not.toEqual([]);
  expect(
    fetched.filter(([, one = '']) => !/@(\d+\.\d+\.\d+(?:-rc\.\d+)?|\$version|\$INPUT_VERSION)$/.test(one)),
  ).toEqual([]);
});
