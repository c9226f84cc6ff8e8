#!/usr/bin/env node
/**
 * The command as a process.
 */
import { runAsProcess } from '../../command-line/src/program.js';
import { ROBOTSTREAM } from './run-command.js';

runAsProcess(ROBOTSTREAM);
