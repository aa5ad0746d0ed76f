import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeEach, describe, expect, test } from 'vitest';
import type { ContentHash, NodeId } from '../../../../src/base/ids.ts';
import type { Caller } from '../../../../src/domain/access/caller.ts';
import type { ContentStore } from '../../../../src/ports/content-store.ts';
import type { Seams } from '../../../../src/ports/seams.ts';
import type { Services } from '../../../../src/services/services.ts';
import { createRetentionService } from '../../../../src/services/trash/retention.ts';
import {
  addPerson,
  bareRepository,
  callerOf,
  homeOf,
  makeBareNode,
  memorySeams,
} from '../../../support/bare-repository.ts';
import { type HeldClock, heldClock } from '../../../support/held-clock.ts';
import { createMemoryContentStore } from '../../../support/memory/content-store.ts';

const day = 24 * 3_600_000;
const everything = { skip: 0, limit: 1_000 };

let clock: HeldClock;
let content: ContentStore;
let seams: Seams;
let services: Services;
let anna: Caller;

beforeEach(async () => {
  clock = heldClock();
  const memory = createMemoryContentStore();
  // Everything is of age here: the grace time is the store's own business and has its tests there.
  content = { ...memory, sweep: (inUse) => memory.sweep(inUse, 0) };
  seams = memorySeams({ clock, content });
  services = await bareRepository(seams);
  anna = await addPerson(services, 'anna');
});

const folder = async (parent: NodeId, name: string): Promise<NodeId> =>
  (await makeBareNode(services, anna, parent, { type: 'ccm:map', name })).id;

async function file(parent: NodeId, name: string, text: string): Promise<{ id: NodeId; hash: ContentHash }> {
  const { id } = await makeBareNode(services, anna, parent, { type: 'ccm:io', name });
  const node = await services.nodes.replaceContent(anna, id, {
    bytes: Readable.from([text]),
    mimeTypes: ['text/plain'],
    fileName: name,
    versionComment: '',
  });
  if (node.content === null) throw new Error('It has content now.');
  return { id, hash: node.content.hash };
}

const remove = (id: NodeId, archive = true) => services.removals.remove(anna, id, { archive });

const inTrash = async (caller: Caller): Promise<string[]> => {
  const { items } = await services.trash.search(caller, { pattern: '*', person: undefined, order: [] }, everything);
  return (await services.trash.find(caller, items)).map(({ node }) => node.name);
};

describe('what lies in the trash', () => {
  test('is removed when its time is over, and its content is swept then', async () => {
    const top = await folder(homeOf(anna), 'top');
    const { id, hash } = await file(top, 'a.txt', 'only here');
    const kept = await file(homeOf(anna), 'b.txt', 'kept');
    await remove(top);
    clock.goOn(90 * day - 1);
    expect(await services.retention.sweep()).toBe(0);
    expect(await services.contentGc.sweep()).toBe(0);
    expect(await content.has(hash)).toBe(true);
    clock.goOn(1);
    expect(await services.retention.sweep()).toBe(1);
    await services.purges.finish();
    expect(await seams.store.nodes.has(top)).toBe(false);
    expect(await seams.store.nodes.has(id)).toBe(false);
    expect(await inTrash(anna)).toEqual([]);
    expect(await services.contentGc.sweep()).toBe(1);
    expect(await content.has(hash)).toBe(false);
    const bytes = await content.read(kept.hash);
    expect(bytes === undefined ? undefined : (await buffer(bytes)).toString()).toBe('kept');
    expect(await services.retention.sweep()).toBe(0);
  });

  test('keeps content that something else names', async () => {
    const first = await file(homeOf(anna), 'a.txt', 'twice');
    const second = await file(homeOf(anna), 'b.txt', 'twice');
    await remove(first.id);
    await services.trash.purge(anna, [first.id]);
    await services.purges.finish();
    expect(await services.contentGc.sweep()).toBe(0);
    expect(await content.has(second.hash)).toBe(true);
  });

  test('counts from when it was deleted last', async () => {
    const top = await folder(homeOf(anna), 'top');
    await remove(top);
    clock.goOn(60 * day);
    await services.restoring.restore(anna, [top], undefined);
    await remove(top);
    clock.goOn(60 * day);
    expect(await services.retention.sweep()).toBe(0);
    clock.goOn(30 * day);
    expect(await services.retention.sweep()).toBe(1);
  });

  test('goes by its own time, and not with the folder that it was in', async () => {
    const top = await folder(homeOf(anna), 'top');
    const { id } = await file(top, 'a.txt', 'text');
    await remove(top);
    clock.goOn(1 * day);
    await services.restoring.restore(anna, [top], undefined);
    await remove(id);
    await remove(top);
    await services.trash.purge(anna, [top]);
    await services.purges.finish();
    expect(await inTrash(anna)).toEqual(['a.txt']);
    await services.restoring.restore(anna, [id], homeOf(anna));
    expect((await seams.store.nodes.get(id))?.parent).toBe(homeOf(anna));
  });

  test('stays for ever where nothing else is said', async () => {
    await remove(await folder(homeOf(anna), 'top'));
    clock.goOn(10_000 * day);
    const keeping = createRetentionService(seams, services.purges, { keptFor: null });
    expect(await keeping.sweep()).toBe(0);
    expect(await inTrash(anna)).toEqual(['top']);
  });

  test('leaves no row behind when its time is over, also of what is gone', async () => {
    const other = await folder(homeOf(anna), 'other');
    await remove(other);
    await seams.store.change(async (change) => change.nodes.delete(other));
    clock.goOn(91 * day);
    await services.retention.sweep();
    for await (const key of seams.store.trash.keys()) expect.fail(`${key} was left.`);
  });

  test('is removed in many small steps, all of it', async () => {
    const home = homeOf(anna);
    for (let n = 0; n < 230; n += 1) await remove(await folder(home, `folder ${n}`));
    clock.goOn(91 * day);
    expect(await services.retention.sweep()).toBe(230);
    expect(await inTrash(anna)).toEqual([]);
    for await (const key of seams.store.trash.keys()) expect.fail(`${key} was left.`);
  });
});

