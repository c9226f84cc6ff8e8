/** Colours code, in a light and a dark theme, with classes that one style sheet gives their colours. */
import {
  bundledLanguages,
  bundledThemes,
  codeToTokensWithThemes,
  createOnigurumaEngine,
  createShikiInternal,
  loadBuiltinWasm,
} from '@gerrit0/mini-shiki';
import { escapeHtml } from 'markdown-it/lib/common/utils.mjs';

/** High contrast, so that comments are legible. */
const THEMES = { light: 'github-light-high-contrast', dark: 'github-dark-high-contrast' };

const LANGUAGES = ['js', 'ts', 'sh', 'json', 'yaml', 'python', 'go', 'java', 'sql'];

/** The class of each pair of colours. */
const classes = new Map();

/** @returns {Promise<(code: string, language: string) => string | undefined>} undefined for a language that is shown plain */
export async function codeColours() {
  await loadBuiltinWasm();
  const highlighter = await createShikiInternal({
    themes: Object.values(THEMES).map((name) => bundledThemes[name]),
    langs: LANGUAGES.map((name) => bundledLanguages[name]),
    engine: await createOnigurumaEngine(),
  });
  return (code, language) => {
    if (!LANGUAGES.includes(language)) return undefined;
    const lines = codeToTokensWithThemes(highlighter, code.trimEnd(), { lang: language, themes: THEMES });
    return lines.map((tokens) => tokens.map(span).join('')).join('\n');
  };
}

function span({ content, variants: { light, dark } }) {
  const colours = `${light.color} ${dark.color}`;
  if (!classes.has(colours)) classes.set(colours, `c${classes.size}`);
  return `<span class="${classes.get(colours)}">${escapeHtml(content)}</span>`;
}

/** The style sheet of the classes that have been given so far. */
export function colourStyles() {
  return Array.from(classes, ([colours, name]) => {
    const [light, dark] = colours.split(' ');
    return `.${name} { color: light-dark(${light}, ${dark}); }\n`;
  }).join('');
}
