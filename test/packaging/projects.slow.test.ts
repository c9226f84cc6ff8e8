/** The packages as pnpm and Yarn install them, without a network, and under Jest, with the settings of docs/runtimes.md. */
import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { installAside } from '../support/aside.js';
import { describeWith } from '../support/needs.js';
import { PROGRAMS, usePackages } from './support/package.js';
import { packAll, type Tarballs } from './support/tarballs.js';
import { outputOf } from './support/tools.js';

// pnpm 10 is the last one that runs on Node 20.
const managers = installAside('managers');
const jest = installAside('jest');
const PNPM = [process.execPath, managers.bin('pnpm')];
const YARN = [process.execPath, managers.bin('yarn')];

const build = usePackages();
let tarballs: Tarballs;
beforeAll(() => {
  tarballs = packAll(build);
  return () => rmSync(tarballs.folder, { recursive: true });
});

/** Makes a project that depends on the packages. */
function emptyProject(manifest: object = {}): string {
  const project = mkdtempSync(join(tmpdir(), 'robotstream-project-'));
  const own = Object.entries(tarballs.addresses).filter(([name]) => /robotstream/.test(name));
  const dependencies = Object.fromEntries(own);
  write(project, 'package.json', { private: true, type: 'module', dependencies, ...manifest });
  for (const program of Object.keys(PROGRAMS))
    copyFileSync(join('test/packaging', program), join(project, program));
  return project;
}

function pnpmProject(): string {
  const project = emptyProject();
  write(project, 'pnpm-workspace.yaml', { overrides: tarballs.addresses, storeDir: join(project, '.store') });
  outputOf(project, [...PNPM, 'install', '--offline', '--no-frozen-lockfile']);
  return project;
}

function yarnProject(): string {
  const project = emptyProject({ resolutions: tarballs.addresses });
  write(project, 'yarn.lock', '');
  write(project, '.yarnrc.yml', {
    nodeLinker: 'pnp',
    globalFolder: join(project, '.yarn-global'),
    enableGlobalCache: false,
    enableImmutableInstalls: false,
    enableNetwork: false,
    enableTelemetry: false,
  });
  outputOf(project, [...YARN, 'install']);
  return project;
}

/** JSON, which is YAML, too. */
function write(project: string, name: string, content: object | string): void {
  writeFileSync(join(project, name), typeof content === 'string' ? content : JSON.stringify(content));
}

describeWith(managers, 'installed by', () => {
  let projects: { readonly [manager: string]: string } = {};
  beforeAll(() => {
    projects = { pnpm: pnpmProject(), Yarn: yarnProject() };
    return () => {
      for (const project of Object.values(projects)) rmSync(project, { recursive: true });
    };
  });
  const node: { readonly [manager: string]: readonly string[] } = {
    pnpm: [process.execPath],
    Yarn: [...YARN, 'node'],
  };
  const cases = Object.keys(node).flatMap((manager) =>
    Object.entries(PROGRAMS).map(([program, output]) => [manager, program, output] as const),
  );

  test.each(cases)('%s, %s', (manager, program, output) => {
    expect(outputOf(projects[manager] ?? '', [...(node[manager] ?? []), program])).toBe(output);
  });

  test.each([
    ['pnpm', PNPM],
    ['Yarn', YARN],
  ])('%s, the command', (manager, program) => {
    expect(outputOf(projects[manager] ?? '', [...program, 'robotstream', '--version'])).toMatch(/^\d+\.\d+/);
  });
});

describeWith(
  { isMet: managers.isMet && jest.isMet, what: managers.isMet ? jest.what : managers.what },
  'Jest in a project of pnpm',
  () => {
    let project = '';
    beforeAll(() => {
      project = pnpmProject();
      return () => rmSync(project, { recursive: true });
    });
    /** What Jest reports of a file of tests. */
    const reported = (file: string, ...flags: readonly string[]) => {
      const run = [process.execPath, ...flags, jest.bin('jest'), '--rootDir', project, '--json', file];
      const output = outputOf(project, run);
      return output.includes('"success":true') ? 'success' : output;
    };

    test('runs ES modules as they are, with all packages', () => {
      const tests = Object.keys(PROGRAMS)
        .filter((program) => program !== 'smoke-optional.mjs') // ends its process
        .map((program) => `test('${program}', () => import('./${program}'));\n`);
      write(project, 'modules.test.mjs', tests.join(''));
      write(project, 'jest.config.mjs', "export default { testMatch: ['**/*.test.*js'] };");
      expect(reported('modules.test.mjs', '--experimental-vm-modules')).toBe('success');
    });

    test('runs CommonJS if it translates the core and the client', () => {
      const plugin = (name: string) => join(jest.folder, 'node_modules', name);
      const plugins = [
        plugin('@babel/plugin-transform-modules-commonjs'),
        plugin('babel-plugin-transform-import-meta'),
      ];
      write(project, 'babel.config.json', { plugins });
      write(project, 'package.json', { private: true });
      const pattern = '/node_modules/(?!(\\\\.pnpm|@robotstream|robotstream|hyparquet|hyparquet-writer)/)';
      write(project, 'jest.config.mjs', `export default { transformIgnorePatterns: ['${pattern}'] };`);
      write(
        project,
        'required.test.js',
        `const { isAllowed, parseSync } = require('robotstream');
         const { lint } = require('robotstream/lint');
         const { createClient } = require('@robotstream/client');
         test('core', () => {
           expect(isAllowed('User-agent: *\\nDisallow: /a', '/a', { agents: 'FooBot' })).toBe(false);
           expect(lint(parseSync('Disalow: /')).findings.length).toBeGreaterThan(0);
         });
         test('client', () => createClient({ userAgent: 'FooBot/1.0', agents: 'FooBot' }).close());
         const { survey, surveyAll } = require('@robotstream/survey');
         const { mkdtempSync, readdirSync, rmSync, writeFileSync } = require('node:fs');
         const { tmpdir } = require('node:os');
         const { join } = require('node:path');
         test('survey', async () => {
           const folder = mkdtempSync(join(tmpdir(), 'robotstream-jest-'));
           const input = join(folder, 'captures.ndjson');
           writeFileSync(input, JSON.stringify({ url: 'https://a.example/robots.txt', body: 'User-agent: *\\nDisallow: /' }));
           const rows = [];
           for await (const { table, row } of survey(input)) rows.push([table, row.allowed]);
           expect(rows).toEqual([['verdicts', false]]);
           const out = join(folder, 'out');
           await surveyAll({ inputs: [input], folder: out, format: 'ndjson', jobs: 2 });
           expect(readdirSync(join(out, 'verdicts'))).toHaveLength(1);
           rmSync(folder, { recursive: true });
         });`,
      );
      expect(reported('required.test.js')).toBe('success');
    });
  },
);
