import fc from 'fast-check';
import { expect } from 'vitest';
import { RepositoryError } from '../../src/base/errors/errors.ts';
import type { AccessPlace } from '../../src/services/access/access-audits.ts';
import type { AccessReason } from '../../src/services/access/access-checks.ts';
import { memorySeams } from '../support/bare-repository.ts';
import {
  ending,
  isAdministrator,
  isArchived,
  isIn,
  isNamedBy,
  lettersOf,
  may,
  placesInForce,
  planAt,
  upwards,
} from './brute-force.ts';
import { type BuiltSchool, buildSchool, writeTexts } from './built-school.ts';
import { type Asker, allGroups, people, type School, school, step } from './school.ts';

type PersonAsker = Extract<Asker, { kind: 'person' }>;

/** Who asks about whom, and where; the node is taken modulo how many there are. */
interface Question {
  readonly caller: PersonAsker;
  /** Undefined: the guest. */
  readonly about: string | undefined;
  readonly node: number;
  readonly limit: number;
}

const name = fc.constantFrom<string>(...people, 'admin');

const question: fc.Arbitrary<Question> = fc.record({
  caller: fc.record({ kind: fc.constant('person' as const), name, safe: fc.boolean() }),
  about: fc.option(name, { nil: undefined, freq: 8 }),
  node: fc.nat({ max: 100 }),
  limit: fc.integer({ min: 1, max: 4 }),
});

/** The single rights that the slow reading knows, by its letters. */
const rightNames = { R: 'ReadProperties', C: 'ReadChildren', T: 'ReadContent', P: 'ReadPermissions' } as const;
const letters = Object.keys(rightNames) as (keyof typeof rightNames)[];

interface Situation {
  readonly now: School;
  readonly built: BuiltSchool;
  readonly question: Question;
  /** The node that is asked about. */
  readonly at: number;
}

const askerOf = ({ about, caller }: Question): Asker =>
  about === undefined ? { kind: 'guest' } : { kind: 'person', name: about, safe: caller.safe };

async function orCode<T>(call: Promise<T>): Promise<T | string> {
  try {
    return await call;
  } catch (error) {
    if (error instanceof RepositoryError) return error.code;
    throw error;
  }
}

const numberOf = ({ built }: Situation, id: string): number => built.ids.findIndex((each) => each === id);

/** Each name in a path is of a node that the caller may read. */
function expectReadablePath(situation: Situation, path: string): void {
  const { now, question } = situation;
  for (const [, number] of path.matchAll(/n(\d+)/g)) expect(may(now, question.caller, Number(number), 'R')).toBe(true);
}

/** The expected reasons for one right, each as a line; the place is missing where the caller may not read it. */
function expectedReasons({ now, question: { caller, ...rest }, at }: Situation, letter: string): string[] {
  const person = askerOf({ caller, ...rest });
  const { owner, safe } = planAt(now, at);
  const isThere = !isArchived(now, at) && safe === (person.kind === 'person' && person.safe);
  if (!isThere) return [];
  const lines: string[] = [];
  if (person.kind === 'person' && isAdministrator(now, person.name)) lines.push('administrator');
  else if (person.kind === 'person' && person.name === owner) lines.push('owner');
  for (const place of placesInForce(now, at)) {
    for (const [authority, permission] of planAt(now, place).list?.entries ?? []) {
      if (!isNamedBy(now, person, authority) || !lettersOf(permission).includes(letter)) continue;
      lines.push(`${authority} ${permission} ${may(now, caller, place, 'R') ? place : '?'}`);
    }
  }
  if (at === 0 && person.kind === 'person' && 'RC'.includes(letter)) lines.push('top-folder');
  return lines;
}

function lineOf(situation: Situation, { kind, permission, place, groups }: AccessReason): string {
  if (permission === null) return kind;
  const named = { everyone: 'GROUP_EVERYONE', guest: 'ROLE_GUEST', group: groups.at(-1) }[kind as string];
  return `${named ?? situation.question.about} ${permission} ${place === null ? '?' : numberOf(situation, place.id)}`;
}

