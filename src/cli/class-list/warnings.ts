import { bare } from '../tables/folded.ts';
import type { ListedPerson } from './class-list.ts';
import { caseless, nameKey } from './known-people.ts';

const totals = new Set(['summe', 'gesamt', 'anzahl', 'total', 'sum']);

/** Returns a function that finds an earlier row with the same key. */
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

/** The name key of a row that identifies its person by name alone. Such rows are imported as different people. */
const onlyName = (person: ListedPerson): string | undefined =>
  person.userName === '' && person.email === '' && person.sameAs === undefined ? nameKey(person) : undefined;

/** A key that is equal for names that probably mean the same group, such as `7b`, `7 b` and `Klasse 7b`. */
const groupKey = (name: string): string =>
  bare(name.replace(/^(?:klasse|class)\b|^(?:klasse|class|kl\.?)(?=\s*\d)/i, ''));

/** Finds a group name that probably means the same group. */
function spellings(groups: Iterable<string>): (name: string) => string | undefined {
  const first = new Map<string, string>();
  for (const name of groups) if (groupKey(name) !== '' && !first.has(groupKey(name))) first.set(groupKey(name), name);
  return (name) => {
    const other = first.get(groupKey(name));
    return other === undefined || caseless(other) === caseless(name) ? undefined : other;
  };
}

/** Finds group names such as `6a, 6b`, `6a und 6b` or `6a+6b`. */
const isEnumeration = (name: string): boolean => /[,&]|[^\s+]\s*\+\s*[^\s+]|\s(?:und|and)\s/i.test(name);

/** Returns a function that explains why a new group probably has a wrong name. Existing groups are right. */
function groupDoubts(knownGroups: readonly string[]): (name: string) => string | undefined {
  const known = new Set(knownGroups.map(caseless));
  return (name) => {
    if (known.has(caseless(name))) return undefined;
    if (bare(name) === '') return `the group "${name}" has no letter or digit`;
    return isEnumeration(name) ? `"${name}" is one group; separate several groups with ; or |` : undefined;
  };
}

/** Warnings about possible mistakes, by row number. The rows are imported all the same. */
export function warningsOf(list: readonly ListedPerson[], knownGroups: readonly string[]): ReadonlyMap<number, string> {
  const sameAddress = firstRows(list, addressOf);
  const sameName = firstRows(list, onlyName);
  const otherSpelling = spellings([...knownGroups, ...list.flatMap(({ groups }) => groups)]);
  const doubtAbout = groupDoubts(knownGroups);
  const hasGroups = list.some(({ groups }) => groups.length > 0);
  const checks: readonly ((person: ListedPerson) => string | undefined | false)[] = [
    ({ sameAs }) => sameAs !== undefined && `the same as row ${sameAs}, imported once`,
    (person) => {
      const other = person.sameAs === undefined ? sameAddress(person) : undefined;
      return other && nameKey(other) !== nameKey(person) && `same e-mail address as row ${other.row}`;
    },
    (person) => {
      const other = sameName(person);
      return other && `same name as row ${other.row}, imported as another person`;
    },
    ({ groups }) => hasGroups && groups.length === 0 && 'not in any class',
    ({ groups }) => {
      const name = groups.find((group) => otherSpelling(group) !== undefined);
      return name !== undefined && `"${name}" and "${otherSpelling(name)}" may be the same group`;
    },
    ({ groups }) => groups.map(doubtAbout).find((doubt) => doubt !== undefined),
    ({ firstName, lastName }) =>
      [firstName, lastName].some((name) => totals.has(bare(name))) && 'this may be a total, not a person',
  ];
  const warningsFor = (person: ListedPerson): string[] =>
    checks.map((check) => check(person) || '').filter((text) => text !== '');
  const byRow = list.map((person) => [person.row, warningsFor(person).join('; ')] as const);
  return new Map(byRow.filter(([, text]) => text !== ''));
}
