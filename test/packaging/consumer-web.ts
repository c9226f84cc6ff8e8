/** A TypeScript project for a browser, without the types of Node. */
import * as web from 'robotstream/web';

export const exported: string[] = Object.keys(web);
