/** The files beside the pages: style, scripts, the search library, and the inspector as it is built. */
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { colourStyles } from './code-colours.mjs';

const HERE = fileURLToPath(new URL('.', import.meta.url));

/**
 * @param {string} target the folder of the site
 * @param {string} packages the folder that has the builds of the packages
 */
export function copyAssets(target, packages) {
  const assets = path.join(target, 'assets');
  mkdirSync(assets, { recursive: true });
  for (const name of ['theme.js', 'site.js'])
    cpSync(path.join(HERE, 'browser', name), path.join(assets, name));
  const style = readFileSync(path.join(HERE, 'browser/style.css'), 'utf8');
  writeFileSync(path.join(assets, 'style.css'), style + colourStyles());
  cpSync(path.join(HERE, 'node_modules/minisearch/dist/umd/index.js'), path.join(assets, 'minisearch.js'));
  cpSync(path.join(HERE, 'node_modules/minisearch/LICENSE.txt'), path.join(assets, 'minisearch-license.txt'));
  const command = path.join(packages, 'packages/cli/dist');
  cpSync(path.join(command, 'inspector.html'), path.join(target, 'inspector/index.html'));
  cpSync(path.join(command, 'inspector-licenses.md'), path.join(target, 'inspector/licenses.md'));
}
