/** What may import what (ARCHITECTURE.md, "The flow"), as one table, and the check of files against it. */
import { posix } from 'node:path';
import { type Reference, referencesOf } from './references.js';

interface LayerRules {
  /** Layers whose files it may import; its own is among them. */
  readonly layers: readonly string[];
  /** Whether it may import `node:*`. */
  readonly node: boolean;
  /** Packages that it may import, with the entry points of those of this repository. */
  readonly packages: readonly string[];
  /** Whether a `RegExp` may be made from anything but a literal. */
  readonly dynamicRegExp: boolean;
}

/** @param layers separated by spaces, as are the packages */
const rules = (layers: string, packages = '', ...also: ('node' | 'dynamic RegExp')[]): LayerRules => ({
  layers: layers.split(' '),
  packages: packages.split(' '),
  node: also.includes('node'),
  dynamicRegExp: also.includes('dynamic RegExp'),
});

const CORE = 'leaf stream ast match usage composition';
const LIBRARY = 'robotstream robotstream/internal';
const CLIENT = 'fetch memory store pacing lookup';

const LAYERS = {
  leaf: rules('leaf'),
  stream: rules('leaf stream'),
  'node-shell': rules('leaf stream node-shell', '', 'node'),
  ast: rules('leaf stream ast'),
  match: rules('leaf stream ast match'),
  usage: rules('leaf stream ast match usage'),
  composition: rules(CORE),
  page: rules('leaf stream match usage page', 'parse5'),
  license: rules('leaf stream match license', '@rgrove/parse-xml'),
  compare: rules('leaf stream ast match compare'),
  crawlers: rules(`${CORE} compare crawlers`),
  readers: rules(`${CORE} compare readers`),
  lint: rules(`${CORE} compare crawlers lint`),
  compat: rules(`${CORE} compat`),
  index: rules(`${CORE} node-shell index`),
  internal: rules(`${CORE} page compare`),
  decoding: rules('decoding', 'robotstream/internal', 'node'),
  fetch: rules('decoding fetch', `${LIBRARY} undici basic-ftp lru-cache`, 'node', 'dynamic RegExp'),
  memory: rules('fetch memory', `${LIBRARY} http-cache-semantics lru-cache`),
  store: rules('fetch memory store', `${LIBRARY} @redis/client`, 'node', 'dynamic RegExp'),
  pacing: rules('fetch memory store pacing', `${LIBRARY} tldts`, 'node'),
  lookup: rules(CLIENT, LIBRARY, 'node'),
  about: rules(
    `${CLIENT} about client`,
    `${LIBRARY} robotstream/license robotstream/page lru-cache`,
    'node',
    'dynamic RegExp',
  ),
  client: rules(`${CLIENT} about client`, LIBRARY, 'dynamic RegExp'),
  adapters: rules('fetch pacing client adapters', `${LIBRARY} undici lru-cache`, 'node'),
  'client-entry': rules(`${CLIENT} about client`, 'robotstream'),
  survey: rules(
    'decoding survey',
    `${LIBRARY} robotstream/compare robotstream/crawlers robotstream/readers @robotstream/client/internal ` +
      '@aws-sdk/client-s3 @duckdb/node-api hyparquet hyparquet-writer',
    'node',
  ),
  audit: rules('decoding audit', `${LIBRARY} robotstream/crawlers`, 'node'),
  'command-line': rules(
    'command-line',
    'robotstream robotstream/crawlers/internal robotstream/readers',
    'node',
    'dynamic RegExp',
  ),
  cli: rules(
    'command-line cli',
    'robotstream robotstream/compare robotstream/crawlers robotstream/crawlers/internal robotstream/lint ' +
      'robotstream/readers @robotstream/client @robotstream/survey @robotstream/audit stream-chain proxy-from-env undici',
    'node',
    'dynamic RegExp',
  ),
  conform: rules('command-line conform', 'robotstream', 'node', 'dynamic RegExp'),
};