/** The groups lead from the person to the entry, and those on the way are named only to those who may see them. */
function expectVisibleGroups({ now, question: { caller, about } }: Situation, { groups, kind }: AccessReason): void {
  const isSelf = caller.name === about;
  for (const [at, group] of groups.entries()) {
    const below = at === 0 ? about : groups[at - 1];
    if (group === null || below == null) continue;
    expect(
      now.memberships.some(([member, into]) => member === below && into === group) || group.includes('ADMIN'),
    ).toBe(true);
    if (at === groups.length - 1 && kind !== 'administrator') continue;
    const isVisible = isSelf || isAdministrator(now, caller.name) || isIn(now, caller.name, group);
    expect(isVisible || group === 'GROUP_ALFRESCO_ADMINISTRATORS').toBe(true);
  }
}

/** A check says what the rules say, with the reasons, and names nothing that the caller may not know. */
async function compareCheck(situation: Situation): Promise<void> {
  const { now, built, question, at } = situation;
  const { caller, about } = question;
  const id = built.ids[at];
  if (id === undefined) throw new Error(`There is no node ${at}.`);
  const asked = [...Object.values(rightNames), 'Read'];
  const checks = built.services.accessChecks;
  const told = await orCode(checks.check(await built.callerOf(caller), id, about ?? null, asked));
  const end = ending(now, caller, at, about === caller.name ? 'R' : 'P');
  if (typeof told === 'string' || end !== 'done') {
    expect(told).toBe(end);
    return;
  }
  const person = askerOf(question);
  for (const [number, letter] of letters.entries()) {
    const { granted, reasons } = told[number] ?? { granted: undefined, reasons: [] };
    const expected = may(now, person, at, letter);
    const lines = reasons.map((reason) => lineOf(situation, reason)).toSorted();
    expect([granted, lines]).toEqual([expected, expectedReasons(situation, letter).toSorted()]);
  }
  expect(told.at(-1)?.granted).toBe(may(now, person, at, 'R') && may(now, person, at, 'C'));
  for (const reason of told.flatMap(({ reasons }) => reasons)) {
    expectVisibleGroups(situation, reason);
    if (reason.place !== null) expectReadablePath(situation, reason.place.path);
  }
}

/** All pages of an audit, or the code of its refusal. */
async function audited({ built, question, at }: Situation, by: PersonAsker): Promise<AccessPlace[] | string> {
  const caller = await built.callerOf(by);
  const places: AccessPlace[] = [];
  let after: BuiltSchool['ids'][number] | undefined;
  for (;;) {
    const page = built.services.accessAudits.audit(caller, built.ids[at] as never, { after, limit: question.limit });
    const told = await orCode(page);
    if (typeof told === 'string') return told;
    places.push(...told.places);
    if (told.next === null) return places;
    after = told.next;
  }
}

/** What the audit says of a person's access to a node at or below the audited one, in letters. */
function accessBy(situation: Situation, places: readonly AccessPlace[], person: PersonAsker, node: number): string {
  const { now, at } = situation;
  if (isAdministrator(now, person.name)) return 'RCTP';
  const below = new Map(places.filter(({ above }) => !above).map((place) => [place.node?.id, place]));
  const way = upwards(now, node);
  const here = way.slice(0, way.indexOf(at) + 1).flatMap((each) => below.get(situation.built.ids[each]) ?? []);
  if (here[0]?.owner === person.name) return 'RCTP';
  const stop = here.findIndex(({ inherits }) => !inherits);
  const lists = stop < 0 ? [...here, ...places.filter(({ above }) => above)] : here.slice(0, stop + 1);
  const granted = lists
    .flatMap(({ entries }) => entries)
    .map(({ authority, permission }) => (isNamedBy(now, person, authority) ? lettersOf(permission) : ''));
  return `${granted.join('')}${node === 0 ? 'RC' : ''}`;
}

const hasEffect = (now: School, node: number): boolean => {
  const { list, owner, parent } = planAt(now, node);
  const differs = list !== null && (!list.inherits || list.entries.length > 0);
  return differs || (parent !== null && owner !== planAt(now, parent).owner);
};

const nodesBelow = (now: School, at: number): number[] =>
  [...now.nodes.keys()].filter((node) => upwards(now, node).includes(at) && !isArchived(now, node));

