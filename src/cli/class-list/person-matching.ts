import type { ListedPerson, RowProblem } from './class-list.ts';
import { caseless, type KnownPerson, type KnownSchool, nameKey } from './known-people.ts';
import { numbered, userNameFrom } from './user-names.ts';

/** A person of the list with the user name that is theirs from now on. */
export interface Identified {
  readonly listed: ListedPerson;
  readonly userName: string;
  /** Undefined: to be made, or a person of an earlier row. */
  readonly known: KnownPerson | undefined;
}

export interface MatchedPeople {
  /** In the order of the rows. */
  readonly identified: readonly Identified[];
  readonly problems: readonly RowProblem[];
}

/** How sure it is that a known person of the same name is the one on the list. */
type MatchEvidence = 'same address' | 'same group' | 'nothing against it' | 'other groups' | 'another address';

function evidenceFor(listed: ListedPerson, known: KnownPerson, theirGroups: readonly string[]): MatchEvidence {
  if (listed.email !== '' && known.email !== '') {
    return caseless(listed.email) === caseless(known.email) ? 'same address' : 'another address';
  }
  const theirs = new Set(theirGroups.map(caseless));
  if (listed.groups.some((group) => theirs.has(caseless(group)))) return 'same group';
  return theirs.size === 0 || listed.groups.length === 0 ? 'nothing against it' : 'other groups';
}

function byName(people: readonly KnownPerson[]): Map<string, KnownPerson[]> {
  const byKey = new Map<string, KnownPerson[]>();
  for (const person of people) {
    const namesakes = byKey.get(nameKey(person));
    if (namesakes === undefined) byKey.set(nameKey(person), [person]);
    else namesakes.push(person);
  }
  return byKey;
}

/** The known people behind listed ones without a user name: the surest first, and nobody for two. */
function matchKnownPeople(
  list: readonly ListedPerson[],
  school: KnownSchool,
  taken: ReadonlySet<string>,
  stages: readonly MatchEvidence[],
): Map<ListedPerson, KnownPerson> {
  const matches = new Map<ListedPerson, KnownPerson>();
  const claimed = new Set(taken);
  const namesakes = byName(school.people);
  for (const stage of stages) {
    for (const listed of list) {
      if (matches.has(listed)) continue;
      const fits = (known: KnownPerson): boolean =>
        !claimed.has(caseless(known.userName)) &&
        evidenceFor(listed, known, school.groupsOf.get(known.userName) ?? []) === stage;
      const match = namesakes.get(nameKey(listed))?.find(fits);
      if (match === undefined) continue;
      matches.set(listed, match);
      claimed.add(caseless(match.userName));
    }
  }
  return matches;
}

const ambiguous = ({ row }: ListedPerson, known: KnownPerson, theirGroups: readonly string[]): RowProblem => ({
  row,
  column: '',
  why:
    `${known.userName} has the same name and is in other groups (${theirGroups.join(', ')}): the same person or not? ` +
    'Give the row a user name or an address, or say --same-names if names are enough.',
});

const noUserName = ({ row, firstName, lastName }: ListedPerson): RowProblem => ({
  row,
  column: '',
  why: `No user name can be made of «${firstName} ${lastName}»: give the row one in a column for user names.`,
});

/** For each row, the first one that is the same person: of the same name and address, or the same in every cell. */
function firstRowOfEach(list: readonly ListedPerson[]): Map<ListedPerson, ListedPerson> {
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

const certain: readonly MatchEvidence[] = ['same address', 'same group', 'nothing against it'];

const userNamesOf = (people: Iterable<KnownPerson>): string[] => [...people].map(({ userName }) => caseless(userName));

/** Gives names that nobody has, each person's once. */
function createUserNames(taken: Iterable<string>): (listed: ListedPerson) => string | undefined {
  const inUse = new Set(taken);
  const assigned = new Map<ListedPerson, string>();
  return (listed) => {
    const base = userNameFrom(listed);
    if (base === undefined) return undefined;
    const userName = assigned.get(listed) ?? numbered(base, (name) => inUse.has(caseless(name)));
    assigned.set(listed, userName);
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
export function matchPeople(
  list: readonly ListedPerson[],
  school: KnownSchool,
  settings: { readonly sameNames: boolean },
): MatchedPeople {
  const users = new Map(school.people.map((person) => [caseless(person.userName), person]));
  const explicit = new Set(list.filter(({ userName }) => userName !== '').map(({ userName }) => caseless(userName)));
  const firsts = firstRowOfEach(list.filter(({ userName }) => userName === ''));
  const unnamed = [...new Set(firsts.values())];
  const matches = matchKnownPeople(
    unnamed,
    school,
    explicit,
    settings.sameNames ? [...certain, 'other groups'] : certain,
  );
  const rest = unnamed.filter((listed) => !matches.has(listed));
  const doubtful = matchKnownPeople(rest, school, new Set([...explicit, ...userNamesOf(matches.values())]), [
    'other groups',
  ]);
  const nameFor = createUserNames([...explicit, ...users.keys()]);

  const identify = (listed: ListedPerson): Identified | RowProblem => {
    if (listed.userName !== '') {
      const known = users.get(caseless(listed.userName));
      return { listed, userName: known?.userName ?? listed.userName, known };
    }
    const first = firsts.get(listed) ?? listed;
    const known = matches.get(first);
    if (known !== undefined) return { listed, userName: known.userName, known };
    const namesake = doubtful.get(first);
    if (namesake !== undefined) return ambiguous(listed, namesake, school.groupsOf.get(namesake.userName) ?? []);
    const userName = nameFor(first);
    return userName === undefined ? noUserName(listed) : { listed, userName, known: undefined };
  };
  const rows = list.map(identify);
  return {
    identified: rows.filter((row): row is Identified => 'listed' in row),
    problems: rows.filter((row): row is RowProblem => 'why' in row),
  };
}
