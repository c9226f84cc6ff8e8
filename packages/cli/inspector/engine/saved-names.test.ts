import { expect, test } from 'vitest';
import { savedName, testCommand } from './saved-names.js';

test.each([
  ['robots.txt', 'robots.expected'],
  ['/srv/www/robots.TXT', 'robots.expected'],
  ['C:\\www\\robots.txt', 'robots.expected'],
  ['https://example.com/', 'robots.expected'],
  ['the pasted version', 'the-pasted-version.expected'],
  ['<script>', 'script-.expected'],
  ['über.txt', 'ber.expected'],
  ['роботы.txt', 'robots.expected'],
  ['', 'robots.expected'],
])('%j is exported as %j', (name, saved) => {
  expect(savedName(name, '.expected')).toBe(saved);
});

test.each([
  ['robots.txt', 'robotstream test robots.txt robots.expected --profile google'],
  ['my robots.txt', "robotstream test 'my robots.txt' my-robots.expected --profile google"],
  ["a'b\n$(c)", "robotstream test 'a'\\''b $(c)' a-b-c-.expected --profile google"],
  ['-', 'robotstream test ./- robots.expected --profile google'],
  ['-v 2', "robotstream test './-v 2' v-2.expected --profile google"],
])('the command for %j is one line that neither a shell nor the command reads otherwise', (name, command) => {
  expect(testCommand(name, 'google')).toBe(command);
});
