/** Finds regular expressions of a TypeScript file that may take more steps than the text has characters. */
import { analyse } from 'scslre';
import { parseSync } from 'vite';
import { type Node, visit } from './syntax.js';

/**
 * Every literal that takes time with the square of the text or more for some text: two parts that can share characters in
 * many ways, or a search that reads on from each character in vain.
 *
 * @returns `line: literal` for each
 */
export function slowPatternsIn(path: string, text: string): string[] {
  const { program } = parseSync(path, text, {
    lang: path.endsWith('.tsx') ? 'tsx' : 'ts',
    sourceType: 'module',
  });
  const found: string[] = [];
  visit(program as unknown as Node, (node) => {
    const { type, regex, start, raw } = node as Node & { regex?: { pattern: string; flags: string } };
    if (type !== 'Literal' || regex == null) return 'inside';
    const { reports } = analyse(
      { source: regex.pattern, flags: regex.flags },
      { reportTypes: { Move: true } },
    );
    if (reports.length > 0) found.push(`${text.slice(0, start).split('\n').length}: ${raw}`);
    return 'past';
  });
  return found;
}
