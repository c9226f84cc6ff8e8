/**
 * Makes the files of a release, with the same octets in any folder and at any time: each package as it is published, its software bill of
 * materials (CycloneDX), `SHA256SUMS` of both, `ORDER` with the order of publication, and `NOTES.md` from the changelog.
 *
 * Usage: node scripts/release.mjs FOLDER TAG, after `npm ci`
 */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { PACKAGES, ROOT } from './packages.mjs';

const [folder, tag] = process.argv.slice(2);
assert.ok(folder && tag, 'usage: node scripts/release.mjs FOLDER TAG');
const target = path.resolve(folder);
const { version } = PACKAGES[0].manifest;
assert.equal(tag, `v${version}`, 'the tag is "v" and the version of package.json');
for (const { name, manifest } of PACKAGES) assert.equal(manifest.version, version, `the version of ${name}`);

mkdirSync(target, { recursive: true });
assert.deepEqual(readdirSync(target), [], `${folder} is empty`);
const notes = notesOf(version);
execFileSync(process.execPath, ['scripts/build.mjs'], { cwd: ROOT, stdio: 'inherit' });
const tarballs = PACKAGES.map(pack);
const bill = JSON.parse(npm(['sbom', '--sbom-format=cyclonedx', '--package-lock-only']));
for (const one of PACKAGES) write(`${fileName(one)}.cdx.json`, `${JSON.stringify(billOf(one), null, 2)}\n`);
const sums = readdirSync(target)
  .sort()
  .map((file) => `${digestOf(file, 'sha256')}  ${file}\n`);
write('SHA256SUMS', sums.join(''));
write('ORDER', tarballs.map((tarball) => `${tarball}\n`).join(''));
write('NOTES.md', notes);

function write(file, text) {
  writeFileSync(path.join(target, file), text);
}

/** The name that npm gives a tarball, without its ending, such as `robotstream-cli-1.0.0`. */
function fileName({ name }) {
  return `${name.replace('@', '').replace('/', '-')}-${version}`;
}

function npm(args, cwd = ROOT) {
  return execFileSync('npm', args, { cwd, encoding: 'utf8' });
}

/** @returns the tarball's name */
function pack(one) {
  npm(['pack', '--silent', '--ignore-scripts', '--pack-destination', target], path.join(ROOT, one.folder));
  return `${fileName(one)}.tgz`;
}

/** A package of this repository as a component of a bill. */
function componentOf(one) {
  const { name, manifest } = one;
  return {
    'bom-ref': `${name}@${version}`,
    type: 'library',
    name,
    version,
    scope: 'required',
    description: manifest.description,
    purl: `pkg:npm/${name.replace('@', '%40')}@${version}`,
    hashes: [{ alg: 'SHA-512', content: digestOf(`${fileName(one)}.tgz`, 'sha512') }],
    licenses: [{ license: { id: manifest.license } }],
  };
}

/**
 * The bill of materials of a package: its components, and what each needs. npm's own bill is for the whole repository, lists the workspaces as
 * dependencies of the root, and differs from run to run, so only third-party packages are taken from it.
 */
function billOf(one) {
  const { manifest } = one;
  const own = new Map(PACKAGES.map((each) => [each.name, each]));
  const components = new Map();
  const dependencies = new Map();
  /** @param isThere whether a needed package is included: the build leaves some out of the page */
  const add = (names, isThere = () => true) =>
    names.filter(isThere).map((name) => {
      const mine = own.get(name);
      const component = mine ? componentOf(mine) : bill.components.find((each) => each.name === name);
      const ref = component['bom-ref'];
      if (!components.has(ref)) {
        components.set(ref, component);
        dependencies.set(ref, []);
        dependencies.set(
          ref,
          add(mine ? Object.keys(mine.manifest.dependencies ?? {}) : neededBy(ref), isThere),
        );
      }
      return ref;
    });
  const dependsOn = add(Object.keys(manifest.dependencies ?? {}));
  const installed = new Set(components.keys());
  if (one.folder === 'packages/cli') {
    const bundled = bundledNames();
    dependsOn.push(...add(bundled, (name) => bundled.includes(name)));
  }
  const component = componentOf(one);
  const { $schema, bomFormat, specVersion } = bill;
  return {
    $schema,
    bomFormat,
    specVersion,
    version: 1,
    metadata: { tools: [{ vendor: 'npm', name: 'cli' }], component },
    components: Array.from(components, ([ref, each]) => (installed.has(ref) ? each : asBundled(each))),
    dependencies: [
      { ref: component['bom-ref'], dependsOn },
      ...Array.from(dependencies, ([ref, needed]) => ({ ref, dependsOn: needed })),
    ],
  };
}

/** The packages whose code is in the inspector's page: the headings of their licenses, such as `## preact - 11.2.0 (MIT)`. */
function bundledNames() {
  const licenses = readFileSync(path.join(ROOT, 'packages/cli/dist/inspector-licenses.md'), 'utf8');
  return Array.from(licenses.matchAll(/^## (\S+) - /gm), ([, name]) => name);
}

/** A component that is bundled in a package, so npm does not install it. */
function asBundled(component) {
  return {
    ...component,
    scope: 'required',
    properties: [{ name: 'cdx:npm:package:bundled', value: 'true' }],
  };
}

/** The names of the packages that a third-party package needs. */
function neededBy(ref) {
  const { dependsOn = [] } = bill.dependencies.find((each) => each.ref === ref) ?? {};
  return dependsOn.map((each) => each.slice(0, each.lastIndexOf('@')));
}

function digestOf(file, algorithm) {
  return createHash(algorithm)
    .update(readFileSync(path.join(target, file)))
    .digest('hex');
}

/** The changelog's section about a version. */
function notesOf(wanted) {
  const [, ...parts] = readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8').split(/^## /m);
  const part = parts.find((text) => text.split(/\s/, 1)[0] === wanted);
  assert.ok(part !== undefined, `CHANGELOG.md has a section for ${wanted}`);
  return part.slice(part.indexOf('\n') + 1).trimStart();
}
