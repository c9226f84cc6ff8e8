/** The parts of docs/cli.md that repeat tables of the command: exit codes, reasons, error codes. */

/**
 * @param {(module: string) => Promise<object>} load imports a module of the package, such as `packages/cli/src/commands`: its source, or what is built of it
 * @returns {Promise<{ [part: string]: string }>} Markdown by the name of the part
 */
export async function commandParts(load) {
  const { COMMANDS } = await load('packages/cli/src/commands');
  const [{ VERDICT_REASONS }, { ACCESS_REASONS }, { BATCH_FAILURES }] = await Promise.all(
    ['src/index', 'packages/client/src/index', 'packages/cli/src/check/batch/result'].map(load),
  );
  const reasons = { ...VERDICT_REASONS, ...ACCESS_REASONS };
  const commands = await Promise.all(
    Object.entries(COMMANDS).map(async ([name, { load }]) => ({ name, ...(await load()) })),
  );
  return {
    'exit codes': commands.flatMap(exitCodeLine).join('\n'),
    reasons: Object.keys(reasons)
      .map((reason) => `\`${reason}\``)
      .join(', '),
    'batch failures': table(['error code', 'meaning'], Object.entries(BATCH_FAILURES).map(asCode)),
  };
}

/** What exit code 1 of a command means, as an item of a list; nothing if it never ends so. */
function exitCodeLine({ name, exitCodes }) {
  const [command] = name.split(' ');
  return exitCodes[1] === undefined ? [] : [`- [\`${name}\`](#${command}): ${exitCodes[1]}`];
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
