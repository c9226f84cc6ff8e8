/** Findings are the same where the build has left out what it takes for unread. */
import { fileURLToPath } from 'node:url';
import { LINT_RULES, lint } from 'robotstream/lint';
import { parseSync } from 'robotstream/web';
import { rolldown } from 'rolldown';
import { expect, test } from 'vitest';
import { leaveOutUnread } from '../../scripts/leave-out-unread.mjs';

const LINT = fileURLToPath(new URL('../../src/lint/index.ts', import.meta.url));
const WEB = fileURLToPath(new URL('../../src/core.ts', import.meta.url));
const ENTRY = 'entry';

test('every rule of the lint has the same findings without the properties that are left out', async () => {
  const stripped = await withoutUnread();
  expect(stripped.LINT_RULES['unknown-field']).not.toHaveProperty('example');
  expect(stripped.LINT_RULES['unknown-field']).not.toHaveProperty('title');
  for (const { example, why } of Object.values(LINT_RULES)) {
    const octets = Uint8Array.from(example, (letter) => letter.charCodeAt(0));
    const expected = lint(parseSync(octets)).findings;
    const found = stripped.lint(stripped.parseSync(octets)).findings;
    expect(found).toEqual(expected);
    expect(JSON.stringify(found)).not.toContain('undefined');
    for (const { rule } of found) expect(stripped.LINT_RULES[rule].why).toBe(LINT_RULES[rule].why);
    expect(why).not.toBe('');
  }
});

/** The lint as the inspector has it. */
async function withoutUnread(): Promise<{
  LINT_RULES: typeof LINT_RULES;
  lint: typeof lint;
  parseSync: typeof parseSync;
}> {
  const bundle = await rolldown({
    input: ENTRY,
    plugins: [
      {
        name: 'entry',
        resolveId: (id) => (id === ENTRY ? ENTRY : null),
        load: (id) =>
          id === ENTRY
            ? `export { LINT_RULES, lint } from ${JSON.stringify(LINT)}; export { parseSync } from ${JSON.stringify(WEB)};`
            : null,
      },
      leaveOutUnread,
    ],
  });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  return import(`data:text/javascript;base64,${Buffer.from(output[0].code).toString('base64')}`);
}
