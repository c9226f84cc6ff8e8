/**
 * Colour, where somebody sees it.
 */
import type { Surroundings } from './command.js';

export interface Style {
  good(text: string): string;
  bad(text: string): string;
  odd(text: string): string;
  strong(text: string): string;
  faint(text: string): string;
}

/** SGR parameters (ECMA-48 §8.3.117): what begins a style, and what ends it. */
const SGR: { readonly [name in keyof Style]: readonly [begin: number, end: number] } = {
  good: [32, 39],
  bad: [31, 39],
  odd: [33, 39],
  strong: [1, 22],
  faint: [2, 22],
};

/** Colour on a terminal that can, unless `NO_COLOR` is set (no-color.org); else none. */
export function styleFor({ stdout, env }: Pick<Surroundings, 'stdout' | 'env'>): Style {
  const isColoured = stdout.isTTY === true && !env.NO_COLOR && env.TERM !== 'dumb';
  const painter = ([begin, end]: readonly [number, number]) =>
    isColoured ? (text: string) => `\u001b[${begin}m${text}\u001b[${end}m` : (text: string) => text;
  return {
    good: painter(SGR.good),
    bad: painter(SGR.bad),
    odd: painter(SGR.odd),
    strong: painter(SGR.strong),
    faint: painter(SGR.faint),
  };
}
