/** CommonJS modules load every entry point by `require`, on each line of Node that the packages support, on Deno and on Bun. */
import { rmSync } from 'node:fs';
import { beforeAll, describe, expect, test } from 'vitest';
import { skipWithout } from '../support/needs.js';
import { separateProject, usePackages } from './support/package.js';
import { BUN, DENO, outputOf, tools } from './support/tools.js';

/** The oldest Node of each line. */
const NODE_VERSIONS = ['20.19.0', '22.12.0', '24', '26'];

const OTHERS = {
  Deno: [DENO, 'run', '--quiet', '--allow-all', '--node-modules-dir=manual'],
  Bun: [BUN, 'run'],
};

describe('require', () => {
  const build = usePackages();
  let project = '';
  beforeAll(() => {
    project = separateProject(build);
    return () => rmSync(project, { recursive: true });
  });

  test.for(NODE_VERSIONS)('on Node %s', (version, context) => {
    const node = ['npx', '-y', `node@${version}`];
    const isMet = outputOf(project, [...node, '--version']).startsWith('v');
    skipWithout({ isMet, what: `Node ${version}, which npx could not install` }, context);
    expect(outputOf(project, [...node, 'smoke-require.cjs'])).toBe('require: ok');
  });

  test.for(Object.entries(OTHERS))('on %s', ([, command], context) => {
    skipWithout(tools, context);
    expect(outputOf(project, [...command, 'smoke-require.cjs'])).toBe('require: ok');
  });
});
