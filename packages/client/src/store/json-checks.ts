/**
 * Checks of values read from JSON: small functions that say whether a value has a shape, and that combine.
 */

/** Whether a value has a shape. */
export type Check = (value: unknown) => boolean;

export const isText: Check = (value) => typeof value === 'string';

export const isNumber: Check = (value) => Number.isFinite(value);

export const isCount: Check = (value) => isNumber(value) && (value as number) >= 0;

export const isFlag: Check = (value) => typeof value === 'boolean';

export function isNullOr(check: Check): Check {
  return (value) => value === null || check(value);
}

export function isOneOf(...choices: readonly unknown[]): Check {
  return (value) => choices.includes(value);
}

export function isListOf(check: Check): Check {
  return (value) => Array.isArray(value) && value.every(check);
}

/** An object whose values all pass. */
export function isMapOf(check: Check): Check {
  return (value) => isObject(value) && Object.values(value).every(check);
}

/** An object that has at least these fields, each passing its check. */
export function hasFields(fields: Readonly<Record<string, Check>>): Check {
  const entries = Object.entries(fields);
  return (value) => isObject(value) && entries.every(([name, check]) => check(value[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
