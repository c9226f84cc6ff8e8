/** ARCHITECTURE.md agrees with the source: its table says what `LAYERS` says, and the files that it names exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { SOURCE_FOLDERS } from '../../scripts/packages.mjs';
import { CORE_LAYERS, LAYERS, type Layer, TOP_FILES } from './layers.js';

const page = readFileSync('ARCHITECTURE.md', 'utf8');

/** The last cell of each row of the table "The parts", by the row's first cell. */
const MAY_IMPORT = new Map(
  Array.from(
    page.matchAll(/^\| (the leaves|`(?:src|packages)\/)([^|]*) \|.*\| (.*) \|$/gm),
    ([, start = '', rest = '', cell = '']) => [start + rest, cell] as const,
  ),
);

/** What a row of the table may import, as `LAYERS` has it: layers, its own among them, and entry points of this repository's packages. */
function importsOf(part: string): string[] {
  const cell = MAY_IMPORT.get(part)?.replace(/\(.*?\)/g, '') ?? '';
  const named = cell.split(',').flatMap((text): readonly string[] => {
    const name = text.trim();
    if (name === 'the core' || name === 'the rows above') return CORE_LAYERS;
    if (name === 'each other') return [];
    return [name === 'leaves' ? 'leaf' : name.replaceAll('`', '')];
  });
  return [...new Set([layerOf(part), ...named])].sort();
}

/** The layer of a row: `src/match` → `match`, `packages/client/src/access` → `access`, `packages/cli/src` → `cli`. */
function layerOf(part: string): Layer {
  if (part.startsWith('the leaves')) return 'leaf';
  const [path = ''] = Array.from(part.matchAll(/`([^`]*)`/g), ([, name]) => name ?? '');
  const inside = path.replace(/^src\//, '').replace(/^packages\/(\w+)\/src$/, '$1');
  return TOP_FILES.get(inside) ?? (inside.replace(/^packages\/client\/src\//, '') as Layer);
}

/** The rows of layers: the inspector has an order of its own. */
const PARTS = [...MAY_IMPORT.keys()].filter(
  (part) => layerOf(part) !== 'index' && !part.includes('/inspector/'),
);

test('the table has a row for each layer, except the entry points and the streams of Node', () => {
  const layers = Object.keys(LAYERS).filter(
    (layer) => !['index', 'internal', 'client-entry', 'node-shell'].includes(layer),
  );
  expect(PARTS.map(layerOf).sort()).toEqual(layers.sort());
});

test.each(PARTS)('%s', (part) => {
  const { layers, packages } = LAYERS[layerOf(part)];
  // That a row names a package lets it use the package's inside, unless it is the command.
  const ofThisRepository = packages.filter((name) => /^@?robotstream/.test(name));
  const expected = ofThisRepository.map((name) => name.replace(/\/internal$/, ''));
  expect(importsOf(part)).toEqual([...new Set([layerOf(part), ...layers, ...expected])].sort());
});

test('"the core" is every row above src/compare', () => {
  expect(page).toContain('"The core" is everything above `src/compare`.');
  const above = PARTS.slice(0, PARTS.indexOf('`src/compare`'));
  expect(above.map(layerOf).sort()).toEqual([...CORE_LAYERS].sort());
});

const SOURCES: ReadonlyMap<string, string> = new Map(
  [...SOURCE_FOLDERS, 'scripts', 'test/architecture'].flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .map((path) => `${folder}/${path.replaceAll('\\', '/')}`)
      .filter((path) => /\.(?:tsx?|mjs)$/.test(path))
      .map((path) => [path, readFileSync(path, 'utf8')] as const),
  ),
);

/** What the page writes as code, once each, without its blocks of code. */
const CODE = new Set(
  Array.from(page.replaceAll(/^```.*?^```/gms, '').matchAll(/`([^`\n]+)`/g), ([, code]) => code ?? ''),
);

test('each file that the page names exists', () => {
  const named = [...CODE].filter((code) => /^[\w./-]+\.(?:ts|mjs)$/.test(code));
  expect(named.length).toBeGreaterThan(50);
  const files = [...SOURCES.keys()];
  const missing = named.filter(
    (path) => !existsSync(path) && !files.some((file) => file.endsWith(`/${path}`)),
  );
  expect(missing).toEqual([]);
});

test('each name with a capital letter inside is one of the source', () => {
  const named = [...CODE].flatMap((code) =>
    /^[\w.]+$/.test(code)
      ? code.split('.').filter((name) => /[A-Za-z][a-z]*[A-Z]|^[A-Z][a-z]/.test(name))
      : [],
  );
  expect(named.length).toBeGreaterThan(20);
  const words = new Set([...SOURCES.values()].flatMap((text) => text.match(/\w+/g) ?? []));
  expect(named.filter((name) => !words.has(name))).toEqual([]);
});

test('the table of the inspector has a row for each of its folders', () => {
  const [, table = ''] = /^\*\*The inspector\*\*.*?\n\n(.*?)\n\n/ms.exec(page) ?? [];
  const rows = Array.from(table.matchAll(/^\| `([\w-]+)\/` \|/gm), ([, folder]) => folder);
  const folders = readdirSync('packages/cli/inspector', { withFileTypes: true }).filter((entry) =>
    entry.isDirectory(),
  );
  expect(rows.sort()).toEqual(folders.map(({ name }) => name).sort());
});
