/** What may import what (ARCHITECTURE.md, "The flow"), as one table, and the check of files against it. */
import { posix } from 'node:path';
import { type Reference, referencesOf } from './references.js';

export type Layer =
  | 'leaf'
  | 'stream'
  | 'node-shell'
  | 'ast'
  | 'match'
  | 'usage'
  | 'composition'
  | 'page'
  | 'license'
  | 'compare'
  | 'compat'
  | 'crawlers'
  | 'readers'
  | 'lint'
  | 'index'
  | 'internal'
  | 'decoding'
  | 'fetch'
  | 'memory'
  | 'store'
  | 'pacing'
  | 'lookup'
  | 'about'
  | 'client'
  | 'adapters'
  | 'client-entry'
  | 'survey'
  | 'audit'
  | 'command-line'
  | 'cli'
  | 'conform';

interface LayerRules {
  /** Layers whose files it may import; its own is always among them. */
  readonly layers: readonly Layer[];
  /** Whether it may import `node:*`. */
  readonly node: boolean;
  /** Packages that it may import, with the entry points of those of this repository. */
  readonly packages: readonly string[];
  /** Whether a `RegExp` may be made from anything but a literal. */
  readonly dynamicRegExp: boolean;
}

const CORE = { node: false, packages: [], dynamicRegExp: false };
const CORE_LAYERS = ['leaf', 'stream', 'ast', 'match', 'usage', 'composition'] as const;
const LIBRARY = ['robotstream', 'robotstream/internal'];

export const LAYERS: Readonly<Record<Layer, LayerRules>> = {
  leaf: { ...CORE, layers: ['leaf'] },
  stream: { ...CORE, layers: ['leaf', 'stream'] },
  'node-shell': { ...CORE, layers: ['leaf', 'stream', 'node-shell'], node: true },
  ast: { ...CORE, layers: ['leaf', 'stream', 'ast'] },
  match: { ...CORE, layers: ['leaf', 'stream', 'ast', 'match'] },
  usage: { ...CORE, layers: ['leaf', 'stream', 'ast', 'match', 'usage'] },
  composition: { ...CORE, layers: CORE_LAYERS },
  page: { ...CORE, layers: ['leaf', 'stream', 'match', 'usage', 'page'], packages: ['parse5'] },
  license: {
    ...CORE,
    layers: ['leaf', 'stream', 'match', 'license'],
    packages: ['@rgrove/parse-xml'],
  },
  compare: { ...CORE, layers: ['leaf', 'stream', 'ast', 'match', 'compare'] },
  crawlers: { ...CORE, layers: [...CORE_LAYERS, 'compare', 'crawlers'] },
  readers: { ...CORE, layers: [...CORE_LAYERS, 'compare', 'readers'] },
  lint: { ...CORE, layers: [...CORE_LAYERS, 'compare', 'crawlers', 'lint'] },
  compat: { ...CORE, layers: [...CORE_LAYERS, 'compat'] },
  index: { ...CORE, layers: [...CORE_LAYERS, 'node-shell', 'index'] },
  internal: { ...CORE, layers: [...CORE_LAYERS, 'page', 'compare'] },
  decoding: {
    layers: ['decoding'],
    node: true,
    packages: ['robotstream/internal'],
    dynamicRegExp: false,
  },
  fetch: {
    layers: ['decoding', 'fetch'],
    node: true,
    packages: [...LIBRARY, 'undici', 'basic-ftp', 'lru-cache'],
    dynamicRegExp: true,
  },
  memory: {
    layers: ['fetch', 'memory'],
    node: false,
    packages: [...LIBRARY, 'http-cache-semantics', 'lru-cache'],
    dynamicRegExp: false,
  },
  store: {
    layers: ['fetch', 'memory', 'store'],
    node: true,
    packages: [...LIBRARY, '@redis/client'],
    dynamicRegExp: true,
  },
  pacing: {
    layers: ['fetch', 'memory', 'store', 'pacing'],
    node: true,
    packages: [...LIBRARY, 'tldts'],
    dynamicRegExp: false,
  },
  lookup: {
    layers: ['fetch', 'memory', 'store', 'pacing', 'lookup'],
    node: true,
    packages: LIBRARY,
    dynamicRegExp: false,
  },
  about: {
    layers: ['fetch', 'memory', 'store', 'pacing', 'lookup', 'about', 'client'],
    node: true,
    packages: [...LIBRARY, 'robotstream/license', 'robotstream/page', 'lru-cache'],
    dynamicRegExp: true,
  },
  client: {
    layers: ['about', 'fetch', 'memory', 'store', 'pacing', 'lookup', 'client'],
    node: false,
    packages: LIBRARY,
    dynamicRegExp: true,
  },
  adapters: {
    layers: ['fetch', 'pacing', 'client', 'adapters'],
    node: true,
    packages: [...LIBRARY, 'undici', 'lru-cache'],
    dynamicRegExp: false,
  },
  'client-entry': {
    ...CORE,
    layers: ['about', 'fetch', 'memory', 'store', 'pacing', 'lookup', 'client'],
    packages: ['robotstream'],
  },
  survey: {
    layers: ['decoding', 'survey'],
    node: true,
    packages: [
      ...LIBRARY,
      'robotstream/compare',
      'robotstream/crawlers',
      'robotstream/readers',
      '@robotstream/client/internal',
      '@aws-sdk/client-s3',
      '@duckdb/node-api',
      'hyparquet',
      'hyparquet-writer',
    ],
    dynamicRegExp: false,
  },
  audit: {
    layers: ['decoding', 'audit'],
    node: true,
    packages: [...LIBRARY, 'robotstream/crawlers'],
    dynamicRegExp: false,
  },
  'command-line': {
    layers: ['command-line'],
    node: true,
    packages: ['robotstream', 'robotstream/crawlers/internal', 'robotstream/readers'],
    dynamicRegExp: true,
  },
  cli: {
    layers: ['command-line', 'cli'],
    node: true,
    packages: [
      'robotstream',
      'robotstream/compare',
      'robotstream/crawlers',
      'robotstream/crawlers/internal',
      'robotstream/lint',
      'robotstream/readers',
      '@robotstream/client',
      '@robotstream/survey',
      '@robotstream/audit',
      'stream-chain',
      'proxy-from-env',
      'undici',
    ],
    dynamicRegExp: true,
  },
  conform: {
    layers: ['command-line', 'conform'],
    node: true,
    packages: ['robotstream'],
    dynamicRegExp: true,
  },
};

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

