/** The package on Node, Deno and Bun. Workers run a bundle (`bundled.slow.test.ts`), and Chromium the tests of the core. */
import { rmSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/needs.js';
import { PROGRAMS, separateProject, usePackages } from './support/package.js';
import { BUN, DENO, outputOf, tools } from './support/tools.js';

const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  Node: [process.execPath],
  ...Object.fromEntries(
    ['browser', 'workerd', 'edge-light', 'module', 'production'].map((condition) => [
      `Node with the condition ${condition}`,
      [process.execPath, '-C', condition],
    ]),
  ),
  Deno: [DENO, 'run', '--quiet', '--allow-all', '--node-modules-dir=manual'],
  Bun: [BUN, 'run'],
};

describeWith(tools, 'runs', () => {
  const build = usePackages();
  let project = '';
  beforeAll(() => {
    project = separateProject(build);
    return () => rmSync(project, { recursive: true });
  });

  const cases = Object.keys(RUNTIMES).flatMap((runtime) =>
    Object.entries(PROGRAMS).map(([program, output]) => [program, runtime, output] as const),
  );

  test.each(cases)('%s on %s', (program, runtime, output) => {
    expect(outputOf(project, [...RUNTIMES[runtime], program])).toBe(output);
  });
});
