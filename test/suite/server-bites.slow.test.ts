/** The server cases bite: the small crawler passes all of them, and each way to break it fails at least one. */
import { describe, expect, test } from 'vitest';
import { serverCases } from '../conformance/suite.js';
import { SERVER_FAULTS } from './server-faults.js';
import { passed, type ServerParts, SOUND_SERVER } from './server-parts.js';

const CASES = serverCases().map((one) => ({ one, sound: passed(SOUND_SERVER, one).join() }));

/** Whether a broken crawler fails a case. In a dispute, taking another side is enough. */
function fails(parts: ServerParts, { one, sound }: (typeof CASES)[number]): boolean {
  return passed(parts, one).join() !== sound;
}

describe('conformance/servers', () => {
  test('the small crawler passes every case', () => {
    expect(CASES.filter(({ sound }) => !sound.includes('true')).map(({ one }) => one.id)).toEqual([]);
  });

  test('every fault fails a case', () => {
    const unnoticed = SERVER_FAULTS.filter(({ parts }) => !CASES.some((question) => fails(parts, question)));
    expect(unnoticed.map(({ name }) => name)).toEqual([]);
  });

  test('no case is idle: each fails for a fault, or says why it stays', () => {
    const idle = CASES.filter(
      (question) =>
        question.one.stays === undefined && !SERVER_FAULTS.some(({ parts }) => fails(parts, question)),
    );
    expect(idle.map(({ one }) => one.id)).toEqual([]);
  });
});
