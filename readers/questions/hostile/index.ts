/** Files and names that programs read differently: each part of the format, tried with all that is odd there. */
import type { Case } from '../case.js';
import { groupCases, numberCases } from './groups.js';
import { fieldCases, lineEndCases, spaceCases } from './lines.js';
import { mutatedCases } from './mutations.js';
import { nameCases } from './names.js';
import { encodingCases } from './octets.js';
import { patternCases, tieCases } from './patterns.js';
import { sizeCases } from './sizes.js';

export function hostileCases(): Case[] {
  return [
    ...lineEndCases(),
    ...spaceCases(),
    ...fieldCases(),
    ...encodingCases(),
    ...patternCases(),
    ...tieCases(),
    ...nameCases(),
    ...groupCases(),
    ...numberCases(),
    ...sizeCases(),
    ...mutatedCases(),
  ];
}
