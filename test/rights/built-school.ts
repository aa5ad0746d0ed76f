import { Readable } from 'node:stream';
import type { NodeId } from '../../src/base/ids.ts';
import { anonymousCaller, type Caller } from '../../src/domain/access/caller.ts';
import { newGroup } from '../../src/domain/identity/new-group.ts';
import { emptyProfile } from '../../src/domain/identity/person-profile.ts';
import { newNode } from '../../src/domain/nodes/new-node.ts';
import type { NodeRecord } from '../../src/domain/nodes/records.ts';
import type { ContentStore } from '../../src/ports/content-store.ts';
import type { Seams } from '../../src/ports/seams.ts';
import type { Change } from '../../src/ports/store.ts';
import { deleteMembership, putMembership } from '../../src/services/records/membership-records.ts';
import { childKey } from '../../src/services/records/node-changes.ts';
import { putNodeVersion } from '../../src/services/records/version-records.ts';
import type { Services } from '../../src/services/services.ts';
import { servicesOver, setList } from '../support/bare-repository.ts';
import { referenceTo } from '../support/content-reference.ts';
import { isArchived, upwards } from './brute-force.ts';
import {
  type Asker,
  allGroups,
  type List,
  type MembershipStep,
  type Plan,
  people,
  type School,
  type Step,
  words,
} from './school.ts';

/** A school in a repository. */
export interface BuiltSchool {
  readonly services: Services;
  readonly ids: readonly NodeId[];
  callerOf(asker: Asker): Promise<Caller>;
  /** Does what the step says to the repository; gives the school as it is then. */
  take(school: School, step: Step): Promise<School>;
}

const at = '2026-01-01T00:00:00.000Z';
const administrators = 'GROUP_ALFRESCO_ADMINISTRATORS';

type Texts = ReadonlyMap<string, NonNullable<NodeRecord['content']>>;

/** One content for each word. */
export async function writeTexts(content: ContentStore): Promise<Texts> {
  const written = words.map(async (word) => {
    const stored = await content.write(Readable.from([Buffer.from(word)]));
    return [word, referenceTo(stored)] as const;
  });
  return new Map(await Promise.all(written));
}

const aclOf = (list: List): NonNullable<NodeRecord['acl']> => ({
  inherits: list.inherits,
  entries: list.entries.map(([authority, permission]) => ({ authority, permission })),
});

function recordOf(plan: Plan, number: number, ids: readonly NodeId[], texts: Texts): NodeRecord {
  const id = ids[number];
  if (id === undefined) throw new Error(`Node ${number} has no id.`);
  const node = newNode({
    id,
    parent: plan.parent === null ? null : (ids[plan.parent] ?? null),
    type: plan.folder ? 'ccm:map' : 'ccm:io',
    folder: plan.folder,
    name: `n${number}`,
    at,
    by: plan.owner,
    properties: { 'cclom:title': [plan.title], 'cclom:general_keyword': [plan.keyword] },
    ...(plan.list === null ? {} : { acl: aclOf(plan.list) }),
    ...(plan.safe && plan.parent === null ? { area: 'safe' as const } : {}),
  });
  const content = plan.text === null ? null : (texts.get(plan.text) ?? null);
  return { ...node, content, archived: plan.archived ? { at, by: 'admin' } : null };
}

function putPeople(change: Change, ids: readonly NodeId[], seams: Pick<Seams, 'randomness'>): void {
  const [home] = ids;
  if (home === undefined) throw new Error('There is no top folder.');
  for (const userName of [...people, 'admin']) {
    const credentialStamp = seams.randomness.secret();
    change.people.put(userName, {
      ...emptyProfile,
      id: seams.randomness.secret(),
      userName,
      passwordHash: null,
      credentialStamp,
      home,
      createdAt: at,
    });
  }
  for (const group of allGroups) change.groups.put(group, newGroup(group, {}, at));
  putMembership(change, 'admin', administrators, at);
}

/** Writes the school into an empty store, and puts the services over it. */
export async function buildSchool(school: School, seams: Seams, texts: Texts): Promise<BuiltSchool> {
  const ids = school.nodes.map(() => seams.randomness.nodeId());
  await seams.store.change(async (change) => {
    putPeople(change, ids, seams);
    for (const [member, group] of school.memberships) putMembership(change, member, group, at);
    for (const [number, plan] of school.nodes.entries()) putNodeVersion(change, recordOf(plan, number, ids, texts), '');
  });
  const [companyHome] = ids;
  if (companyHome === undefined) throw new Error('There is no top folder.');
  const landmarks = { companyHome, userHomes: seams.randomness.nodeId(), collections: seams.randomness.nodeId() };
  const services = servicesOver(seams, landmarks);
  const callerOf = async (asker: Asker): Promise<Caller> => {
    if (asker.kind === 'guest') return services.callers.unknown();
    if (asker.kind === 'nobody') return anonymousCaller;
    const caller = await services.callers.of(asker.name, asker.safe ? 'safe' : null);
    if (caller === undefined) throw new Error(`There is no ${asker.name}.`);
    return caller;
  };
  const built = { services, ids, callerOf };
  return { ...built, take: (now, step) => take(now, step, built, seams) };
}

