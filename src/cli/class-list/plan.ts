import { administratorProblem } from './administrators.ts';
import type { ListedPerson, RowProblem } from './class-list.ts';
import { caseless, type KnownPerson, type KnownSchool } from './known-people.ts';
import { type Identified, matchPeople, nameMatchWarning } from './person-matching.ts';
import { warningsOf } from './warnings.ts';

/** The profile of a person, without the values that are missing from the list. */
interface PlannedProfile {
  readonly firstName?: string;
  readonly lastName?: string;
  readonly email?: string;
  readonly primaryAffiliation?: string;
}

export interface RowPlan {
  readonly row: number;
  readonly userName: string;
  /** `make`: create the person; `change`: update an existing person; `keep`: nothing to change. */
  readonly action: 'make' | 'change' | 'keep';
  /** The whole profile of a new person, or the values that differ. */
  readonly profile: PlannedProfile;
  /** Groups to add the person to. */
  readonly addTo: readonly string[];
  /** The password on the list for a new person; undefined if the list has none. */
  readonly password: string | undefined;
  /** Whether the list has a password for an existing person. */
  readonly ignoresPassword?: boolean;
  /** A warning about a possible mistake in the row; undefined if there is none. */
  readonly check?: string;
  /** A warning that only the name identifies the account; undefined if more does, or if nothing changes. */
  readonly nameMatch?: string;
}

export interface ImportPlan {
  /** The planned rows, in the order of the list. */
  readonly rows: readonly (RowPlan | RowProblem)[];
  /** Groups to create, in the order of the list. */
  readonly newGroups: readonly string[];
}

export interface PlanSettings {
  /** Groups to which every listed person is added. */
  readonly groups: readonly string[];
  /** Match people by name even if their groups differ. */
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

/** The values that differ from the repository. Empty cells are ignored. */
function differences(listed: ListedPerson, known: KnownPerson): PlannedProfile {
  const { affiliation, blocked: _, ...rest } = known;
  const before: Readonly<Record<string, unknown>> = { ...rest, primaryAffiliation: affiliation };
  return Object.fromEntries(Object.entries(profileOf(listed)).filter(([name, value]) => before[name] !== value));
}

/** Unifies the spelling of group names that differ in case: the known name, or the first one on the list. */
function groupSpelling(known: readonly string[]): { spelled(name: string): string; readonly newGroups: string[] } {
  const spellings = new Map(known.map((name) => [caseless(name), name]));
  const newGroups: string[] = [];
  const spelled = (name: string): string => {
    const present = spellings.get(caseless(name));
    if (present !== undefined) return present;
    spellings.set(caseless(name), name);
    newGroups.push(name);
    return name;
  };
  return { spelled, newGroups };
}

/** The state of a person after earlier rows. */
interface Earlier {
  readonly groups: Set<string>;
  readonly person: KnownPerson;
}

/** The person after a row. An empty cell changes nothing. */
const afterRow = (userName: string, listed: ListedPerson, before: KnownPerson | undefined): KnownPerson => ({
  userName,
  firstName: listed.firstName || (before?.firstName ?? ''),
  lastName: listed.lastName || (before?.lastName ?? ''),
  email: listed.email || (before?.email ?? ''),
  affiliation: listed.affiliation || (before?.affiliation ?? ''),
  blocked: before?.blocked ?? false,
});

const contradiction = ({ row }: ListedPerson, userName: string): RowProblem => ({
  row,
  column: '',
  why: `An earlier row has a different name for ${userName}. Two people cannot share a user name.`,
});

const contradicts = (a: ListedPerson, b: KnownPerson): boolean =>
  (['firstName', 'lastName'] as const).some((field) => a[field] !== '' && b[field] !== '' && a[field] !== b[field]);

const isNameless = ({ action, profile }: RowPlan): boolean =>
  action === 'make' && profile.firstName === undefined && profile.lastName === undefined;

function withChecks(plan: RowPlan, warning: string | undefined, nameMatch: string | undefined): RowPlan {
  const checks = [warning, isNameless(plan) ? 'a new account without a name' : undefined];
  const check = checks.filter((text) => text !== undefined).join('; ');
  return { ...plan, ...(check === '' ? {} : { check }), ...(nameMatch === undefined ? {} : { nameMatch }) };
}

const ignoresPassword = ({ listed, known }: Identified): boolean => known !== undefined && listed.password !== '';

function planRow(
  identified: Identified,
  groupNames: readonly string[],
  earlier: Earlier | undefined,
  school: KnownSchool,
) {
  const { listed, known } = identified;
  const before = earlier?.person ?? known;
  // User names keep the spelling of the account or of the first row.
  const userName = before?.userName ?? identified.userName;
  const groups = earlier?.groups ?? new Set((school.groupsOf.get(userName) ?? []).map(caseless));
  const addTo = groupNames.filter((name) => !groups.has(caseless(name)));
  const profile = before === undefined ? profileOf(listed) : differences(listed, before);
  const changes = addTo.length > 0 || Object.keys(profile).length > 0;
  const action = before === undefined ? 'make' : changes ? 'change' : 'keep';
  const password = before === undefined && listed.password !== '' ? listed.password : undefined;
  const plan: RowPlan = {
    row: listed.row,
    userName,
    action,
    profile,
    addTo,
    password,
    ignoresPassword: ignoresPassword(identified),
  };
  for (const name of addTo) groups.add(caseless(name));
  return { plan, after: { groups, person: afterRow(userName, listed, before) } };
}

/** Plans an import: creates or updates all listed people and adds them to their groups. Nothing is removed. */
export function planImport(
  list: readonly ListedPerson[],
  problems: readonly RowProblem[],
  school: KnownSchool,
  settings: PlanSettings,
): ImportPlan {
  const matched = matchPeople(list, school, settings);
  const { spelled, newGroups } = groupSpelling(school.groups);
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
    const why = administratorProblem(identified, plan, school.administrators);
    if (why !== undefined) {
      rows.push({ row: plan.row, column: '', why });
      continue;
    }
    const nameMatch = nameMatchWarning(identified, plan.action === 'change', school);
    rows.push(withChecks(plan, warnings.get(plan.row), nameMatch));
    earlier.set(key, after);
  }
  return { rows: rows.sort((a, b) => a.row - b.row), newGroups };
}
