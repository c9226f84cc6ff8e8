/** Programs that bundle the package run: each bundler with the conditions that it sets itself, and without the optional packages. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';
import { build as vite } from 'vite';
import { beforeAll, expect, test } from 'vitest';
import { describeWith } from '../support/needs.js';
import { PROGRAMS, separateProject, usePackages } from './support/package.js';
import { BUN, DENO, outputOf, tools } from './support/tools.js';

/** The programs, and what each prints in a bundle. */
const BUNDLED = { ...PROGRAMS, 'smoke-survey.mjs': 'survey: threads-unavailable' };

/** Makes a bundle of a program, and returns the command that runs it. */
type Bundler = (project: string, program: string) => Promise<readonly string[]>;

const BUNDLERS: Readonly<Record<string, Bundler>> = {
  'bun build for Bun': async (project, program) => [BUN, 'run', bunBuild(project, program, 'bun')],
  'bun build for Node': async (project, program) => [process.execPath, bunBuild(project, program, 'node')],
  'deno bundle': async (project, program) => {
    const file = `out/deno-${program}`;
    const options = ['--node-modules-dir=manual', '--quiet', '--platform', 'deno', '-o', file];
    expect(outputOf(project, [DENO, 'bundle', ...options, program])).toBe('');
    return [DENO, 'run', '--quiet', '--allow-all', '--no-config', file];
  },
  esbuild: esbuild(),
  'esbuild with a condition of its own': esbuild('production'),
  rolldown: async (project, program) => {
    const file = join(project, `out/rolldown-${program}`);
    const bundle = await rolldown({ input: join(project, program), platform: 'node' });
    await bundle.write({ file, codeSplitting: false });
    await bundle.close();
    return [process.execPath, file];
  },
  rollup: async (project, program) => {
    const { rollup } = await load('rollup/dist/es/rollup.js');
    const { default: nodeResolve } = await load('@rollup/plugin-node-resolve/dist/es/index.js');
    const { default: commonjs } = await load('@rollup/plugin-commonjs/dist/es/index.js');
    const dir = join(project, `out/rollup-${program}`);
    const bundle = await rollup({
      input: join(project, program),
      external: [/^node:/, /^undici(?:\/|$)/],
      plugins: [nodeResolve({ preferBuiltins: true }), commonjs()],
    });
    const { output } = await bundle.write({ dir, format: 'es', entryFileNames: '[name].mjs' });
    await bundle.close();
    // That undici is external is enough: no other way leads into it.
    expect(output.flatMap(({ moduleIds = [] }: { moduleIds?: string[] }) => moduleIds).join()).not.toContain(
      '/undici/',
    );
    return [process.execPath, join(dir, program)];
  },
  'vite for a server': async (project, program) => {
    const outDir = join(project, `out/vite-${program}`);
    await vite({
      root: project,
      configFile: false,
      logLevel: 'silent',
      ssr: { noExternal: true, external: ['undici'] },
      build: { ssr: program, outDir, target: 'node20', minify: false },
    });
    return [process.execPath, join(outDir, program.replace(/\.mjs$/, '.js'))];
  },
  webpack: async (project, program) => {
    const { default: webpack } = await load('webpack/lib/index.js');
    const path = join(project, `out/webpack-${program}`);
    const settings = {
      mode: 'production',
      optimization: { minimize: false },
      target: 'node20',
      context: project,
      entry: `./${program}`,
      experiments: { outputModule: true },
      output: { path, filename: 'main.mjs', chunkFilename: '[id].mjs', module: true },
    };
    // biome-ignore lint/suspicious/noExplicitAny: webpack is not installed where types are checked.
    const stats = await new Promise<any>((done, fail) => {
      webpack(settings, (error: unknown, result: unknown) => (error ? fail(error) : done(result)));
    });
    expect(stats.toJson({ all: false, errors: true, warnings: true })).toMatchObject({
      errors: [],
      warnings: [],
    });
    return [process.execPath, join(path, 'main.mjs')];
  },
};

