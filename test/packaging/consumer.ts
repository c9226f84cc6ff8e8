/** What a TypeScript project for Node sees of the package. */
import * as robotstream from 'robotstream';
import * as web from 'robotstream/web';

export const exported: string[] = [...Object.keys(robotstream), ...Object.keys(web)];