/** Folders of `src` that are a layer. */
const FOLDERS: ReadonlySet<string> = new Set([
  'stream',
  'ast',
  'match',
  'usage',
  'page',
  'license',
  'compare',
  'compat',
  'crawlers',
  'readers',
  'lint',
]);

/** Folders of `packages` that are a layer. */
const PACKAGE_LAYERS: ReadonlySet<string> = new Set([
  'decoding',
  'survey',
  'audit',
  'command-line',
  'cli',
  'conform',
]);

/** Folders of `packages/client/src` that are a layer. */
const CLIENT_FOLDERS: ReadonlySet<string> = new Set([
  'fetch',
  'memory',
  'store',
  'pacing',
  'lookup',
  'about',
  'client',
  'adapters',
]);

/** The layer of a file, its path relative to the root; `undefined` if the table knows no such folder. */
function layerOf(path: string): Layer | undefined {
  const [, ofPackage, inside = ''] = /^(?:packages\/([\w-]+)\/)?src\/(.*)$/.exec(path) ?? [];
  const [folder = '', ...rest] = inside.split('/');
  if (ofPackage !== undefined && PACKAGE_LAYERS.has(ofPackage)) return ofPackage as Layer;
  if (ofPackage === 'client') {
    if (rest.length === 0) return 'client-entry';
    return CLIENT_FOLDERS.has(folder) ? (folder as Layer) : undefined;
  }
  if (ofPackage !== undefined || inside === '') return undefined;
  if (rest.length === 0) return TOP_FILES.get(inside) ?? 'leaf';
  if (folder === 'stream' && /^node-[^/]*$/.test(rest.join('/'))) return 'node-shell';
  return FOLDERS.has(folder) ? (folder as Layer) : undefined;
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
