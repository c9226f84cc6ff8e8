/** Every entry point goes through every bundler without a warning. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build as vite } from 'vite';
import { beforeAll, describe, expect, test } from 'vitest';
import { describeWith } from '../support/needs.js';
import { ENTRIES, projectWith, usePackages, WEB_ENTRIES } from './support/package.js';
import { tools } from './support/tools.js';

/** What the packages import of others. */
const THIRD_PARTY = ['http-cache-semantics', 'hyparquet', 'hyparquet-writer', 'undici'];

const build = usePackages();

describe('vite', () => {
  test.each(WEB_ENTRIES)('%s for a browser', async (entry) => {
    const warnings: unknown[] = [];
    await vite({
      configFile: false,
      logLevel: 'silent',
      build: {
        write: false,
        lib: { entry: inputOf(build.folder, entry), formats: ['es'] },
        rolldownOptions: { onwarn: (warning) => void warnings.push(warning.message) },
      },
    });
    expect(warnings).toEqual([]);
  });
});

describeWith(tools, 'without a warning', () => {
  let project = '';
  beforeAll(() => {
    project = projectWith(build, tools);
    // webpack 5.113 applies the `paths` of the next tsconfig.json above a module. That of this repository is none of a user's.
    for (const folder of [project, build.folder]) writeFileSync(join(folder, 'tsconfig.json'), '{}');
    return () => rmSync(project, { recursive: true });
  });

  const cases = [
    ...ENTRIES.map((entry) => [entry, 'node'] as const),
    ...WEB_ENTRIES.map((entry) => [entry, 'browser'] as const),
  ];

  test.each(cases)('esbuild: %s for %s', async (entry, platform) => {
    const { build: bundle } = await load('esbuild/lib/main.js');
    const { errors, warnings } = await bundle({
      entryPoints: [inputOf(project, entry)],
      bundle: true,
      format: 'esm',
      platform,
      write: false,
      logLevel: 'silent',
    });
    expect([...errors, ...warnings].map(({ text }: { text: string }) => text)).toEqual([]);
  });

  test.each(cases)('webpack: %s for %s', async (entry, platform) => {
    const { default: webpack } = await load('webpack/lib/index.js');
    const settings = {
      mode: 'production',
      target: platform === 'node' ? 'node' : 'web',
      entry: inputOf(project, entry),
      output: { path: join(project, 'out', platform), filename: `${entry.replaceAll('/', '-')}.cjs` },
    };
    // biome-ignore lint/suspicious/noExplicitAny: webpack is not installed where types are checked.
    const stats = await new Promise<any>((resolve, reject) => {
      webpack(settings, (error: unknown, result: unknown) => (error ? reject(error) : resolve(result)));
    });
    const { errors, warnings } = stats.toJson({ all: false, errors: true, warnings: true });
    expect([...errors, ...warnings].map(({ message }: { message: string }) => message)).toEqual([]);
  });

  test.each(ENTRIES)('rollup: %s', async (entry) => {
    const { rollup } = await load('rollup/dist/es/rollup.js');
    const { default: nodeResolve } = await load('@rollup/plugin-node-resolve/dist/es/index.js');
    const warnings: string[] = [];
    const bundle = await rollup({
      input: inputOf(project, entry),
      external: [/^node:/, ...THIRD_PARTY],
      plugins: [nodeResolve()],
      onwarn: ({ message }: { message: string }) => void warnings.push(message),
    });
    await bundle.generate({ format: 'es' });
    await bundle.close();
    expect(warnings).toEqual([]);
  });
});

/** A module in a folder that exports what an entry point does. */
function inputOf(folder: string, entry: string): string {
  const file = join(folder, `all-of-${entry.replaceAll('/', '-')}.mjs`);
  writeFileSync(file, `export * from '${entry}';`);
  return file;
}

// biome-ignore lint/suspicious/noExplicitAny: the packages are not installed where types are checked.
function load(file: string): Promise<any> {
  return import(/* @vite-ignore */ pathToFileURL(join(tools.folder, 'node_modules', file)).href);
}
