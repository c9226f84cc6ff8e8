/** The site of the documentation, built from the sources as they are. What builds it is installed from its own lock file, once. */
import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { extname, join, resolve } from 'node:path';
import { builtInspector } from '../../../packages/cli/test/inspector/support/built-inspector.js';
import { buildDeclarations } from '../../../scripts/build-declarations.mjs';
import { HUNG_AFTER_MS } from '../../support/hung.js';
import type { Need } from '../../support/needs.js';

/** A path below the root of the server, as project pages have. */
const BASE = '/some/path/';

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
};

export const SITE_NEED: Need = {
  isMet: install(),
  what: 'the packages of site/package-lock.json, which could not be installed',
};

function install(): boolean {
  const installed = 'site/node_modules/.package-lock.json';
  const isNew =
    existsSync(installed) && statSync(installed).mtimeMs >= statSync('site/package-lock.json').mtimeMs;
  if (isNew) return true;
  const ci = ['ci', '--prefix', 'site', '--silent', '--ignore-scripts', '--prefer-offline'];
  return spawnSync('npm', ci, { stdio: 'ignore', timeout: HUNG_AFTER_MS }).status === 0;
}

export interface BuiltSite {
  readonly folder: string;
  /** The files, relative to the folder. */
  readonly files: readonly string[];
  text(file: string): string;
  /** Where it is served: `http://127.0.0.1:1234/some/path/`. */
  readonly address: string;
  close(): Promise<void>;
}

/** Builds the site and serves it. */
export async function builtSite(): Promise<BuiltSite> {
  const work = mkdtempSync(join(tmpdir(), 'robotstream-site-'));
  const distOf = ({ folder }: { readonly folder: string }): string => join(work, 'packages', folder, 'dist');
  buildDeclarations(distOf);
  cpSync(await builtInspector(), distOf({ folder: 'packages/cli' }), { recursive: true });
  const folder = join(work, 'site');
  execFileSync(process.execPath, ['site/build.mjs', folder, join(work, 'packages')], {
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: HUNG_AFTER_MS,
  });
  const server = createServer(({ url = '' }, response) => {
    const { pathname } = new URL(url, 'http://localhost');
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname;
    const file = resolve(folder, decodeURIComponent(name.slice(BASE.length)));
    const isThere = name.startsWith(BASE) && existsSync(file);
    response.writeHead(isThere ? 200 : 404, {
      'content-type': TYPES[extname(file)] ?? 'text/plain; charset=utf-8',
    });
    response.end(isThere ? readFileSync(file) : '');
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    folder,
    files: readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => extname(file) !== ''),
    text: (file) => readFileSync(join(folder, file), 'utf8'),
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}${BASE}`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
      rmSync(work, { recursive: true });
    },
  };
}
