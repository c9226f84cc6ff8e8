#!/usr/bin/env node
/**
 * The program as a process.
 */
import { runAsProcess } from '../../command-line/src/program.js';
import { CONFORM } from './run-conform.js';

runAsProcess(CONFORM);
