/**
 * Leaves out of the inspector what it never reads: properties of the library's tables, such as the examples of the lint's rules.
 */
import { RolldownMagicString } from 'rolldown';
import { parseSync, Visitor } from 'vite';

/** The lint rules whose findings quote their title or fix. The checks write the messages of the others. */
const QUOTED_RULES = ['utf-16', 'looks-like-json', 'nul-octet', 'yandex-rule-limit', 'unused-ignore'];

/** The modules of each table, the properties that nothing in the inspector reads, and the entries that keep some of them. */
export const UNREAD = [
  {
    modules: /\/src\/lint\/rules\/[\w-]+\.ts$/,
    properties: ['example', 'better', 'sources', 'does'],
  },
  {
    modules: /\/src\/lint\/rules\/[\w-]+\.ts$/,
    properties: ['title', 'fix'],
    exceptIn: QUOTED_RULES,
  },
  { modules: /\/src\/crawlers\/facts\.ts$/, properties: ['page', 'readFrom'] },
];

/** Removes the unread properties from the object literals of the tables. */
export const leaveOutUnread = {
  name: 'leave-out-unread',
  enforce: 'pre',
  transform(code, id) {
    const tables = UNREAD.filter(({ modules }) => modules.test(id));
    if (tables.length === 0) return null;
    const text = new RolldownMagicString(code);
    const isUnread = (name, entry) =>
      tables.some(({ properties, exceptIn = [] }) => properties.includes(name) && !exceptIn.includes(entry));
    const remove = ({ start, end }) => {
      const [comma] = /^\s*,|/.exec(code.slice(end));
      text.remove(start, end + comma.length);
    };
    new Visitor({
      Property({ key, value }) {
        for (const property of literalsIn(value).flatMap(({ properties }) => properties)) {
          if (isUnread(property.key?.name, key.value ?? key.name)) remove(property);
        }
      },
    }).visit(parseSync(id, code).program);
    return { code: text.toString() };
  },
};

/** A value that is an object literal, or the object literals among the arguments if the value is a call. */
function literalsIn(value) {
  const candidates = value.type === 'CallExpression' ? value.arguments : [value];
  return candidates.filter(({ type }) => type === 'ObjectExpression');
}
