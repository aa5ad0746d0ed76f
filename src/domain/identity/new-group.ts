import type { Timestamp } from '../../base/timestamp.ts';
import type { GroupRecord } from './person-records.ts';

/** What is said of a group; what is left out is not said. */
export interface GroupProfile {
  readonly displayName?: string | undefined;
  readonly groupType?: string | null | undefined;
  readonly groupEmail?: string | null | undefined;
  readonly scopeType?: string | null | undefined;
}

/** A group as it begins. Without a display name it is shown by its name without `GROUP_`. */
export const newGroup = (name: string, profile: GroupProfile, createdAt: Timestamp): GroupRecord => ({
  name,
  displayName: shownName(profile.displayName) ?? name.replace(/^GROUP_/, ''),
  groupType: profile.groupType ?? null,
  groupEmail: profile.groupEmail ?? null,
  scopeType: profile.scopeType ?? null,
  createdAt,
});

/** A group of which something else is said; what the profile leaves out stays. */
export const changedGroup = (group: GroupRecord, profile: GroupProfile): GroupRecord => ({
  ...group,
  displayName: shownName(profile.displayName) ?? group.displayName,
  groupType: profile.groupType === undefined ? group.groupType : profile.groupType,
  groupEmail: profile.groupEmail === undefined ? group.groupEmail : profile.groupEmail,
  scopeType: profile.scopeType === undefined ? group.scopeType : profile.scopeType,
});

/** Nothing but space shows nothing. */
const shownName = (given: string | undefined): string | undefined =>
  given === undefined || given.trim() === '' ? undefined : given;
