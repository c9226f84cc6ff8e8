/**
 * The version of this package, so that a survey is not resumed by another one.
 */

/** The `version` of package.json. It is written here, because a program that bundles this package has no such file. */
export const PACKAGE_VERSION = '1.0.0-rc.1';
