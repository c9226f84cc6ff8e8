/** From records to groups: docs/semantics.md §3. */
import type { ReferenceProfile as Profile } from '../../reference/reference.js';
import { recordParts } from './records.js';
import type { Group, RecordLine } from './types.js';

export const groupParts = {
  ...recordParts,
  isBlank(line: string): boolean {
    return this.trim(line) === '';
  },
  endsAtBlank(profile: Profile): boolean {
    return profile === 'koster-1996';
  },
  /** Whether a line that is no rule and no user-agent line ends the run of user-agent lines. */
  otherEndsRun(_line: string): boolean {
    return false;
  },
  /** Whether a rule ends the run of user-agent lines. */
  ruleEndsRun(_rule: RecordLine): boolean {
    return true;
  },
  /** Whether a user-agent line begins a group: always after a rule, never in a run. */
  beginsGroup(isInRun: boolean, _agent: RecordLine): boolean {
    return !isInRun;
  },
  /** Where rules above the first user-agent line go. */
  takesOrphans: false,
  groups(file: string, profile: Profile): Group[] {
    const groups: Group[] = [];
    let open: Group | null = null;
    let isInRun = false;
    for (const [index, line] of this.lines(file, profile).entries()) {
      if (this.endsAtBlank(profile) && this.isBlank(line)) {
        open = null;
        isInRun = false;
      }
      const record = this.record(index + this.firstLine, line, profile);
      if (record === null) {
        if (this.otherEndsRun(line)) isInRun = false;
      } else if (record.kind === 'user-agent') {
        if (open === null || this.beginsGroup(isInRun, record)) {
          open = { agents: [], rules: [] };
          groups.push(open);
        }
        open.agents.push(record);
        isInRun = true;
      } else {
        if (record.kind === 'content-usage' || this.ruleEndsRun(record)) isInRun = false;
        if (record.kind === 'content-usage') continue;
        if (open === null && this.takesOrphans) {
          open = { agents: [{ line: 0, kind: 'user-agent', value: '*', usable: true }], rules: [] };
          groups.push(open);
        }
        open?.rules.push(record);
      }
    }
    return groups;
  },
};
