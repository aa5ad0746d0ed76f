import type { ListedPerson, RowProblem } from './class-list.ts';
import { caseless, type KnownPerson, type KnownSchool } from './known-people.ts';
import { type Identified, matchPeople } from './person-matching.ts';
import { warningsOf } from './warnings.ts';

/** What is said of a person; what the list does not say is left out. */
export interface PlannedProfile {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly primaryAffiliation?: string;
}

/** What is to be done for one row. */
export interface RowPlan {
  readonly row: number;
  readonly userName: string;
  /** `make`: a new person; `change`: of a person who is there; `keep`: everything is as the list says. */
  readonly action: 'make' | 'change' | 'keep';
  /** Of a new person everything, else only what differs. */
  readonly profile: PlannedProfile;
  /** Groups of which the person is to become a member. */
  readonly addTo: readonly string[];
  /** Of a new person: the one on the list; undefined where one is to be made. */
  readonly password: string | undefined;
  /** What somebody should look at before it is believed; undefined where nothing is doubtful. */
  readonly check?: string;
}

export interface ImportPlan {
  /** In the order of the rows. */
  readonly rows: readonly (RowPlan | RowProblem)[];
  /** That are not there, in the order of the list. */
  readonly newGroups: readonly string[];
}

export interface PlanSettings {
  /** Everybody becomes a member of these too. */
  readonly groups: readonly string[];
  /** The same name is enough to be the same person. */
  readonly sameNames: boolean;
}

export const isProblem = (row: RowPlan | RowProblem): row is RowProblem => 'why' in row;

function profileOf({ firstName, lastName, email, affiliation }: ListedPerson): PlannedProfile {
  return {
    ...(firstName === '' ? {} : { firstName }),
    ...(lastName === '' ? {} : { lastName }),
    ...(email === '' ? {} : { email }),
    ...(affiliation === '' ? {} : { primaryAffiliation: affiliation }),
  };
}

/** What the list says otherwise than the repository. An empty cell says nothing. */
function differences(listed: ListedPerson, known: KnownPerson): PlannedProfile {
  const { affiliation, ...rest } = known;
  const before: Readonly<Record<string, unknown>> = { ...rest, primaryAffiliation: affiliation };
  return Object.fromEntries(Object.entries(profileOf(listed)).filter(([name, value]) => before[name] !== value));
}

/** Group names as they are known already, or as the list wrote them first: `7A` and `7a` are one. */
function groupSpelling(known: readonly string[]): { spelled(name: string): string; readonly made: string[] } {
  const spellings = new Map(known.map((name) => [caseless(name), name]));
  const made: string[] = [];
  const spelled = (name: string): string => {
    const present = spellings.get(caseless(name));
    if (present !== undefined) return present;
    spellings.set(caseless(name), name);
    made.push(name);
    return name;
  };
  return { spelled, made };
}

/** What earlier rows of the same person have done already. */
interface Earlier {
  readonly groups: Set<string>;
  readonly person: KnownPerson;
}

/** A person as they are after a row: an empty cell leaves what was known before. */
const afterRow = (userName: string, listed: ListedPerson, before: KnownPerson | undefined): KnownPerson => ({
  userName,
  firstName: listed.firstName || (before?.firstName ?? ''),
  lastName: listed.lastName || (before?.lastName ?? ''),
  email: listed.email || (before?.email ?? ''),
  affiliation: listed.affiliation || (before?.affiliation ?? ''),
});

const contradiction = ({ row }: ListedPerson, userName: string): RowProblem => ({
  row,
  column: '',
  why: `An earlier row calls ${userName} otherwise: two people cannot have one user name.`,
});

const contradicts = (a: ListedPerson, b: KnownPerson): boolean =>
  (['firstName', 'lastName'] as const).some((field) => a[field] !== '' && b[field] !== '' && a[field] !== b[field]);

function planRow(
  identified: Identified,
  groupNames: readonly string[],
  earlier: Earlier | undefined,
  school: KnownSchool,
) {
  const { listed, known } = identified;
  const before = earlier?.person ?? known;
  // As it was written first: names of accounts have a case.
  const userName = before?.userName ?? identified.userName;
  const groups = earlier?.groups ?? new Set((school.groupsOf.get(userName) ?? []).map(caseless));
  const addTo = groupNames.filter((name) => !groups.has(caseless(name)));
  const profile = before === undefined ? profileOf(listed) : differences(listed, before);
  const changes = addTo.length > 0 || Object.keys(profile).length > 0;
  const action = before === undefined ? 'make' : changes ? 'change' : 'keep';
  const password = before === undefined && listed.password !== '' ? listed.password : undefined;
  const plan: RowPlan = { row: listed.row, userName, action, profile, addTo, password };
  for (const name of addTo) groups.add(caseless(name));
  return { plan, after: { groups, person: afterRow(userName, listed, before) } };
}

/** What has to be done so that a repository has everybody on a list, and everybody in their groups. Nothing is taken away. */
export function planImport(
  list: readonly ListedPerson[],
  problems: readonly RowProblem[],
  school: KnownSchool,
  settings: PlanSettings,
): ImportPlan {
  const matched = matchPeople(list, school, settings);
  const { spelled, made } = groupSpelling(school.groups);
  const rows: (RowPlan | RowProblem)[] = [...problems, ...matched.problems];
  const earlier = new Map<string, Earlier>();
  const warnings = warningsOf(list, school.groups);
  for (const identified of matched.identified) {
    const key = caseless(identified.userName);
    const before = earlier.get(key);
    if (before !== undefined && contradicts(identified.listed, before.person)) {
      rows.push(contradiction(identified.listed, identified.userName));
      continue;
    }
    const groupNames = [...new Set([...identified.listed.groups, ...settings.groups].map(spelled))];
    const { plan, after } = planRow(identified, groupNames, before, school);
    const check = warnings.get(plan.row);
    rows.push(check === undefined ? plan : { ...plan, check });
    earlier.set(key, after);
  }
  return { rows: rows.sort((a, b) => a.row - b.row), newGroups: made };
}
