import { expect, test } from 'vitest';
import * as core from './core.js';
import * as web from './web.js';

test('the Web entry point loads anywhere, and exports what needs nothing of Node', () => {
  expect(Object.keys(web).sort()).toEqual(Object.keys(core).sort());
  expect(web.parseSync('user-agent: *').groups.length).toBe(1);
});
