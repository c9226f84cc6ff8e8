/** The parts of docs/cli.md that repeat tables of the command: usage, options, exit codes, reasons, error codes. */

/** In characters. */
const USAGE_WIDTH = 100;

/**
 * @param {(module: string) => Promise<object>} load imports a module of the package, such as `packages/cli/src/help`: its source, or what is built of it
 * @returns {Promise<{ [part: string]: string }>} Markdown by the name of the part
 */
export async function commandParts(load) {
  const [{ COMMANDS }, { usageText, optionRows }, { HELP_OPTION }] = await Promise.all(
    ['commands', 'help', 'arguments'].map((name) => load(`packages/cli/src/${name}`)),
  );
  const [{ VERDICT_REASONS }, { ACCESS_REASONS }, { BATCH_FAILURES }] = await Promise.all(
    ['src/index', 'packages/client/src/index', 'packages/cli/src/check/batch/result'].map(load),
  );
  const reasons = { ...VERDICT_REASONS, ...ACCESS_REASONS };
  const parts = {
    reasons: table(['reason', 'meaning'], Object.entries(reasons).map(asCode)),
    'batch failures': table(['error code', 'meaning'], Object.entries(BATCH_FAILURES).map(asCode)),
  };
  for (const [name, { load }] of Object.entries(COMMANDS)) {
    const command = await load();
    const { options, exitCodes } = command;
    parts[name] = [
      `\`\`\`text\n${usageText(name, command, USAGE_WIDTH)}\n\`\`\``,
      table(['option', 'what it does'], optionRows({ ...options, ...HELP_OPTION }).map(asCode)),
      table(['exit code', 'meaning'], Object.entries(exitCodes)),
    ].join('\n\n');
  }
  return parts;
}

/** The page with each part between its marks. */
export function withParts(page, parts) {
  const missing = new Set(Object.keys(parts));
  const written = page.replaceAll(
    /<!-- ([^:\n]+): made by npm run docs -->\n.*?<!-- end -->/gs,
    (_, name) => {
      if (!missing.delete(name)) throw new Error(`the page has a part "${name}" that is not known, or twice`);
      return `<!-- ${name}: made by npm run docs -->\n\n${parts[name]}\n\n<!-- end -->`;
    },
  );
  if (missing.size > 0) throw new Error(`the page has no part ${[...missing].join(', ')}`);
  return written;
}

function asCode([name, text]) {
  return [`\`${name}\``, text];
}

export function table(heads, rows) {
  const line = (cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(heads), `|${'---|'.repeat(heads.length)}`, ...rows.map(line)].join('\n');
}
