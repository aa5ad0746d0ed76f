import type { ListView, RecordView } from '../print/view.ts';
import { fullName } from '../user/views.ts';
import type { Group, Member } from './groups.ts';

export const groupRecord: RecordView<Group> = {
  id: ({ authorityName }) => authorityName,
  fields: ({ groupName, authorityName, profile }) => [
    ['group', groupName],
    ['as an authority', authorityName],
    ['title', profile.displayName],
    ['type', profile.groupType ?? ''],
    ['e-mail', profile.groupEmail ?? ''],
  ],
};

/** A group in the result of `getGroup`. */
export const groupEntryRecord: RecordView<{ readonly group: Group }> = {
  id: ({ group }) => groupRecord.id(group),
  fields: ({ group }) => groupRecord.fields(group),
};

export const groupList: ListView<Group> = {
  columns: [
    { title: 'group', value: ({ groupName }) => groupName },
    { title: 'title', value: ({ profile }) => profile.displayName },
    { title: 'type', value: ({ profile }) => profile.groupType ?? '' },
  ],
  id: ({ authorityName }) => authorityName,
  whole: (groups) => ({ groups, pagination: { total: groups.length, from: 0, count: groups.length } }),
};

const titleOf = (member: Member): string => ('userName' in member ? fullName(member) : member.profile.displayName);

export const memberList: ListView<Member> = {
  columns: [
    { title: 'member', value: ({ authorityName }) => authorityName },
    { title: 'kind', value: ({ authorityType }) => authorityType },
    { title: 'name', value: titleOf },
  ],
  id: ({ authorityName }) => authorityName,
  whole: (authorities) => ({
    authorities,
    pagination: { total: authorities.length, from: 0, count: authorities.length },
  }),
};
