/**
 * Makes the root file system of the container image, on Linux: the executable, the libraries that it loads, and the few files that they read.
 * `npm run container -- FOLDER` makes `FOLDER/root`, which `Containerfile` copies, and first the executable, unless FOLDER has one.
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import process from 'node:process';
import { ROOT } from './packages.mjs';

assert.equal(process.platform, 'linux', 'the image is built on Linux');
const folder = path.resolve(process.argv[2] ?? path.join(ROOT, 'node_modules/.cache/robotstream-executable'));
const root = path.join(folder, 'root');
rmSync(root, { recursive: true, force: true });

const NONROOT = 65532;

/** Files of the image that are not copied. */
const FILES = {
  'etc/passwd': `root:x:0:0:root:/:/sbin/nologin\nnonroot:x:${NONROOT}:${NONROOT}:nonroot:/work:/sbin/nologin\n`,
  'etc/group': `root:x:0:\nnonroot:x:${NONROOT}:\n`,
  // Names in /etc/hosts come before those of DNS.
  'etc/nsswitch.conf': 'hosts: files dns\n',
};

const executable = path.join(folder, 'robotstream');
if (!existsSync(executable)) {
  execFileSync(process.execPath, [path.join(ROOT, 'scripts/build-executable.mjs'), folder], {
    stdio: 'inherit',
  });
}
copy(executable, 'usr/bin/robotstream', 0o755);
for (const library of librariesOf(executable)) copy(library, library.slice(1), 0o755);
copy(path.join(folder, 'licenses.md'), 'usr/share/doc/robotstream/licenses.md', 0o644);
for (const one of ['libc6', 'libstdc++6', 'libgcc-s1']) {
  const license = `/usr/share/doc/${one}/copyright`;
  if (existsSync(license)) copy(license, license.slice(1), 0o644);
}
copy(path.join(ROOT, 'LICENSE'), 'usr/share/doc/robotstream/LICENSE', 0o644);
for (const [name, text] of Object.entries(FILES)) {
  mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
  writeFileSync(path.join(root, name), text);
}
for (const open of ['tmp', 'work']) {
  mkdirSync(path.join(root, open));
  chmodSync(path.join(root, open), 0o1777);
}
process.stdout.write(`${root}\n`);

/** The shared libraries of a program, with the loader: `ldd` prints `name => path (address)`, and the loader's path alone. */
function librariesOf(program) {
  const lines = execFileSync('ldd', [program], { encoding: 'utf8' }).split('\n');
  const paths = lines.map((line) => /(\/\S+) \(0x/.exec(line)?.[1]).filter((found) => found !== undefined);
  assert.ok(
    paths.some((library) => library.includes('libc.so')),
    'ldd lists the C library',
  );
  return paths;
}

/** Copies a file, of which links are followed. */
function copy(from, name, mode) {
  const to = path.join(root, name);
  mkdirSync(path.dirname(to), { recursive: true });
  copyFileSync(from, to);
  chmodSync(to, mode);
}
