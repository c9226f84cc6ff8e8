import { expect, test } from 'vitest';
import { ERROR_CODES, RobotsError, type RobotsErrorCode } from './errors.js';

test('codes are kebab-case, and each says in a sentence what it means', () => {
  for (const [code, meaning] of Object.entries(ERROR_CODES)) {
    expect(code).toMatch(/^[a-z]+\d?(-[a-z]+)*$/);
    expect(meaning).toMatch(/^[A-Z].*\.$|`cause` holds its error\.$/);
  }
});

test('an error has its code, its name and its cause', () => {
  for (const code of Object.keys(ERROR_CODES) as RobotsErrorCode[]) {
    const cause = new Error('below');
    const error = new RobotsError(code, 'what went wrong', { cause });
    expect(error).toBeInstanceOf(Error);
    expect({ ...error, message: error.message, cause: error.cause }).toEqual({
      name: 'RobotsError',
      code,
      message: 'what went wrong',
      cause,
    });
    expect(String(error)).toBe('RobotsError: what went wrong');
  }
  expect(new RobotsError('source-type', 'no cause').cause).toBe(undefined);
});
