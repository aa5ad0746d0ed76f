import type { ListedPerson, RowProblem } from './class-list.ts';
import { caseless, type KnownPerson, type KnownSchool, type Named, nameKey } from './known-people.ts';
import { numbered, userNameFrom } from './user-names.ts';

/** A listed person and the user name of their account. */
export interface Identified {
  readonly listed: ListedPerson;
  readonly userName: string;
  /** The existing person; undefined for one whom this row or an earlier one creates. */
  readonly known: KnownPerson | undefined;
  /** Whether only the name says that the account is that of the listed person. */
  readonly byNameOnly: boolean;
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

function groupedByName<T extends Named>(people: Iterable<T>): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const person of people) {
    const namesakes = groups.get(nameKey(person));
    if (namesakes === undefined) groups.set(nameKey(person), [person]);
    else namesakes.push(person);
  }
  return groups;
}

/** An address or a group identifies the person. */
const strongEvidence: readonly MatchEvidence[] = ['same address', 'same group'];
/** Only the name identifies the person. */
const weakEvidence: readonly MatchEvidence[] = ['no contradiction', 'other groups'];

/** Matches listed people without a user name to known people of the same name. Each known person matches at most once. */
class NameMatcher {
  readonly matches = new Map<ListedPerson, KnownPerson>();
  /** Why there is no certain match. */
  readonly problems = new Map<ListedPerson, string>();
  /** Those whose match has only weak evidence. */
  readonly byNameOnly = new Set<ListedPerson>();
  readonly #school: KnownSchool;
  readonly #sameNames: boolean;
  /** The user names that are taken, normalized by `caseless`. */
  readonly #claimed: Set<string>;
  readonly #namesakes: ReadonlyMap<string, readonly KnownPerson[]>;

  constructor(school: KnownSchool, taken: ReadonlySet<string>, sameNames: boolean) {
    this.#school = school;
    this.#sameNames = sameNames;
    this.#claimed = new Set(taken);
    this.#namesakes = groupedByName(school.people);
  }

  /** Matches first those with strong evidence, because their accounts are no candidates for the others. */
  matchAll(list: readonly ListedPerson[]): void {
    for (const evidence of strongEvidence) this.#matchByEvidence(list, evidence);
    const others = groupedByName(list.filter((listed) => !this.matches.has(listed)));
    for (const rows of others.values()) this.#matchByName(rows);
  }

