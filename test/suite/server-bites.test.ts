/** The server cases bite: the small crawler passes all of them, and each way to break it fails at least one. */
import { describe, expect, test } from 'vitest';
import { serverCases } from '../conformance/suite.js';
import { SERVER_FAULTS } from './server-faults.js';
import { passes, SOUND_SERVER } from './server-parts.js';

const CASES = serverCases();

describe('conformance/servers', () => {
  test('the small crawler passes every case', () => {
    expect(CASES.filter((one) => !passes(SOUND_SERVER, one)).map(({ id }) => id)).toEqual([]);
  });

  test('every fault fails a case', () => {
    const unnoticed = SERVER_FAULTS.filter(({ parts }) => CASES.every((one) => passes(parts, one)));
    expect(unnoticed.map(({ name }) => name)).toEqual([]);
  });

  test('no case is idle: each fails for a fault, or says why it stays', () => {
    const idle = CASES.filter(
      (one) => one.stays === undefined && SERVER_FAULTS.every(({ parts }) => passes(parts, one)),
    );
    expect(idle.map(({ id }) => id)).toEqual([]);
  });
});