type Layer = keyof typeof LAYERS;

/** Files at the top of `src` that are more than leaves. */
const TOP_FILES: ReadonlyMap<string, Layer> = new Map([
  ['core.ts', 'composition'],
  ['is-allowed.ts', 'composition'],
  ['parse.ts', 'composition'],
  ['response.ts', 'composition'],
  ['robots-document.ts', 'composition'],
  ['index.ts', 'index'],
  ['internal.ts', 'internal'],
]);

/** Folders of `src`, of `packages` and of `packages/client/src` that are a layer. */
const FOLDERS = 'stream ast match usage page license compare compat crawlers readers lint'.split(' ');
const PACKAGE_LAYERS = 'decoding survey audit command-line cli conform'.split(' ');
const CLIENT_FOLDERS = `${CLIENT} about client adapters`.split(' ');

/** The layer of a file, its path relative to the root; `undefined` if the table knows no such folder. */
function layerOf(path: string): Layer | undefined {
  const [, ofPackage, inside = ''] = /^(?:packages\/([\w-]+)\/)?src\/(.*)$/.exec(path) ?? [];
  const [folder = '', ...rest] = inside.split('/');
  if (ofPackage !== undefined && PACKAGE_LAYERS.includes(ofPackage)) return ofPackage as Layer;
  if (ofPackage === 'client') {
    if (rest.length === 0) return 'client-entry';
    return CLIENT_FOLDERS.includes(folder) ? (folder as Layer) : undefined;
  }
  if (ofPackage !== undefined || inside === '') return undefined;
  if (rest.length === 0) return TOP_FILES.get(inside) ?? 'leaf';
  if (folder === 'stream' && /^node-[^/]*$/.test(rest.join('/'))) return 'node-shell';
  return FOLDERS.includes(folder) ? (folder as Layer) : undefined;
}

/**
 * How a set of source files violates the table.
 *
 * @param files text by path relative to the root, with `/`
 * @returns one line for each violation: `src/stream/lines.ts:3 …`
 */
export function violations(files: ReadonlyMap<string, string>): string[] {
  const found: string[] = [];
  for (const [path, text] of files) {
    const layer = layerOf(path);
    if (layer === undefined) {
      found.push(`${path}:1 is in a folder that the table of layers does not know`);
      continue;
    }
    for (const reference of referencesOf(path, text)) {
      const complaint = complaintAbout(reference, path, layer);
      if (complaint !== undefined) found.push(`${path}:${reference.line} ${complaint}`);
    }
  }
  return found;
}

function complaintAbout(reference: Reference, from: string, layer: Layer): string | undefined {
  const rules = LAYERS[layer];
  if (reference.kind === 'dynamic-regexp') {
    return rules.dynamicRegExp ? undefined : `${layer} makes a RegExp of something that is not a literal`;
  }
  const { specifier } = reference;
  if (specifier === undefined) return `${layer} imports something that is not a literal`;
  if (specifier.startsWith('node:')) {
    return rules.node ? undefined : `${layer} may not import ${specifier}`;
  }
  if (!specifier.startsWith('.')) {
    return rules.packages.includes(packageOf(specifier)) ? undefined : `${layer} may not import ${specifier}`;
  }
  if (!specifier.endsWith('.js')) return `imports ${specifier}; relative imports end with .js`;
  const target = posix.join(posix.dirname(from), specifier).replace(/\.js$/, '.ts');
  const targetLayer = layerOf(target);
  return targetLayer !== undefined && rules.layers.includes(targetLayer)
    ? undefined
    : `${layer} may not import ${targetLayer ?? 'an unknown folder'} (${specifier})`;
}

/** The package of an import. Entry points of this repository's packages count as packages of their own. */
function packageOf(specifier: string): string {
  const [first, second] = specifier.split('/');
  if (first === 'robotstream' || first === '@robotstream') return specifier;
  return first.startsWith('@') ? `${first}/${second}` : first;
}
