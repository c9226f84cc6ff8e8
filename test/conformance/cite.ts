/** How a test says which requirement of RFC 9309 it holds; for tests of any folder. */
import { describe } from 'vitest';
import { REQUIREMENTS, type RequirementId, sectionOf } from './requirements.js';

/**
 * A `describe` whose tests are the cases of one requirement. Write the id as a literal: `requirements.node.test.ts` looks for
 * it in the files' text, so that it counts wherever the test runs.
 */
export function describeRequirement(id: RequirementId, define: () => void): void {
  const { level, says } = REQUIREMENTS[id];
  describe(`RFC 9309 §${sectionOf(id)} ${level}: ${says} [${id}]`, define);
}
