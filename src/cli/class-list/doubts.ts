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
    const found = first.get(keyOf(person) ?? '');
    return found === person ? undefined : found;
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
export function doubtsOf(list: readonly ListedPerson[], knownGroups: readonly string[]): ReadonlyMap<number, string> {
  const sameAddress = firstRows(list, addressOf);
  const sameName = firstRows(list, onlyName);
  const otherSpelling = spellings([...knownGroups, ...list.flatMap(({ groups }) => groups)]);
  const hasGroups = list.some(({ groups }) => groups.length > 0);
  const doubts = (person: ListedPerson): string[] => {
    if (person.sameAs !== undefined) return [`the same as row ${person.sameAs}, and taken once`];
    const said: string[] = [];
    const [address, namesake] = [sameAddress(person), sameName(person)];
    if (address !== undefined && nameKey(address) !== nameKey(person)) said.push(`the address of row ${address.row}`);
    if (namesake !== undefined) said.push(`the name of row ${namesake.row}, taken for another person`);
    if (hasGroups && person.groups.length === 0) said.push('in no class');
    for (const name of person.groups) {
      const other = otherSpelling(name);
      if (other !== undefined) said.push(`«${name}» beside «${other}»`);
    }
    if ([person.firstName, person.lastName].some((name) => totals.has(bare(name)))) said.push('a total, no person?');
    return said;
  };
  const found = list.map((person) => [person.row, doubts(person).join('; ')] as const);
  return new Map(found.filter(([, text]) => text !== ''));
}
