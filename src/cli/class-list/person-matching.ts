import type { ListedPerson, RowProblem } from './class-list.ts';
import { caseless, type KnownPerson, type KnownSchool, nameKey } from './known-people.ts';
import { numbered, userNameFrom } from './user-names.ts';

/** A listed person and the user name of their account. */
export interface Identified {
  readonly listed: ListedPerson;
  readonly userName: string;
  /** The existing person; undefined for one whom this row or an earlier one creates. */
  readonly known: KnownPerson | undefined;
}

export interface MatchedPeople {
  /** The listed people in the order of the rows. */
  readonly identified: readonly Identified[];
  readonly problems: readonly RowProblem[];
}

/** How well a known person with the same name fits the listed person. */
type MatchEvidence = 'same address' | 'same group' | 'no contradiction' | 'other groups' | 'another address';

function evidenceFor(listed: ListedPerson, known: KnownPerson, theirGroups: readonly string[]): MatchEvidence {
  if (listed.email !== '' && known.email !== '') {
    return caseless(listed.email) === caseless(known.email) ? 'same address' : 'another address';
  }
  const theirs = new Set(theirGroups.map(caseless));
  if (listed.groups.some((group) => theirs.has(caseless(group)))) return 'same group';
  return theirs.size === 0 || listed.groups.length === 0 ? 'no contradiction' : 'other groups';
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

/** Matches listed people without a user name to known people, best evidence first. Each known person is matched once. */
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
    `${known.userName} has the same name but is in other groups (${theirGroups.join(', ')}). ` +
    'Add a user name or an e-mail address to the row, or use --same-names to match people by name.',
});

const noUserName = ({ row, firstName, lastName }: ListedPerson): RowProblem => ({
  row,
  column: '',
  why: `Cannot derive a user name from "${firstName} ${lastName}". Add a user name to the row.`,
});

/** Maps each row to the first row with the same person: the same name and address, or the same text in every cell. */
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

const certain: readonly MatchEvidence[] = ['same address', 'same group', 'no contradiction'];

const userNamesOf = (people: Iterable<KnownPerson>): string[] => [...people].map(({ userName }) => caseless(userName));

/** Derives unused user names. A person gets the same name on every call. */
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
 * Matches the rows of a list to known people, by user name if the row has one. Otherwise a known person with the same name
 * matches if the address or a group is the same, or if neither contradicts. A person without a match gets a user name
 * derived from the name, with a number if it is taken. Importing the same list again therefore matches the same people.
 * Two rows with the same name and address, or with the same text in every cell, are one person.
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
