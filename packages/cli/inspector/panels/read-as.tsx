/** The choice of how the file is read: by each crawler's own profile, or by one specification, program or service for all. */
import { READERS } from 'robotstream/readers';
import { PROFILES } from 'robotstream/web';
import { usePage } from '../page/page.js';
import { readingTitle } from '../page/reading-title.js';
import type { ReadingName } from '../state/state.js';

const READINGS = [
  { kind: 'Specifications', names: Object.keys(PROFILES) as ReadingName[] },
  { kind: 'Programs and services', names: Object.keys(READERS) as ReadingName[] },
];

export function ReadAs() {
  const { store } = usePage();
  const { profile } = store.state.value;
  return (
    <div class="read-as">
      <label for="read-as">Read as</label>
      <select
        id="read-as"
        value={profile ?? ''}
        onChange={({ currentTarget: { value } }) =>
          store.choose({ profile: value === '' ? undefined : (value as ReadingName) })
        }
      >
        <option value="">each crawler does</option>
        {READINGS.map(({ kind, names }) => (
          <optgroup key={kind} label={kind}>
            {names.map((name) => (
              <option key={name} value={name}>
                {readingTitle(name)}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
  );
}
