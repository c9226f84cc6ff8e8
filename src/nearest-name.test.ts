import { expect, it, vi } from 'vitest';
import { nearestName } from './nearest-name.js';

const NAMES = ['addresses', 'agents', 'maxOctets', 'minLifetimeMs', 'totalMs', 'user-agent'];

it.each([
  ['adresses', 'addresses'],
  ['agent', 'agents'],
  ['agnets', 'agents'],
  ['maxoctets', 'maxOctets'],
  ['max_octets', 'maxOctets'],
  ['total', 'totalMs'],
  ['octets', 'maxOctets'],
  ['userAgent', 'user-agent'],
])('finds what %s means: %s', (given, expected) => {
  expect(nearestName(given, NAMES)).toBe(expected);
});

it.each(['', 'x', 'ms', 'signal', 'concurrency'])('finds nothing close to %j', (given) => {
  expect(nearestName(given, NAMES)).toBeUndefined();
});

it('prefers the closest of several', () => {
  expect(nearestName('agentz', ['agent', 'agents'])).toBe('agent');
  expect(nearestName('reading', ['readings', 'reading'])).toBe('reading');
});

it('compares no name that is too long to be close', () => {
  const steps = vi.spyOn(Math, 'min');
  try {
    expect(nearestName('a'.repeat(1_000_000), NAMES)).toBeUndefined();
    expect(steps).not.toHaveBeenCalled();
    nearestName('agnets', NAMES);
    expect(steps).toHaveBeenCalled();
  } finally {
    steps.mockRestore();
  }
});
