import type { AuthorityOrder, GroupField, PersonField } from '../../services/identity/authority-order.ts';

const personFields: ReadonlyMap<string, PersonField> = new Map(
  Object.entries({
    userName: 'userName',
    authorityName: 'userName',
    firstName: 'firstName',
    lastName: 'lastName',
    email: 'email',
  } as const),
);

const groupFields: ReadonlyMap<string, GroupField> = new Map(
  Object.entries({
    groupName: 'name',
    authorityName: 'name',
    displayName: 'displayName',
    authorityDisplayName: 'displayName',
    groupType: 'groupType',
  } as const),
);

interface SortQuery {
  readonly sortProperties: readonly string[];
  readonly sortAscending: readonly boolean[];
}

/** The criteria that are known, with or without the namespace `cm` or `ccm`. Clients send others, which have no effect. */
const orderOf =
  <Field>(fields: ReadonlyMap<string, Field>) =>
  ({ sortProperties, sortAscending }: SortQuery): AuthorityOrder<Field> =>
    sortProperties.flatMap((property, at) => {
      const by = fields.get(property.replace(/^c?cm:/, ''));
      return by === undefined ? [] : { by, ascending: sortAscending[at] ?? true };
    });

/** The order of a list of people. */
export const personOrderOf = orderOf(personFields);

/** The order of a list of groups. */
export const groupOrderOf = orderOf(groupFields);
