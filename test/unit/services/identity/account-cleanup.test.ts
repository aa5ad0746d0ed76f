import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { NodeId } from '../../../../src/base/ids.ts';
import type { AccessControlList } from '../../../../src/domain/access/acl.ts';
import type { Caller } from '../../../../src/domain/access/caller.ts';
import type { PersonRecord } from '../../../../src/domain/identity/person-records.ts';
import { newNode } from '../../../../src/domain/nodes/new-node.ts';
import type { Seams } from '../../../../src/ports/seams.ts';
import { type Store, TrimmedChanges } from '../../../../src/ports/store.ts';
import { putNodeVersion } from '../../../../src/services/records/version-records.ts';
import type { Services } from '../../../../src/services/services.ts';
import { bareRepository, memorySeams } from '../../../support/bare-repository.ts';
import { createMemoryStore } from '../../../support/memory/store.ts';

const page = { skip: 0, limit: 10_000 };
const at = '2026-01-01T00:00:00.000Z';

describe('what a person leaves', () => {
  let seams: Seams;
  let services: Services;
  let admin: Caller;
  let dora: PersonRecord;

  const callerOf = async (userName: string): Promise<Caller> => {
    const caller = await services.callers.of(userName);
    if (caller === undefined) throw new Error(`${userName} is missing.`);
    return caller;
  };
  const make = (userName: string) => services.people.create({ userName, password: undefined });
  /** As many nodes in the home of this person, made in few changes. */
  const fill = async (person: PersonRecord, count: number, acl?: AccessControlList): Promise<NodeId[]> => {
    const ids = Array.from({ length: count }, () => seams.randomness.nodeId());
    await seams.store.change(async (change) => {
      for (const id of ids) {
        const place = { id, parent: person.home, type: 'ccm:io', folder: false, name: id, at, by: person.userName };
        putNodeVersion(change, newNode(acl === undefined ? place : { ...place, acl }), '');
      }
    });
    return ids;
  };
  const ownersOf = async (ids: readonly NodeId[]): Promise<Set<string | undefined>> => {
    const nodes = await seams.store.nodes.getMany(ids);
    return new Set(nodes.map((node) => node?.owner));
  };
  /** The same repository after the process was started again. */
  const restart = async (given: Partial<Seams> = {}): Promise<void> => {
    await services.accountCleanup.stop();
    seams = { ...seams, ...given };
    // What was founded before is left as it is.
    services = await bareRepository(seams);
  };

  beforeEach(async () => {
    seams = memorySeams();
    services = await bareRepository(seams);
    admin = await callerOf('admin');
    dora = await make('dora');
    await make('carla');
  });

  afterEach(() => services.accountCleanup.stop());

  test('is handed over, to the last node, and listed as the new owner’s', async () => {
    const ids = await fill(dora, 2_500);
    await services.authorityRemovals.person(admin, 'dora', 'carla');
    await services.accountCleanup.finish();
    expect(await ownersOf([...ids, dora.home])).toEqual(new Set(['carla']));
    const listed = await services.listings.children(await callerOf('carla'), dora.home, page);
    expect(listed.total).toBe(2_500);
    expect(await seams.store.departures.has('dora')).toBe(false);
  });

  test('is handed over even if the change log was trimmed during the cleanup', async () => {
    const { store } = seams;
    let trims = 1;
    async function* changesSince(commit: number) {
      trims -= 1;
      if (trims >= 0) throw new TrimmedChanges(commit, commit + 1);
      yield* store.changesSince(commit);
    }
    const trimming: Store = Object.create(store, { changesSince: { value: changesSince } });
    await restart({ store: trimming });
    const ids = await fill(dora, 10);
    await services.authorityRemovals.person(admin, 'dora', 'carla');
    await services.accountCleanup.finish();
    expect(trims).toBeLessThan(0);
    expect(await ownersOf(ids)).toEqual(new Set(['carla']));
    expect(await store.departures.has('dora')).toBe(false);
  });

  test('is handed over in the archive too, and stays out of its folder', async () => {
    const [id] = await fill(dora, 1);
    if (id === undefined) throw new Error('No node was made.');
    await services.removals.remove(await callerOf('dora'), id, { archive: true });
    await services.authorityRemovals.person(admin, 'dora', 'carla');
    await services.accountCleanup.finish();
    expect(await seams.store.nodes.get(id)).toMatchObject({ owner: 'carla', archived: { by: 'dora' } });
    expect((await services.listings.children(await callerOf('carla'), dora.home, page)).total).toBe(0);
  });

  test('keeps its bylines', async () => {
    const [id] = await fill(dora, 1);
    await services.authorityRemovals.person(admin, 'dora', 'carla');
    await services.accountCleanup.finish();
    expect(await seams.store.nodes.get(id ?? '')).toMatchObject({ createdBy: 'dora', modifiedBy: 'dora' });
  });

  test('leaves every list, and a list with nothing more to say goes with it', async () => {
    const carla = { authority: 'carla', permission: 'Consumer' };
    const gone = { authority: 'dora', permission: 'Coordinator' };
    const owner = await make('erik');
    const [alone] = await fill(owner, 1, { inherits: true, entries: [gone] });
    const [closed] = await fill(owner, 1, { inherits: false, entries: [gone] });
    const [shared] = await fill(owner, 1, { inherits: true, entries: [gone, carla] });
    await services.authorityRemovals.person(admin, 'dora', undefined);
    await services.accountCleanup.finish();
    const acl = async (id: NodeId | undefined) => (await seams.store.nodes.get(id ?? ''))?.acl;
    expect(await acl(alone)).toBeNull();
    expect(await acl(closed)).toEqual({ inherits: false, entries: [] });
    expect(await acl(shared)).toEqual({ inherits: true, entries: [carla] });
    const entry = await seams.store.children.get(`${owner.home}/${alone}`);
    expect(entry).toMatchObject({ id: alone, ownAcl: false, owner: 'erik' });
  });

  test('is taken up again after a restart, and the name is free only then', async () => {
    const ids = await fill(dora, 500);
    await services.accountCleanup.stop();
    await services.authorityRemovals.person(admin, 'dora', 'carla');
    await expect(make('dora')).rejects.toMatchObject({ code: 'Unavailable' });
    await restart();
    const namesake = await make('dora');
    expect(await ownersOf(ids)).toEqual(new Set(['carla']));
    expect(namesake.home).not.toBe(dora.home);
    expect(namesake.credentialStamp).not.toBe(dora.credentialStamp);
  });

  test('waits where the disk refuses, and so does the name', async () => {
    const ids = await fill(dora, 300);
    await services.accountCleanup.stop();
    await services.authorityRemovals.person(admin, 'dora', 'carla');
    const full = failingAfter(seams.store, 1);
    await restart({ store: full });
    await services.accountCleanup.finish();
    expect(await ownersOf(ids)).toEqual(new Set(['dora', 'carla']));
    await expect(services.people.ensure({ userName: 'dora', profile: {} })).rejects.toMatchObject({
      code: 'Unavailable',
    });
    full.heal();
    await services.people.ensure({ userName: 'dora', profile: {} });
    expect(await ownersOf(ids)).toEqual(new Set(['carla']));
  });

  test('that landed while it was being read is handed over as well', async () => {
    await fill(dora, 1_200);
    await services.accountCleanup.stop();
    await services.authorityRemovals.person(admin, 'dora', 'carla');
    let late: NodeId[] = [];
    const slow = afterFirstPage(seams.store, async () => {
      // Before every other id, where nobody looks any more.
      late = ['00000000-0000-4000-8000-000000000000' as NodeId];
      await seams.store.change(async (change) => {
        const place = {
          id: late[0] ?? dora.home,
          parent: dora.home,
          type: 'ccm:io',
          folder: false,
          name: 'late',
          at,
          by: 'dora',
        };
        putNodeVersion(change, newNode(place), '');
      });
    });
    await restart({ store: slow });
    await services.accountCleanup.finish();
    expect(late).toHaveLength(1);
    expect(await ownersOf(late)).toEqual(new Set(['carla']));
  });

  test('of a group is nothing but what it was granted', async () => {
    await services.groups.create('7a', {}, undefined);
    const [id] = await fill(dora, 1, {
      inherits: true,
      entries: [{ authority: 'GROUP_7a', permission: 'Consumer' }],
    });
    await services.authorityRemovals.group('7a');
    await services.groups.create('7a', {}, undefined);
    expect(await seams.store.nodes.get(id ?? '')).toMatchObject({ acl: null, owner: 'dora' });
  });
});

