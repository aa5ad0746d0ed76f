import type { ListedPerson, RowProblem } from './class-list.ts';
import { caseless, type KnownPerson, type KnownSchool, nameKey } from './known-people.ts';
import { madeUserName, numbered } from './user-names.ts';

/** A person of the list with the user name that is theirs from now on. */
export interface Identified {
  readonly listed: ListedPerson;
  readonly userName: string;
  /** Undefined: to be made, or a person of an earlier row. */
  readonly known: KnownPerson | undefined;
}

export interface WhoIsWho {
  /** In the order of the rows. */
  readonly identified: readonly Identified[];
  readonly problems: readonly RowProblem[];
}

/** How sure it is that a known person of the same name is the one on the list. */
type Likeness = 'same address' | 'same group' | 'nothing against it' | 'other groups' | 'another address';

function likeness(listed: ListedPerson, known: KnownPerson, theirGroups: readonly string[]): Likeness {
  if (listed.email !== '' && known.email !== '') {
    return caseless(listed.email) === caseless(known.email) ? 'same address' : 'another address';
  }
  const theirs = new Set(theirGroups.map(caseless));
  if (listed.groups.some((group) => theirs.has(caseless(group)))) return 'same group';
  return theirs.size === 0 || listed.groups.length === 0 ? 'nothing against it' : 'other groups';
}

function byName(people: readonly KnownPerson[]): Map<string, KnownPerson[]> {
  const found = new Map<string, KnownPerson[]>();
  for (const person of people) {
    const namesakes = found.get(nameKey(person));
    if (namesakes === undefined) found.set(nameKey(person), [person]);
    else namesakes.push(person);
  }
  return found;
}

/** The known people behind listed ones without a user name: the surest first, and nobody for two. */
function recognized(
  list: readonly ListedPerson[],
  school: KnownSchool,
  taken: ReadonlySet<string>,
  stages: readonly Likeness[],
): Map<ListedPerson, KnownPerson> {
  const found = new Map<ListedPerson, KnownPerson>();
  const claimed = new Set(taken);
  const namesakes = byName(school.people);
  for (const stage of stages) {
    for (const listed of list) {
      if (found.has(listed)) continue;
      const fits = (known: KnownPerson): boolean =>
        !claimed.has(caseless(known.userName)) &&
        likeness(listed, known, school.groupsOf.get(known.userName) ?? []) === stage;
      const match = namesakes.get(nameKey(listed))?.find(fits);
      if (match === undefined) continue;
      found.set(listed, match);
      claimed.add(caseless(match.userName));
    }
  }
  return found;
}

const ambiguous = ({ row }: ListedPerson, known: KnownPerson, theirGroups: readonly string[]): RowProblem => ({
  row,
  column: '',
  why:
    `${known.userName} has the same name and is in other groups (${theirGroups.join(', ')}): the same person or not? ` +
    'Give the row a user name or an address, or say --same-names if names are enough.',
});

const unwritable = ({ row, firstName, lastName }: ListedPerson): RowProblem => ({
  row,
  column: '',
  why: `No user name can be made of «${firstName} ${lastName}»: give the row one in a column for user names.`,
});

/** For each row, the first one that is the same person: of the same name and address, or the same in every cell. */
function oneRowEach(list: readonly ListedPerson[]): Map<ListedPerson, ListedPerson> {
  const firsts = new Map<string, ListedPerson>();
  const same = new Map<ListedPerson, ListedPerson>();
  for (const listed of list) {
    const key =
      listed.email === '' ? `row ${listed.sameAs ?? listed.row}` : `${nameKey(listed)}/${caseless(listed.email)}`;
    const first = firsts.get(key) ?? listed;
    firsts.set(key, first);
    same.set(listed, first);
  }
  return same;
}

const sure: readonly Likeness[] = ['same address', 'same group', 'nothing against it'];

const userNamesOf = (people: Iterable<KnownPerson>): string[] => [...people].map(({ userName }) => caseless(userName));

/** Gives names that nobody has, each person's once. */
function createNaming(taken: Iterable<string>): (listed: ListedPerson) => string | undefined {
  const inUse = new Set(taken);
  const given = new Map<ListedPerson, string>();
  return (listed) => {
    const base = madeUserName(listed);
    if (base === undefined) return undefined;
    const userName = given.get(listed) ?? numbered(base, (name) => inUse.has(caseless(name)));
    given.set(listed, userName);
    inUse.add(caseless(userName));
    return userName;
  };
}

/**
 * Settles who is who. A user name on the list decides. Else the known person of the same name, where the address or a
 * group says so, or nothing speaks against it; else a name is made, with a number behind it where it is taken. So the
 * same list finds the same people again. Two rows of the same
 * name and address, or that are the same in every cell, are one person.
 */
export function whoIsWho(
  list: readonly ListedPerson[],
  school: KnownSchool,
  settings: { readonly sameNames: boolean },
): WhoIsWho {
  const users = new Map(school.people.map((person) => [caseless(person.userName), person]));
  const explicit = new Set(list.filter(({ userName }) => userName !== '').map(({ userName }) => caseless(userName)));
  const firsts = oneRowEach(list.filter(({ userName }) => userName === ''));
  const unnamed = [...new Set(firsts.values())];
  const found = recognized(unnamed, school, explicit, settings.sameNames ? [...sure, 'other groups'] : sure);
  const rest = unnamed.filter((listed) => !found.has(listed));
  const doubtful = recognized(rest, school, new Set([...explicit, ...userNamesOf(found.values())]), ['other groups']);
  const nameFor = createNaming([...explicit, ...users.keys()]);

  const settle = (listed: ListedPerson): Identified | RowProblem => {
    if (listed.userName !== '') {
      const known = users.get(caseless(listed.userName));
      return { listed, userName: known?.userName ?? listed.userName, known };
    }
    const first = firsts.get(listed) ?? listed;
    const known = found.get(first);
    if (known !== undefined) return { listed, userName: known.userName, known };
    const namesake = doubtful.get(first);
    if (namesake !== undefined) return ambiguous(listed, namesake, school.groupsOf.get(namesake.userName) ?? []);
    const userName = nameFor(first);
    return userName === undefined ? unwritable(listed) : { listed, userName, known: undefined };
  };
  const settled = list.map(settle);
  return {
    identified: settled.filter((row): row is Identified => 'listed' in row),
    problems: settled.filter((row): row is RowProblem => 'why' in row),
  };
}