  #matchByEvidence(list: readonly ListedPerson[], evidence: MatchEvidence): void {
    for (const listed of list) {
      const [known] = this.matches.has(listed) ? [] : this.#candidates(listed, [evidence]);
      if (known !== undefined) this.#match(listed, known);
    }
  }

  /** Matches rows with the same name if each fits one account, or else adds a problem to each. */
  #matchByName(rows: readonly ListedPerson[]): void {
    const fitting = rows.filter((listed) => this.#candidates(listed, weakEvidence).length > 0);
    const known = [...new Set(fitting.flatMap((listed) => this.#candidates(listed, weakEvidence)))];
    const problem = matchProblem(fitting, known, (person) => this.#groupsOf(person), this.#sameNames);
    for (const [at, listed] of fitting.entries()) {
      const person = known[at];
      if (problem !== undefined) this.problems.set(listed, problem);
      else if (person !== undefined) this.#match(listed, person);
      this.byNameOnly.add(listed);
    }
  }

  #groupsOf({ userName }: KnownPerson): readonly string[] {
    return this.#school.groupsOf.get(userName) ?? [];
  }

  #candidates(listed: ListedPerson, evidence: readonly MatchEvidence[]): KnownPerson[] {
    const free = (this.#namesakes.get(nameKey(listed)) ?? []).filter(
      ({ userName }) => !this.#claimed.has(caseless(userName)),
    );
    return free.filter((known) => evidence.includes(evidenceFor(listed, known, this.#groupsOf(known))));
  }

  #match(listed: ListedPerson, known: KnownPerson): void {
    this.matches.set(listed, known);
    this.#claimed.add(caseless(known.userName));
  }
}

/** Whether a match with another person of the same name would change nothing: the list only has names. */
const saysOnlyName = ({ groups, email }: ListedPerson): boolean => groups.length === 0 && email === '';

/** Why the name does not identify the person of each row; undefined if it does. */
function matchProblem(
  rows: readonly ListedPerson[],
  known: readonly KnownPerson[],
  groupsOf: (known: KnownPerson) => readonly string[],
  sameNames: boolean,
): string | undefined {
  const [row, person] = [rows[0], known[0]];
  if (row === undefined || person === undefined) return undefined;
  if (rows.length === known.length && (rows.length === 1 || rows.every(saysOnlyName))) {
    if (person.blocked) return isBlocked(person);
    const evidence = evidenceFor(row, person, groupsOf(person));
    return evidence === 'other groups' && !sameNames ? inOtherGroups(person, groupsOf(person)) : undefined;
  }
  const accounts = known.map(({ userName }) => userName).join(', ');
  const listed = rows.length === 1 ? 'this row' : `rows ${rows.map((one) => one.row).join(', ')}`;
  return (
    `Several people may have this name: ${accounts} in the repository, and ${listed} on the list. ` +
    'Add a user name or an e-mail address to the row.'
  );
}

const isBlocked = ({ userName }: KnownPerson): string =>
  `${userName} has the same name but is blocked, and may have left. ` +
  `Add the user name ${userName} to the row if this is the same person, else another one.`;

const inOtherGroups = ({ userName }: KnownPerson, groups: readonly string[]): string =>
  `${userName} has the same name but is in other groups (${groups.join(', ')}). ` +
  'Add a user name or an e-mail address to the row, or use --same-names to match people by name.';

const noUserName = ({ row, firstName, lastName }: ListedPerson): RowProblem => ({
  row,
  column: '',
  why: `Cannot derive a user name from "${firstName} ${lastName}". Add a user name to the row.`,
});

/** Why to check whose account a row changes. Undefined if more than the name identifies it, or if nothing changes. */
export function nameMatchWarning(
  { byNameOnly, known }: Identified,
  changes: boolean,
  school: KnownSchool,
): string | undefined {
  if (!byNameOnly || !changes || known === undefined) return undefined;
  const groups = (school.groupsOf.get(known.userName) ?? []).join(', ');
  return `the name is that of the account ${known.userName}, which is in ${groups === '' ? 'no group' : groups}`;
}

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
 * matches if the address or a group is the same, or if neither contradicts and nobody else has the name. A person without a match gets
 * a user name derived from the name, with a number if it is taken. Importing the same list again therefore matches the same people.
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
  const matcher = new NameMatcher(school, explicit, settings.sameNames);
  matcher.matchAll(unnamed);
  const { matches, problems, byNameOnly } = matcher;
  const nameFor = createUserNames([...explicit, ...users.keys()]);

  const identify = (listed: ListedPerson): Identified | RowProblem => {
    if (listed.userName !== '') {
      const known = users.get(caseless(listed.userName));
      return { listed, userName: known?.userName ?? listed.userName, known, byNameOnly: false };
    }
    const first = firsts.get(listed) ?? listed;
    const known = matches.get(first);
    if (known !== undefined) return { listed, userName: known.userName, known, byNameOnly: byNameOnly.has(first) };
    const why = problems.get(first);
    if (why !== undefined) return { row: listed.row, column: '', why };
    const userName = nameFor(first);
    return userName === undefined ? noUserName(listed) : { listed, userName, known: undefined, byNameOnly: false };
  };
  const rows = list.map(identify);
  return {
    identified: rows.filter((row): row is Identified => 'listed' in row),
    problems: rows.filter((row): row is RowProblem => 'why' in row),
  };
}
