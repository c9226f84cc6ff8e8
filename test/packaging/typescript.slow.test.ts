/** The declarations compile under every TypeScript from 5.6 on, checked themselves, with and without the types of Node. */
import { spawnSync } from 'node:child_process';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { installAside } from '../support/aside.js';
import { HUNG_AFTER_MS } from '../support/hung.js';
import { describeWith } from '../support/needs.js';
import { projectWith, usePackages } from './support/package.js';

const aside = installAside('typescript');

const NODE = { module: 'NodeNext', lib: ['ES2022'], types: ['node'] };
const WEB = { module: 'NodeNext', lib: ['ES2022', 'DOM', 'DOM.AsyncIterable'], types: [] };
const BUNDLER = { module: 'ESNext', moduleResolution: 'bundler' };

const PROJECTS: readonly (readonly [what: string, file: string, compilerOptions: object])[] = [
  ['for Node', 'consumer.ts', NODE],
  ['for a bundler, with the types of Node', 'consumer.ts', { ...NODE, ...BUNDLER }],
  ['for a browser, robotstream/web', 'consumer-web.ts', WEB],
  ['for a browser, robotstream', 'consumer-root.ts', { ...WEB, ...BUNDLER, customConditions: ['browser'] }],
  ['without the types of Node, robotstream', 'consumer-root.ts', WEB],
];

/** The oldest and the newest TypeScript with each project, those between with the first and the last. */
const CASES = [
  ...['5.6', '7'].flatMap((version) => PROJECTS.map((project) => [version, ...project] as const)),
  ...['5.9', '6'].flatMap((version) =>
    [PROJECTS[0], PROJECTS[PROJECTS.length - 1]].map((project) => [version, ...project] as const),
  ),
];

describeWith(aside, 'a project', () => {
  const build = usePackages();
  let project = '';
  beforeAll(() => {
    project = projectWith(build, aside);
    return () => rmSync(project, { recursive: true });
  });

  test.each(CASES)('TypeScript %s, %s', (version, _, file, compilerOptions) => {
    const config = join(project, 'tsconfig.json');
    const strict = { target: 'ES2022', strict: true, exactOptionalPropertyTypes: true, skipLibCheck: false };
    const options = { ...strict, noEmit: true, ...compilerOptions };
    writeFileSync(config, JSON.stringify({ compilerOptions: options, files: [file] }));
    const compiler = join(aside.folder, `node_modules/typescript-${version}/bin/tsc`);
    const { status, stdout } = spawnSync(process.execPath, [compiler, '-p', config], {
      encoding: 'utf8',
      timeout: HUNG_AFTER_MS,
      killSignal: 'SIGKILL',
    });
    expect([status, stdout]).toEqual([0, '']);
  });
});
