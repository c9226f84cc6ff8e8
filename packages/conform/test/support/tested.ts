/** The program, for `useCommand` and `useBuiltCommand`. */
import type { TestedProgram } from '../../../cli/test/support/command.js';
import { CONFORM } from '../../src/run-conform.js';

export const TESTED: TestedProgram = { program: CONFORM, packageName: '@robotstream/conform' };
