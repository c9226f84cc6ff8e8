/**
 * Something that a document has for each profile.
 */
import type { Profile } from '../profiles.js';

/**
 * A value for each profile. Profiles are held weakly, because a program may define one for each question. Only the latest is
 * held strongly: most programs use one, and looking it up then costs a comparison.
 */
export class PerProfile<Value extends object> {
  #profile: Profile | undefined;
  #value: Value | undefined;
  #earlier: WeakMap<Profile, Value> | undefined;

  /** @param make makes the value of a profile that has none */
  get(profile: Profile, make: (profile: Profile) => Value): Value {
    if (this.#value !== undefined && this.#profile === profile) return this.#value;
    const value = this.#earlier?.get(profile) ?? make(profile);
    if (this.#value !== undefined) {
      this.#earlier ??= new WeakMap();
      this.#earlier.set(this.#profile as Profile, this.#value);
    }
    this.#profile = profile;
    this.#value = value;
    return value;
  }
}
