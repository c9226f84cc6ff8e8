import { expect, test } from 'vitest';
import * as core from './core.js';
import * as web from './web.js';

test('what runs anywhere is all that the Web entry has', () => {
  expect(Object.keys(web).sort()).toEqual(Object.keys(core).sort());
});

test('of the streams and documents it has', () => {
  expect(Object.keys(web)).toEqual(
    expect.arrayContaining([
      'DEFAULT_PROFILE',
      'DIAGNOSTICS',
      'ERROR_CODES',
      'LINE_LIMIT_OCTETS',
      'LineParser',
      'LineTransformStream',
      'OctetText',
      'PARSING_LIMIT_OCTETS',
      'PROFILES',
      'RobotsDocument',
      'RobotsError',
      'defineProfile',
      'documentReducer',
      'isLineEvent',
      'lineEventBatches',
      'lineEvents',
      'parse',
      'parseSync',
      'stringify',
      'writeRobots',
    ]),
  );
});
