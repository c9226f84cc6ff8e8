import { expect, test } from 'vitest';
import * as core from './core.js';
import * as index from './index.js';

test('the Node entry has what runs anywhere, and the Node streams', () => {
  expect(Object.keys(index)).toEqual(expect.arrayContaining([...Object.keys(core), 'LineTransform']));
});
