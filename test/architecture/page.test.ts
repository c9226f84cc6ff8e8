/** ARCHITECTURE.md agrees with the source: its table says what `LAYERS` says, and the files that it names exist. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { CORE_LAYERS, LAYERS, type Layer, TOP_FILES } from './layers.js';

const page = readFileSync('ARCHITECTURE.md', 'utf8');

/** The last cell of each row of the table "The parts", by the row's first cell. */
const MAY_IMPORT = new Map(
  Array.from(
    page.matchAll(/^\| (the leaves|`src\/)([^|]*) \|.*\| (.*) \|$/gm),
    ([, start = '', rest = '', cell = '']) => [start + rest, cell] as const,
  ),
);

/** What a row of the table may import: its own layer, and those that its last cell names. */
function layersOf(part: string): Layer[] {
  const cell = MAY_IMPORT.get(part)?.replace(/\(.*?\)/g, '') ?? '';
  const named = cell.split(',').flatMap((text): readonly Layer[] => {
    const name = text.trim();
    if (name === 'the core' || name === 'the rows above') return CORE_LAYERS;
    if (name === 'each other' || name === 'the public entry points alone') return [];
    return [name === 'leaves' ? 'leaf' : (name.replaceAll('`', '') as Layer)];
  });
  return [...new Set([layerOf(part), ...named])].sort();
}

function layerOf(part: string): Layer {
  if (part.startsWith('the leaves')) return 'leaf';
  const [path = ''] = Array.from(part.matchAll(/`src\/(.*?)`/g), ([, name]) => name ?? '');
  return TOP_FILES.get(path) ?? (path as Layer);
}

const PARTS = [...MAY_IMPORT.keys()].filter((part) => layerOf(part) !== 'index');

test('the table has a row for each layer, except the entry points and the streams of Node', () => {
  const layers = Object.keys(LAYERS).filter((layer) => !['index', 'web', 'node-shell'].includes(layer));
  expect(PARTS.map(layerOf).sort()).toEqual(layers.sort());
});

test.each(PARTS)('%s', (part) => {
  expect(layersOf(part)).toEqual([...new Set([layerOf(part), ...LAYERS[layerOf(part)].layers])].sort());
});

test('"the core" is every row above src/compare', () => {
  expect(page).toContain('"The core" is everything above `src/compare`.');
  const above = PARTS.slice(0, PARTS.indexOf('`src/compare`'));
  expect(above.map(layerOf).sort()).toEqual([...CORE_LAYERS].sort());
});

const SOURCES: ReadonlyMap<string, string> = new Map(
  ['src', 'inspector', 'scripts', 'test/architecture'].flatMap((folder) =>
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
  const folders = readdirSync('inspector', { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(rows.sort()).toEqual(folders.map(({ name }) => name).sort());
});