const changed = (school: School, number: number, parts: Partial<Plan>): School => ({
  ...school,
  nodes: school.nodes.map((plan, other) => (other === number ? { ...plan, ...parts } : plan)),
});

type Built = Omit<BuiltSchool, 'take'>;

function take(school: School, step: Step, built: Built, seams: Seams): Promise<School> {
  if ('membership' in step) return changeMembership(school, step, built, seams);
  const number = step.node % school.nodes.length;
  if (step.does === 'restore') return restore(school, number, built, seams);
  if (isArchived(school, number)) return Promise.resolve(school);
  if (step.does === 'list') return changeList(school, number, step.list, built);
  if (school.nodes[number]?.parent === null) return Promise.resolve(school);
  return step.does === 'move' ? move(school, number, step.to, built, seams) : archive(school, number, built);
}

const idOf = ({ ids }: Built, number: number): NodeId => {
  const id = ids[number];
  if (id === undefined) throw new Error(`Node ${number} has no id.`);
  return id;
};

/** Who may do everything where the node is. */
const adminAt = (school: School, number: number, { callerOf }: Built): Promise<Caller> =>
  callerOf({ kind: 'person', name: 'admin', safe: school.nodes[number]?.safe === true });

async function changeList(school: School, number: number, list: List | null, built: Built): Promise<School> {
  const { inherits, entries } = list ?? { inherits: true, entries: [] };
  await setList(built.services, await adminAt(school, number, built), idOf(built, number), inherits, ...entries);
  return changed(school, number, { list });
}

async function archive(school: School, number: number, built: Built): Promise<School> {
  await built.services.removals.remove(await adminAt(school, number, built), idOf(built, number), { archive: true });
  return changed(school, number, { archived: true });
}

async function restore(school: School, number: number, built: Built, seams: Seams): Promise<School> {
  const { archived = false, parent = null } = school.nodes[number] ?? {};
  if (!archived || parent === null || isArchived(school, parent)) return school;
  await rewrite(built, seams, number, (node) => ({ ...node, archived: null }));
  return changed(school, number, { archived: false });
}

/** The folders that a node can be moved to; `to` is taken modulo how many there are. */
const targetsOf = (school: School, number: number): number[] =>
  [...school.nodes.entries()].flatMap(([to, { folder, safe }]) => {
    const possible = folder && safe === school.nodes[number]?.safe && !isArchived(school, to);
    return possible && !upwards(school, to).includes(number) ? [to] : [];
  });

async function move(school: School, number: number, to: number, built: Built, seams: Seams): Promise<School> {
  const targets = targetsOf(school, number);
  const target = targets[to % targets.length];
  const parent = target === undefined ? undefined : built.ids[target];
  if (target === undefined || parent === undefined) return school;
  await rewrite(built, seams, number, (node) => ({ ...node, parent }));
  return changed(school, number, { parent: target });
}

/** Writes a node anew as services do that move and restore. */
async function rewrite(
  { services, ids }: Built,
  seams: Seams,
  number: number,
  how: (node: NodeRecord) => NodeRecord,
): Promise<void> {
  await seams.store.change(async (change) => {
    const before = await change.nodes.get(ids[number] ?? '');
    if (before === undefined || before.parent === null) throw new Error(`Node ${number} cannot be rewritten.`);
    change.children.delete(childKey(before.parent, before.name));
    const after = how(before);
    putNodeVersion(change, after, '');
    change.afterCommit(() => services.rights.changed(after));
  });
}

async function changeMembership(
  school: School,
  { does, membership: [member, group] }: MembershipStep,
  { services }: Built,
  seams: Seams,
): Promise<School> {
  const others = school.memberships.filter(([one, into]) => one !== member || into !== group);
  await seams.store.change(async (change) => {
    if (does === 'join') putMembership(change, member, group, at);
    else deleteMembership(change, member, group);
    change.afterCommit(() => services.callers.forget(member));
  });
  return { ...school, memberships: does === 'join' ? [...others, [member, group]] : others };
}
