/** What a JavaScript project sees of the package: the entry points load, and each exports something. */
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import * as client from '@robotstream/client';
import * as robotstream from 'robotstream';
import * as web from 'robotstream/web';

assert.ok(Object.keys(robotstream).length > 0);
assert.ok(Object.keys(client).length > 0);
assert.ok(Object.keys(web).length > 0);
const require = createRequire(import.meta.url);
assert.equal(require('robotstream/package.json').name, 'robotstream');
assert.equal(require('robotstream/crawlers.json').crawlers.GPTBot.operator, 'OpenAI');
assert.equal(require('robotstream/services.json').services[0].name, 'Yandex');
assert.equal(typeof require('robotstream/compat/robots-parser'), 'function');
assert.equal(require('robotstream').RobotsError, robotstream.RobotsError);
await assert.rejects(import('robotstream/dist/index.js'), { code: 'ERR_PACKAGE_PATH_NOT_EXPORTED' });