describe('the trash of somebody who leaves', () => {
  const admin = () => callerOf(services, 'admin');

  const shareAll = async (id: NodeId) =>
    services.permissions.set(anna, id, {
      inherits: true,
      entries: [{ authority: 'bert', type: undefined, permissions: ['Coordinator'] }],
    });

  test('goes to whoever gets their material, and to nobody who has their name later', async () => {
    const bert = await addPerson(services, 'bert');
    await addPerson(services, 'carla');
    const shared = await folder(homeOf(anna), 'shared');
    await shareAll(shared);
    const { id } = await file(shared, 'of anna', 'text');
    const own = (await makeBareNode(services, bert, homeOf(bert), { type: 'ccm:io', name: 'of bert' })).id;
    await services.removals.remove(bert, id, { archive: true });
    await services.removals.remove(bert, own, { archive: true });
    expect((await inTrash(bert)).sort()).toEqual(['of anna', 'of bert']);
    await services.authorityRemovals.person(await admin(), 'bert', 'carla');
    await services.accountCleanup.finish();
    const again = await addPerson(services, 'bert');
    expect(await inTrash(again)).toEqual([]);
    await expect(services.restoring.restore(again, [id], undefined)).rejects.toMatchObject({ code: 'NotFound' });
    const carla = await callerOf(services, 'carla');
    expect((await inTrash(carla)).sort()).toEqual(['of anna', 'of bert']);
    expect((await seams.store.nodes.get(id))?.archived?.by).toBe('bert');
    await services.restoring.restore(carla, [own], undefined);
    await services.restoring.restore(anna, [id], undefined);
    expect(await inTrash(carla)).toEqual([]);
  });

  test('lets the lists of what was shared go with the person', async () => {
    await addPerson(services, 'bert');
    const shared = await folder(homeOf(anna), 'shared');
    await shareAll(shared);
    await services.authorityRemovals.person(await admin(), 'bert', 'admin');
    await services.accountCleanup.finish();
    expect(await services.shares.byCaller(anna)).toEqual([]);
    const again = await addPerson(services, 'bert');
    expect(await services.shares.withCaller(again, { personally: false })).toEqual([]);
    for await (const key of seams.store.grants.keys({ prefix: 'bert/' })) {
      expect(key, 'a row of the new home and nothing else').toBe(`bert/${again.home}`);
    }
  });
});

describe('what was deleted and restored', () => {
  test('is found by a search index that was made anew meanwhile', async () => {
    const top = await folder(homeOf(anna), 'wiederfinden');
    const inner = await file(top, 'wiederfinden.txt', 'text');
    await remove(top);
    const found = async () => (await services.search.nodes(anna, 'wiederfinden', everything)).ids;
    expect(await found()).toEqual([]);
    (await seams.openIndex()).clear();
    expect(await found()).toEqual([]);
    await services.restoring.restore(anna, [top], undefined);
    expect((await found()).toSorted()).toEqual([top, inner.id].toSorted());
  });

  test('goes back into its folder, wherever that was moved', async () => {
    const [from, to] = [await folder(homeOf(anna), 'from'), await folder(homeOf(anna), 'to')];
    const inner = await folder(from, 'inner');
    const { id } = await file(inner, 'a.txt', 'text');
    await remove(id);
    await services.moves.move(anna, to, { source: inner, name: undefined });
    const [restored] = await services.restoring.restore(anna, [id], undefined);
    expect(restored?.path).toBe('~/to/inner/a.txt');
    expect((await services.listings.children(anna, inner, everything)).items.map((node) => node.id)).toEqual([id]);
  });
});
