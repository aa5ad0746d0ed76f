import type { ListedPerson } from './class-list.ts';
import { bare } from './folded.ts';
import { caseless, nameKey } from './known-people.ts';

const totals = new Set(['summe', 'gesamt', 'anzahl', 'total', 'sum']);

/** The first row of each key. */
function firstRows(list: readonly ListedPerson[], keyOf: (person: ListedPerson) => string | undefined) {
  const first = new Map<string, ListedPerson>();
  for (const person of list) {
    const key = keyOf(person);
    if (key !== undefined && !first.has(key)) first.set(key, person);
  }
  return (person: ListedPerson): ListedPerson | undefined => {
    const match = first.get(keyOf(person) ?? '');
    return match === person ? undefined : match;
  };
}

const addressOf = ({ email }: ListedPerson): string | undefined => (email === '' ? undefined : caseless(email));

/** Whom only the name tells: with nothing else, two of the same name are two people. */
const onlyName = (person: ListedPerson): string | undefined =>
  person.userName === '' && person.email === '' && person.sameAs === undefined ? nameKey(person) : undefined;

/** How groups are written that look alike: `7 b` beside `7b`. */
function spellings(groups: Iterable<string>): (name: string) => string | undefined {
  const first = new Map<string, string>();
  for (const name of groups) if (!first.has(bare(name))) first.set(bare(name), name);
  return (name) => {
    const other = first.get(bare(name));
    return other === undefined || caseless(other) === caseless(name) ? undefined : other;
  };
}

/**
 * What a person should look at before it is believed, by row. Nothing of it is a mistake for sure, so that the rows are
 * carried out as they are written.
 */
export function warningsOf(list: readonly ListedPerson[], knownGroups: readonly string[]): ReadonlyMap<number, string> {
  const sameAddress = firstRows(list, addressOf);
  const sameName = firstRows(list, onlyName);
  const otherSpelling = spellings([...knownGroups, ...list.flatMap(({ groups }) => groups)]);
  const hasGroups = list.some(({ groups }) => groups.length > 0);
  const checks: readonly ((person: ListedPerson) => string | undefined | false)[] = [
    ({ sameAs }) => sameAs !== undefined && `the same as row ${sameAs}, and taken once`,
    (person) => {
      const other = person.sameAs === undefined ? sameAddress(person) : undefined;
      return other && nameKey(other) !== nameKey(person) && `the address of row ${other.row}`;
    },
    (person) => {
      const other = sameName(person);
      return other && `the name of row ${other.row}, taken for another person`;
    },
    ({ groups }) => hasGroups && groups.length === 0 && 'in no class',
    ({ groups }) => {
      const name = groups.find((group) => otherSpelling(group) !== undefined);
      return name !== undefined && `«${name}» beside «${otherSpelling(name)}»`;
    },
    ({ firstName, lastName }) =>
      [firstName, lastName].some((name) => totals.has(bare(name))) && 'a total, and no person?',
  ];
  const warningsFor = (person: ListedPerson): string[] =>
    checks.map((check) => check(person) || '').filter((text) => text !== '');
  const byRow = list.map((person) => [person.row, warningsFor(person).join('; ')] as const);
  return new Map(byRow.filter(([, text]) => text !== ''));
}
