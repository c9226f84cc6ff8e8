/** How tests, in any folder, cite a requirement of RFC 9309. */
import { describe } from 'vitest';
import { REQUIREMENTS, type RequirementId, sectionOf } from './requirements.js';

/**
 * A `describe` for the cases of one requirement. Write the id as a literal: `requirements.node.test.ts` searches the text of
 * the files for it, so it counts wherever the test runs.
 */
export function describeRequirement(id: RequirementId, define: () => void): void {
  const { level, says } = REQUIREMENTS[id];
  describe(`RFC 9309 §${sectionOf(id)} ${level}: ${says} [${id}]`, define);
}