/** Bundles for Node, with undici left out: esbuild cannot bundle CommonJS modules that load modules of Node into ES modules. */
function esbuild(...conditions: readonly string[]): Bundler {
  return async (project, program) => {
    const { build } = await load('esbuild/lib/main.js');
    const outfile = join(project, `out/esbuild-${conditions.join('-')}-${program}`);
    const custom = conditions.length > 0 ? { conditions } : {};
    const common = {
      bundle: true,
      platform: 'node',
      format: 'esm',
      external: ['undici'],
      logLevel: 'silent',
    };
    await build({ ...common, ...custom, entryPoints: [join(project, program)], outfile });
    return [process.execPath, outfile];
  };
}

function bunBuild(project: string, program: string, target: string): string {
  const outfile = `out/bun-${target}-${program}`;
  outputOf(project, [BUN, 'build', `--target=${target}`, program, '--outfile', outfile]);
  return outfile;
}

describeWith(tools, 'a bundle', () => {
  const build = usePackages();
  let project = '';
  beforeAll(() => {
    project = separateProject(build);
    return () => rmSync(project, { recursive: true });
  });

  const cases = Object.keys(BUNDLERS).flatMap((bundler) =>
    Object.entries(BUNDLED).map(([program, output]) => [bundler, program, output] as const),
  );

  test.each(cases)('by %s of %s', async (bundler, program, output) => {
    expect(outputOf(project, await BUNDLERS[bundler](project, program))).toBe(output);
  });

  test('for Workers by Wrangler lints, reports and compares', async () => {
    const worker = `export default {
      async fetch() {
        const lines = [];
        console.log = (line) => lines.push(line);
        await import('./smoke.mjs');
        return new Response(lines.join());
      },
    };`;
    expect(await answerOf(wrangler(project, 'core', worker))).toBe('core: ok');
  });

  test.each(['@robotstream/client', '@robotstream/survey'])('for Workers by Wrangler has %s', (entry) => {
    const worker = `export default { fetch: async () => Response.json(Object.keys(await import('${entry}'))) };`;
    wrangler(project, entry.replace('/', '-'), worker, '--compatibility-flags', 'nodejs_compat');
  });
});

describeWith(tools, 'a bundle beside the optional packages', () => {
  const build = usePackages();
  let project = '';
  beforeAll(() => {
    project = separateProject(build, '@duckdb/node-api', '@redis/client', 'basic-ftp', 'tldts');
    return () => rmSync(project, { recursive: true });
  });

  test.each(['bun build for Node', 'esbuild', 'rolldown', 'webpack'])('by %s loads them', async (bundler) => {
    const command = await BUNDLERS[bundler](project, 'smoke-optional.mjs');
    expect(outputOf(project, command)).toBe('optional: unreachable, loaded');
  });
});

/** Bundles a worker. Returns the file of the bundle. */
function wrangler(project: string, name: string, worker: string, ...options: readonly string[]): string {
  writeFileSync(join(project, `${name}.mjs`), worker);
  const folder = join(project, 'out', name);
  const deploy = ['deploy', `${name}.mjs`, '--name', name, '--compatibility-date', '2025-01-01', ...options];
  const output = outputOf(project, [tools.bin('wrangler'), ...deploy, '--dry-run', '--outdir', folder]);
  expect(output).toContain('--dry-run: exiting now.');
  return join(folder, `${name}.js`);
}

/** The response of a worker. Its only module is listed, as in a deployment: otherwise Miniflare would look for more, and refuse bare imports. */
async function answerOf(file: string): Promise<string> {
  const { Miniflare } = await load('miniflare/dist/src/index.js');
  const workerd = new Miniflare({
    modules: [{ type: 'ESModule', path: file, contents: readFileSync(file, 'utf8') }],
    modulesRoot: dirname(file),
    compatibilityDate: '2025-01-01',
  });
  try {
    return await (await workerd.dispatchFetch('http://localhost/')).text();
  } finally {
    await workerd.dispose();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: the packages are not installed where types are checked.
function load(file: string): Promise<any> {
  return import(/* @vite-ignore */ pathToFileURL(join(tools.folder, 'node_modules', file)).href);
}
