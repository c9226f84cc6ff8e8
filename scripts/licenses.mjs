/** The licenses of the packages that a bundle contains. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/**
 * A page with the license of each package, by name, and that of Node, in the form of Vite's page for the inspector.
 *
 * @param {readonly string[]} modules the files of the bundle
 * @param {string} more other parts of this form
 * @returns {string}
 */
export function licensesOf(modules, more) {
  const folders = new Set(
    modules.map((file) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(file.replaceAll('\\', '/'))?.[0]),
  );
  folders.delete(undefined);
  const parts = [...folders].map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'));
    const file = readdirSync(folder).find((one) => /^licen[cs]e/i.test(one));
    const text = file === undefined ? '' : `\n${readFileSync(path.join(folder, file), 'utf8').trim()}\n`;
    return `## ${name} - ${version} (${license})\n${text}`;
  });
  return `# Licenses\n\nThe packages in this executable, and Node, whose license is at the end.\n\n${parts.sort().join('\n')}\n${more.trim()}\n\n${nodeLicense()}`;
}

/** The license of Node, which its archives have beside `bin`. */
function nodeLicense() {
  const bin = path.dirname(process.execPath);
  const file = [
    path.join(bin, '../LICENSE'),
    path.join(bin, 'LICENSE'),
    '/usr/share/doc/nodejs/LICENSE',
  ].find(existsSync);
  const text =
    file === undefined
      ? `https://github.com/nodejs/node/blob/${process.version}/LICENSE`
      : readFileSync(file, 'utf8').trim();
  return `## Node - ${process.version} (MIT and others)\n\n${text}\n`;
}
