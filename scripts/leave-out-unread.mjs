/**
 * Leaves out of the inspector what it never reads: properties of the library's tables, such as the examples of the lint's rules.
 */
import { RolldownMagicString } from 'rolldown';
import { parseSync, Visitor } from 'vite';

/** The modules of each table, and the properties that the inspector never reads. */
export const UNREAD = [
  { modules: /\/src\/lint\/rules\/[\w-]+\.ts$/, properties: ['example', 'better', 'sources', 'does'] },
  { modules: /\/src\/crawlers\/facts\/[\w-]+\.ts$/, properties: ['page', 'readFrom'] },
];

/** Removes the unread properties from the object literals of the tables. */
export const leaveOutUnread = {
  name: 'leave-out-unread',
  enforce: 'pre',
  transform(code, id) {
    const table = UNREAD.find(({ modules }) => modules.test(id));
    if (table === undefined) return null;
    const text = new RolldownMagicString(code);
    new Visitor({
      ObjectExpression({ properties }) {
        for (const { start, end, key } of properties) {
          if (!table.properties.includes(key?.name)) continue;
          const [comma] = /^\s*,|/.exec(code.slice(end));
          text.remove(start, end + comma.length);
        }
      },
    }).visit(parseSync(id, code).program);
    return { code: text.toString() };
  },
};
