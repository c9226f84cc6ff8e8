/**
 * `npm start` shows the demonstration; `npm start -- ARGUMENTS` runs the command with them. `npm start` builds first.
 */
import process from 'node:process';

const hasArguments = process.argv.length > 2;
if (hasArguments) {
  // npm runs scripts in the root of the package. Paths on the command line are relative to the user's directory.
  process.chdir(process.env.INIT_CWD ?? '.');
}
await import(hasArguments ? '../packages/cli/dist/main.js' : '../examples/start.mjs');
