/**
 * The public names of each entry point are those of docs/api/exports.md. A name that comes or goes is a change for users: `npx vitest run test/docs/exports -u`
 * writes the page again, and CHANGELOG.md says why.
 */
import { expect, test } from 'vitest';
import { ENTRY_POINTS, PUBLIC_ENTRIES } from '../../scripts/packages.mjs';
import { publicNames } from './support/public-names.js';

const KINDS = ['function', 'class', 'constant', 'interface', 'type'] as const;

test('docs/api/exports.md has every public name', async () => {
  const parts = PUBLIC_ENTRIES.map((entry) => {
    const names = [...publicNames(ENTRY_POINTS[entry] ?? '').values()];
    const rows = KINDS.flatMap((kind) => {
      const ofKind = names.filter((one) => one.kind === kind).map(({ name }) => `\`${name}\``);
      return ofKind.length === 0 ? [] : [`| ${kind} | ${ofKind.sort().join(', ')} |`];
    });
    return `## \`${entry}\`\n\n| | |\n|---|---|\n${rows.join('\n')}\n`;
  });
  const page = `# What the entry points export\n\nMade from the sources: \`npx vitest run -u test/docs/exports\`.\n\n${parts.join('\n')}`;
  await expect(page).toMatchFileSnapshot('../../docs/api/exports.md');
});
