/** How tests, in any folder, cite a requirement of RFC 9309. */
import { describe } from 'vitest';
import suite from '../../conformance/requirements.json' with { type: 'json' };

type IdOf<Requirement> = Requirement extends `rfc9309-${infer Id}` ? Id : never;

/** A `describe` for the cases of one requirement, by its id in `conformance/requirements.json` without the name of the document. */
export function describeRequirement(id: IdOf<keyof typeof suite.requirements>, define: () => void): void {
  const { section, level, says } = suite.requirements[`rfc9309-${id}`];
  describe(`RFC 9309 §${section} ${level}: ${says} [${id}]`, define);
}
