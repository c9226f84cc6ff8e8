#!/usr/bin/env node
/**
 * The command as a process.
 */
import module from 'node:module';
import { runAsProcess } from '../../command-line/src/program.js';
import { ROBOTSTREAM } from './run-command.js';

// What the command loads later is kept compiled between runs, since Node 22.1.
(module as { enableCompileCache?(): unknown }).enableCompileCache?.();
runAsProcess(ROBOTSTREAM);
