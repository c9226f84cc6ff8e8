/**
 * Something that a document has for each profile.
 */
import type { Profile } from '../profiles.js';

/**
 * A value for each profile. Profiles are held weakly, because a program may define one for each question. Only the latest is
 * held firmly: most programs use one, and looking it up then costs a comparison.
 */
export class PerProfile<Value extends object> {
  readonly #make: (profile: Profile) => Value;
  #latest: { readonly profile: Profile; readonly value: Value } | undefined;
  #earlier: WeakMap<Profile, Value> | undefined;

  /** @param make makes the value of a profile that has none */
  constructor(make: (profile: Profile) => Value) {
    this.#make = make;
  }

  get(profile: Profile): Value {
    const latest = this.#latest;
    if (latest?.profile === profile) return latest.value;
    const value = this.#earlier?.get(profile) ?? this.#make(profile);
    if (latest !== undefined) {
      this.#earlier ??= new WeakMap();
      this.#earlier.set(latest.profile, latest.value);
    }
    this.#latest = { profile, value };
    return value;
  }
}