/** A store whose disk is full after so many changes, until it is healed. */
function failingAfter(store: Store, count: number): Store & { heal(): void } {
  let left = count;
  return {
    ...store,
    get lastCommit() {
      return store.lastCommit;
    },
    async change(work) {
      if (left <= 0) throw new Error('The disk is full.');
      left -= 1;
      return store.change(work);
    },
    heal() {
      left = Number.POSITIVE_INFINITY;
    },
  };
}

/** A store in which something happens once, when the first page of nodes was read. */
function afterFirstPage(store: Store, happens: () => Promise<void>): Store {
  let pages = 0;
  return {
    ...store,
    get lastCommit() {
      return store.lastCommit;
    },
    nodes: {
      ...store.nodes,
      async *entries(range) {
        pages += 1;
        if (pages === 2) await happens();
        yield* store.nodes.entries(range);
      },
    },
  };
}

test('10,000 people are searched page by page, each record read once per call', async () => {
  const store = createMemoryStore();
  let read = 0;
  const counting: Store = {
    ...store,
    get lastCommit() {
      return store.lastCommit;
    },
    people: {
      ...store.people,
      async *entries(range) {
        for await (const entry of store.people.entries(range)) {
          read += 1;
          yield entry;
        }
      },
    },
  };
  const services = await bareRepository(memorySeams({ store: counting }));
  const model = await services.people.get('admin');
  await store.change(async (change) => {
    for (let n = 0; n < 10_000; n += 1) {
      const userName = `person-${n}`;
      change.people.put(userName, { ...model, userName, firstName: `Vorname ${n}`, lastName: `Nachname ${n % 10}` });
    }
  });
  const found: string[] = [];
  for (let skip = 0; skip < 1_000; skip += 250) {
    read = 0;
    const { items, total } = await services.people.search('nachname 7', { skip, limit: 250 });
    expect(total).toBe(1_000);
    expect(read).toBe(10_001);
    found.push(...items);
  }
  expect(found).toEqual(Array.from({ length: 1_000 }, (_, index) => `person-${index * 10 + 7}`));
});
