/** What a TypeScript project for Node sees of the package. */
import * as robotstream from 'robotstream';
import * as client from 'robotstream/client';
import * as compare from 'robotstream/compare';
import * as web from 'robotstream/web';

export const exported: string[] = [robotstream, client, compare, web].flatMap(Object.keys);
