/** What `robotstream lint` prints for the example of every rule, as one text. */
import { LINT_RULES } from '../../../src/lint/index.js';
import { octetsOf } from '../octets-of.js';

/** Runs the command on standard input. */
export type RunLint = (
  args: readonly string[],
  input: Uint8Array,
) => Promise<{ code: number | null; stdout: string }>;

export async function runExamples(run: RunLint): Promise<string> {
  const parts: string[] = [];
  for (const [id, { example }] of Object.entries(LINT_RULES)) {
    const args = ['lint', '-', '-v', '--readers', '--url', 'https://example.com/robots.txt'];
    const { code, stdout } = await run(args, octetsOf(example));
    parts.push(`=== ${id}: exit code ${code}\n\n${stdout}`);
  }
  return parts.join('\n');
}
