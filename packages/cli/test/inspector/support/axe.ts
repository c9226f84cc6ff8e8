/** What axe finds on a page. */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Page } from 'playwright';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** One line for each element that breaks a rule. */
export async function axeFindings(page: Page): Promise<string[]> {
  // Not by a script element, which the page's policy would refuse.
  await page.evaluate(AXE);
  const { violations } = (await page.evaluate(
    'axe.run({ resultTypes: ["violations"], preload: false })',
  )) as AxeResults;
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ target, failureSummary }) => `${id} (${help}): ${target.join(' ')}\n${failureSummary}`),
  );
}
