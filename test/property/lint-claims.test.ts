/** What findings claim about verdicts is true. */
import fc from 'fast-check';
import { expect } from 'vitest';
import { anyFile, fileOfGroups } from '../lint/arbitrary-lint-files.js';
import { wrongClaims } from '../lint/check-claims.js';
import { checkProperty } from '../support/property.js';

checkProperty(
  'what findings claim about verdicts is true, and so is what their fixes promise',
  fc.property(fc.oneof(anyFile, { weight: 3, arbitrary: fileOfGroups }), (octets) => {
    expect(wrongClaims(octets)).toEqual([]);
  }),
  { runsShare: 0.1 },
);
