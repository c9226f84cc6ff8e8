/** The package on Node, Deno, Bun and workerd, as it is and bundled by the tool of each. Chromium runs the tests of the core. */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, expect, test } from 'vitest';
import { installAside } from '../support/aside.js';
import { HUNG_AFTER_MS } from '../support/hung.js';
import { describeWith } from '../support/needs.js';
import { projectWith, usePackage } from './support/package.js';

const aside = installAside('runtimes', 'deno@2', 'bun@1', 'miniflare@4', 'esbuild@0.28');

const RUNTIMES: Readonly<Record<string, readonly string[]>> = {
  Node: [process.execPath],
  ...Object.fromEntries(
    ['browser', 'workerd', 'edge-light', 'module', 'production'].map((condition) => [
      `Node with the condition ${condition}`,
      [process.execPath, '-C', condition],
    ]),
  ),
  Deno: [aside.bin('deno'), 'run', '--allow-all', '--node-modules-dir=manual'],
  // What the package `bun` runs; an install script, which does not run here, puts it there.
  Bun: [join(aside.folder, `node_modules/@oven/bun-${process.platform}-${process.arch}/bin/bun`), 'run'],
};

describeWith(aside, 'runs', () => {
  const build = usePackage();
  let project = '';
  beforeAll(() => {
    project = projectWith(build, aside);
    return () => rmSync(project, { recursive: true });
  });

  test.each(
    Object.keys(RUNTIMES).flatMap((runtime) =>
      ['smoke.mjs', 'smoke-client.mjs'].map((file) => [file, runtime] as const),
    ),
  )('%s on %s', (file, runtime) => {
    const [program = '', ...options] = RUNTIMES[runtime];
    const { stdout, stderr } = spawnSync(program, [...options, file], {
      cwd: project,
      encoding: 'utf8',
      timeout: HUNG_AFTER_MS,
      killSignal: 'SIGKILL',
    });
    expect(stdout.trim(), stderr).toBe(file === 'smoke.mjs' ? 'core: ok' : 'client: ok');
  });

  test('smoke.mjs on workerd', async () => {
    const { build: bundle } = await load('esbuild/lib/main.js');
    const { Miniflare } = await load('miniflare/dist/src/index.js');
    const worker = `export default {
      async fetch() {
        const lines = [];
        console.log = (line) => lines.push(line);
        await import('./smoke.mjs');
        return new Response(lines.join());
      },
    };`;
    const { outputFiles } = await bundle({
      stdin: { contents: worker, resolveDir: project },
      bundle: true,
      format: 'esm',
      conditions: ['workerd', 'worker', 'browser'], // those of Wrangler
      write: false,
    });
    const script: string = outputFiles[0].text;
    const workerd = new Miniflare({ modules: true, script, compatibilityDate: '2025-01-01' });
    try {
      expect(await (await workerd.dispatchFetch('http://localhost/')).text()).toBe('core: ok');
    } finally {
      await workerd.dispose();
    }
  });
});

// biome-ignore lint/suspicious/noExplicitAny: the packages are not installed where types are checked.
function load(file: string): Promise<any> {
  return import(/* @vite-ignore */ pathToFileURL(join(aside.folder, 'node_modules', file)).href);
}
