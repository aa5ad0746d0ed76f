import type { GroupRecord, PersonRecord } from '../../domain/identity/person-records.ts';
import { byName, compareTexts } from '../records/name-order.ts';

/** What people and groups are sorted by. */
export type PersonField = 'userName' | 'firstName' | 'lastName' | 'email';
export type GroupField = 'name' | 'displayName' | 'groupType';

/** Sort criteria, the most significant first. */
export type AuthorityOrder<Field> = readonly { readonly by: Field; readonly ascending: boolean }[];

type Compare<T> = (a: T, b: T) => number;

function inOrder<T, Field>(
  order: AuthorityOrder<Field>,
  textOf: (value: T, field: Field) => string,
  last: Compare<T>,
): Compare<T> {
  return (a, b) => {
    for (const { by, ascending } of order) {
      const compared = compareTexts(textOf(a, by), textOf(b, by));
      if (compared !== 0) return ascending ? compared : -compared;
    }
    return last(a, b);
  };
}

/** Compares people; those that are equal in all criteria by user name. */
export const peopleInOrder = (order: AuthorityOrder<PersonField>): Compare<PersonRecord> =>
  inOrder(
    order,
    (person, field) => person[field],
    byName(({ userName }) => userName),
  );

/** Compares groups; those that are equal in all criteria by name. */
export const groupsInOrder = (order: AuthorityOrder<GroupField>): Compare<GroupRecord> =>
  inOrder(
    order,
    (group, field) => group[field] ?? '',
    byName(({ name }) => name),
  );
