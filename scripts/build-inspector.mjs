/**
 * Builds the inspector as a single HTML file, with one script and one style sheet inside. It works from disk, where browsers refuse ES modules and
 * requests, and its worker runs the same script.
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import { crawlerSources, readRegistry } from './crawler-modules.mjs';
import { SOURCE_ALIASES } from './packages.mjs';

const SOURCE = fileURLToPath(new URL('../packages/cli/inspector', import.meta.url));

/** The file of the build with the licenses of the packages whose code is in the page. */
const LICENSES = 'inspector-licenses.md';

/** The tags of `inspector/index.html` that are filled. */
const HEAD_TAG = '<meta charset="utf-8" />';
const STYLE_TAG = '<style></style>';
const SCRIPT_TAG = '<script></script>';

/**
 * @param {string} folder where `inspector.html` and the licenses go
 */
export async function buildInspector(folder) {
  const { script, styles, licenses } = await inProduction(buildParts);
  const template = readFileSync(path.join(SOURCE, 'index.html'), 'utf8');
  const page = withTags(template, {
    [HEAD_TAG]: `${HEAD_TAG}${policyTag(script, styles)}`,
    [STYLE_TAG]: `<style>${styles}</style>`,
    [SCRIPT_TAG]: `<script>${script}</script>`,
  });
  writeFileSync(path.join(folder, 'inspector.html'), page);
  writeFileSync(path.join(folder, LICENSES), licenses);
}

/** The script, the styles, and the licenses of what is bundled. */
async function buildParts() {
  const { output } = await build({
    configFile: false,
    root: SOURCE,
    logLevel: 'warn',
    publicDir: false,
    plugins: [builtSources],
    // The library, from source.
    resolve: {
      alias: [
        ...SOURCE_ALIASES,
        {
          find: /^(?:@codemirror\/language|@lezer\/common)$/,
          replacement: path.join(SOURCE, 'editor/no-language.ts'),
        },
      ],
    },
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      write: false,
      target: 'es2022',
      modulePreload: false,
      cssCodeSplit: false,
      reportCompressedSize: false,
      license: { fileName: LICENSES },
      rolldownOptions: {
        input: path.join(SOURCE, 'main.tsx'),
        // Their packages say so, too, but modules with static class members would stay.
        treeshake: {
          moduleSideEffects: [{ test: /node_modules/, sideEffects: false }],
          propertyReadSideEffects: false,
        },
        output: { format: 'iife' },
      },
    },
  });
  const [script, ...moreScripts] = output.filter(({ type }) => type === 'chunk');
  const assets = output.filter(({ type }) => type === 'asset');
  const licenses = assets.find(({ fileName }) => fileName === LICENSES);
  const [styles, ...moreStyles] = assets.filter((asset) => asset !== licenses);
  if (!script || !styles || !licenses || moreScripts.length + moreStyles.length > 0) {
    throw new Error(
      `the page has one script, one file of styles and the licenses, not ${output.map(({ fileName }) => fileName)}`,
    );
  }
  return { script: inline(script.code), styles: `${styles.source}`.trim(), licenses: `${licenses.source}` };
}

/** The module with the sources of the facts about crawlers. */
const builtSources = {
  name: 'built-sources',
  resolveId: (id) => (id === 'built:crawler-sources' ? `\0${id}` : null),
  load: (id) =>
    id === '\0built:crawler-sources'
      ? Object.entries(crawlerSources(readRegistry()))
          .map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`)
          .join('\n')
      : null,
};

/** Runs a build as for production. If NODE_ENV names a test, Vite adds the source places of elements, which reveal the folder of the build. */
async function inProduction(run) {
  const { NODE_ENV } = process.env;
  process.env.NODE_ENV = 'production';
  try {
    return await run();
  } finally {
    if (NODE_ENV === undefined) delete process.env.NODE_ENV;
    else process.env.NODE_ENV = NODE_ENV;
  }
}

/** Escapes a script for HTML. In a JavaScript string, a backslash before a slash has no effect. */
function inline(script) {
  return `\n${script.replaceAll(/<\/(?=script)/gi, '<\\/').replaceAll('<!--', '<\\!--')}`;
}

/** The page runs its own script, shows its own styles, and connects to nothing. */
function policyTag(script, styles) {
  const policy = [
    "default-src 'none'",
    `script-src ${sourceHash(script)}`,
    `style-src ${sourceHash(styles)}`,
    'worker-src blob:',
    'img-src data:',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types inspector',
  ].join('; ');
  return `<meta http-equiv="Content-Security-Policy" content="${policy}" />`;
}

function sourceHash(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}

/** The template with each tag replaced by another. */
function withTags(template, tags) {
  return Object.entries(tags).reduce((html, [tag, other]) => {
    if (html.split(tag).length !== 2) throw new Error(`inspector/index.html must have ${tag} exactly once`);
    return html.replace(tag, () => other);
  }, template);
}
