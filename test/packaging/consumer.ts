/** What a TypeScript project for Node sees of the package. */

import * as audit from '@robotstream/audit';
import * as client from '@robotstream/client';
import * as survey from '@robotstream/survey';
import * as robotstream from 'robotstream';
import * as compare from 'robotstream/compare';
import robotsParser, { type Robot } from 'robotstream/compat/robots-parser';
import * as crawlers from 'robotstream/crawlers';
import * as license from 'robotstream/license';
import * as lint from 'robotstream/lint';
import * as page from 'robotstream/page';
import * as web from 'robotstream/web';

export const exported: string[] = [
  robotstream,
  audit,
  client,
  compare,
  crawlers,
  license,
  lint,
  page,
  survey,
  web,
].flatMap(Object.keys);
export const robot: Robot = robotsParser('/robots.txt', 'User-agent: *');
