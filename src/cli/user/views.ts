import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { Column } from '../print/table.ts';
import type { ListView, RecordView } from '../print/view.ts';

/** A person, as the REST interface returns it. */
export type User = Result<Operations['getPerson']>['person'];

/** First and last name; empty if neither is known. */
export const fullName = ({ profile }: Pick<User, 'profile'>): string =>
  `${profile.firstName} ${profile.lastName}`.trim();

// Other servers may not report the status.
const isBlocked = ({ status }: User): boolean => status?.status === 'blocked';

const statusColumn: Column<User> = { title: 'status', value: (user) => (isBlocked(user) ? 'blocked' : '') };

export const personRecord: RecordView<User> = {
  id: ({ userName }) => userName,
  fields: (user) => [
    ['user', user.userName],
    ['name', fullName(user)],
    ['e-mail', user.profile.email],
    ['affiliation', user.profile.primaryAffiliation ?? ''],
    ...(isBlocked(user) ? [['status', 'blocked'] as const] : []),
    ['home folder', user.homeFolder.id],
    ['shared folders', user.sharedFolders.map(({ id }) => id).join(' ')],
  ],
};

/** All fields of a person in the wrapper of `getPerson`. */
export const userRecord: RecordView<{ readonly person: User }> = {
  id: ({ person }) => personRecord.id(person),
  fields: ({ person }) => personRecord.fields(person),
};

export const userList: ListView<User> = {
  columns: [
    { title: 'user', value: ({ userName }) => userName },
    { title: 'name', value: fullName },
    { title: 'e-mail', value: ({ profile }) => profile.email },
    { title: 'affiliation', value: ({ profile }) => profile.primaryAffiliation ?? '' },
    statusColumn,
  ],
  plainColumns: [
    { title: 'user', value: ({ userName }) => userName },
    { title: 'first name', value: ({ profile }) => profile.firstName },
    { title: 'last name', value: ({ profile }) => profile.lastName },
    { title: 'e-mail', value: ({ profile }) => profile.email },
    { title: 'affiliation', value: ({ profile }) => profile.primaryAffiliation ?? '' },
    statusColumn,
  ],
  id: ({ userName }) => userName,
  whole: (users) => ({ users, pagination: { total: users.length, from: 0, count: users.length } }),
};
