/**
 * Which groups a crawler obeys, as readers select them.
 */
import type { ReaderFile, ReaderSelection } from './reader.js';

/** Whether a name in a file, in the form in which it is compared, is one for a crawler. */
type Names = (name: string, agent: string) => boolean;

/** Where the groups are that have a name. */
export function groupsWith(
  { groups }: ReaderFile,
  isName: (name: string) => boolean,
): ReaderSelection['chosen'] {
  return groups.flatMap(({ agents }, group) => {
    const agent = agents.findIndex(({ name }) => isName(name));
    return agent < 0 ? [] : [{ group, agent }];
  });
}

/** A selection of some groups; nothing if there are none. */
export function selected(by: 'name' | 'wildcard', chosen: ReaderSelection['chosen']): ReaderSelection {
  return chosen.length === 0 ? NOTHING : { by, chosen };
}

export const NOTHING: ReaderSelection = { by: 'nothing', chosen: [] };

/** The first group that names the crawler, else the first for `*`. A group for `*` names nobody. */
export function firstGroup(file: ReaderFile, agent: string, names: Names): ReaderSelection {
  const isForAll = (group: number) => file.groups[group].agents.some(({ name }) => name === '*');
  const [named] = groupsWith(file, (name) => names(name, agent)).filter(({ group }) => !isForAll(group));
  if (named !== undefined) return selected('name', [named]);
  return selected('wildcard', groupsWith(file, (name) => name === '*').slice(0, 1));
}

/** All groups that name the crawler, else all for `*`. */
export function allGroups(file: ReaderFile, agent: string, names: Names): ReaderSelection {
  const named = groupsWith(file, (name) => name !== '*' && names(name, agent));
  return named.length > 0
    ? selected('name', named)
    : selected(
        'wildcard',
        groupsWith(file, (name) => name === '*'),
      );
}