/** What an audit says to an administrator is everyone's access; to others the part whose permissions they may read. */
async function compareAudit(situation: Situation): Promise<void> {
  const { now, built, question, at } = situation;
  const { caller } = question;
  const told = await audited(situation, caller);
  const end = ending(now, caller, at, 'P');
  if (typeof told === 'string' || end !== 'done') {
    expect(told).toBe(end);
    return;
  }
  const seen = (node: number): boolean => may(now, caller, node, 'R') && may(now, caller, node, 'P');
  const expected = nodesBelow(now, at).filter((node) => node === at || (seen(node) && hasEffect(now, node)));
  const shown = told.flatMap(({ above, node }) => (above || node === null ? [] : [numberOf(situation, node.id)]));
  // A caller with no right but to read permissions is not told the path of the node itself.
  const ownName = may(now, caller, at, 'R') ? [] : [at];
  const numbers = [...ownName, ...shown.filter((node) => node === at || hasEffect(now, node))];
  expect(numbers.toSorted((a, b) => a - b)).toEqual(expected);
  for (const { node } of told) if (node !== null) expectReadablePath(situation, node.path);
  const whole = isAdministrator(now, caller.name) ? told : await audited(situation, { ...caller, name: 'admin' });
  if (typeof whole === 'string') throw new Error(`The administrator got ${whole}.`);
  for (const node of nodesBelow(now, at)) {
    for (const personName of people) {
      const person = { ...caller, name: personName };
      const access = accessBy(situation, whole, person, node);
      const differing = letters.filter((letter) => access.includes(letter) !== may(now, person, node, letter));
      expect([personName, node, differing]).toEqual([personName, node, []]);
    }
  }
  expect(built.ids).toHaveLength(now.nodes.length);
}

/** What is shared with somebody: entries on nodes of others that they may read. */
async function compareShared({ now, built, question: { caller, limit } }: Situation): Promise<void> {
  const rows: string[] = [];
  let after: string | undefined;
  do {
    const { sharedWithPeople } = built.services;
    const page = await sharedWithPeople.sharedWith(await built.callerOf(caller), caller.name, { after, limit });
    for (const { node, authority, permissions } of page.shared) {
      rows.push(`${built.ids.findIndex((id) => id === node.id)} ${authority} ${permissions.join()}`);
    }
    after = page.next ?? undefined;
  } while (after !== undefined);
  const authorities = [caller.name, ...allGroups.filter((group) => isNamedBy(now, caller, group))];
  const expected = [...now.nodes.entries()].flatMap(([node, { owner, list }]) =>
    authorities.flatMap((authority) => {
      const own = new Set(list?.entries.filter(([named]) => named === authority).map(([, permission]) => permission));
      const counts = own.size > 0 && owner !== caller.name && may(now, caller, node, 'R');
      return counts ? [`${node} ${authority} ${[...own].join()}`] : [];
    }),
  );
  const unique = rows.map((row) => row.replace(/\S+$/, (list) => [...new Set(list.split(','))].join()));
  expect(unique.toSorted()).toEqual(expected.toSorted());
}

const questionsPerSchool = 20;

/**
 * Random schools, in which things happen, with 20 questions each: checks, audits and lists of what is shared are what a slow
 * reading of the rules says, and name nothing that the caller may not know.
 */
export async function expectExplained(questions: number): Promise<void> {
  const asked = fc.array(question, { minLength: questionsPerSchool, maxLength: questionsPerSchool });
  const property = fc.asyncProperty(school, fc.array(step, { maxLength: 3 }), asked, async (begun, steps, all) => {
    const seams = memorySeams();
    const built = await buildSchool(begun, seams, await writeTexts(seams.content));
    let now = begun;
    for (const next of steps) now = await built.take(now, next);
    for (const each of all) {
      const situation = { now, built, question: each, at: each.node % now.nodes.length };
      await compareCheck(situation);
      await compareAudit(situation);
      await compareShared(situation);
    }
  });
  await fc.assert(property, { numRuns: Math.ceil(questions / questionsPerSchool) });
}
