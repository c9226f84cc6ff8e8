/** A document does not keep the profiles that it was judged by, nor what it made of its lines for them. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { useBuild } from '../support/build.js';
import { program } from '../support/program.js';
import type { Report, Request } from './profiles.js';

const build = useBuild();

test('profiles that nothing else holds are collected while the document is held', async () => {
  const judge = await program(new URL('./profiles.ts', import.meta.url));
  const request: Request = { entry: join(build.folderOf('robotstream'), 'dist/index.js'), profiles: 200 };
  const child = judge.start(request);
  const { alive, groups } = await child.next<Report>();
  expect(await child.ended).toBe(0);
  judge.remove();
  expect(groups).toBe(100);
  // The last one may still be on the stack.
  expect(alive).toBeLessThan(5);
});
