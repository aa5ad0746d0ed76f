import type { Timestamp } from '../../base/timestamp.ts';
import type { GroupRecord } from './person-records.ts';

/** Attributes of a group. Missing ones are not changed, or are null in a new group. */
export interface GroupProfile {
  readonly displayName?: string | undefined;
  readonly groupType?: string | null | undefined;
  readonly groupEmail?: string | null | undefined;
  readonly scopeType?: string | null | undefined;
}

/** A new group. The default display name is the group name without `GROUP_`. */
export const newGroup = (name: string, profile: GroupProfile, createdAt: Timestamp): GroupRecord => ({
  name,
  displayName: nonBlank(profile.displayName) ?? name.replace(/^GROUP_/, ''),
  groupType: profile.groupType ?? null,
  groupEmail: profile.groupEmail ?? null,
  scopeType: profile.scopeType ?? null,
  createdAt,
});

export const changedGroup = (group: GroupRecord, profile: GroupProfile): GroupRecord => ({
  ...group,
  displayName: nonBlank(profile.displayName) ?? group.displayName,
  groupType: profile.groupType === undefined ? group.groupType : profile.groupType,
  groupEmail: profile.groupEmail === undefined ? group.groupEmail : profile.groupEmail,
  scopeType: profile.scopeType === undefined ? group.scopeType : profile.scopeType,
});

const nonBlank = (text: string | undefined): string | undefined =>
  text === undefined || text.trim() === '' ? undefined : text;
