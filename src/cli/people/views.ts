import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import type { RecordView } from '../print/printer.ts';

type PersonEntry = Result<Operations['getPerson']>;

/** Everything about one person. */
export const userRecord: RecordView<PersonEntry> = {
  id: ({ person }) => person.userName,
  fields: ({ person }) => [
    ['user', person.userName],
    ['name', `${person.profile.firstName} ${person.profile.lastName}`.trim()],
    ['e-mail', person.profile.email],
    ['home folder', person.homeFolder.id],
  ],
};
