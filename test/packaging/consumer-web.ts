/** What a TypeScript project for a browser sees of the package, with no type of Node about. */
import * as web from 'robotstream/web';

export const exported: string[] = Object.keys(web);
