/**
 * The entry point `robotstream/license`: license files of RSL 1.0, which robots.txt names by `License`.
 */
export {
  type LicensedContent,
  type LicenseFile,
  type LicenseOptions,
  type LicensePayment,
  type LicenseProblem,
  type LicenseScope,
  type LicenseTerms,
  type LicenseTokens,
  readLicense,
} from './license-file.js';
export {
  LICENSE_REASONS,
  LICENSE_USES,
  type LicensedUse,
  type LicensedUseOptions,
  type LicenseOffer,
  type LicenseReason,
  type LicenseUse,
  licensedUse,
  licensedUses,
} from './licensed-use.js';
export type { ParseXml } from './xml-elements.js';
