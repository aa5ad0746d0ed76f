import { afterEach, beforeEach, expect, test } from 'vitest';
import { openSearchIndex } from '../../../src/adapters/search/search-index.ts';
import type { NodeId } from '../../../src/base/ids.ts';
import type { Caller } from '../../../src/domain/access/caller.ts';
import { rightsOfPermission } from '../../../src/domain/access/rights.ts';
import type { SearchRequest } from '../../../src/services/search/search.ts';
import type { Services } from '../../../src/services/services.ts';
import { temporaryFolder } from '../../conformance/temporary-folder.ts';
import {
  addPerson,
  bareRepository,
  homeOf,
  makeBareNode,
  memorySeams,
  setList,
} from '../../support/bare-repository.ts';
import { type HeldClock, heldClock } from '../../support/held-clock.ts';

const page: SearchRequest = { skip: 0, limit: 10 };

let folder: { readonly path: string; remove(): Promise<void> };
let clock: HeldClock;
let services: Services;
let anna: Caller;
let bert: Caller;
beforeEach(async () => {
  folder = await temporaryFolder();
  clock = heldClock();
  const index = await openSearchIndex({ folder: folder.path, log: memorySeams().log });
  services = await bareRepository(memorySeams({ clock, openIndex: () => Promise.resolve(index) }));
  [anna, bert] = [await addPerson(services, 'anna'), await addPerson(services, 'bert')];
});

afterEach(() => folder.remove());

const make = async (name: string, parent: NodeId = homeOf(anna)): Promise<NodeId> =>
  (await makeBareNode(services, anna, parent, { type: 'ccm:io', name })).id;

const found = async (caller: Caller, text: string, request = page): Promise<readonly NodeId[]> =>
  (await services.search.nodes(caller, text, request)).ids;

test('what was asked before is found again', async () => {
  const id = await make('wald');
  for (const _ of [1, 2, 3]) expect(await found(anna, 'wald')).toEqual([id]);
});

test('the same words with another page, order, kind or place are another question', async () => {
  for (const name of ['wald a', 'wald b']) await make(name);
  for (const _ of [1, 2]) {
    expect(await found(anna, 'wald')).toHaveLength(2);
    expect(await found(anna, 'wald', { ...page, limit: 1 })).toHaveLength(1);
    expect(await found(anna, 'wald', { ...page, skip: 2 })).toHaveLength(0);
    expect(await found(anna, 'wald', { ...page, kind: 'FOLDERS' })).toEqual([]);
    expect(await found(anna, 'wald', { ...page, below: homeOf(anna) })).toHaveLength(2);
    const upwards = await found(anna, 'wald', { ...page, sort: [{ property: 'cm:name', ascending: true }] });
    const downwards = await found(anna, 'wald', { ...page, sort: [{ property: 'cm:name', ascending: false }] });
    expect(downwards).toEqual(upwards.toReversed());
  }
});

test('nothing is remembered beyond a change of what is there, and of who may read it', async () => {
  const id = await make('wald');
  for (const _ of [1, 2]) expect([await found(anna, 'wald'), await found(bert, 'wald')]).toEqual([[id], []]);
  await setList(services, anna, id, true, ['bert', 'Consumer']);
  for (const _ of [1, 2]) expect([await found(anna, 'wald'), await found(bert, 'wald')]).toEqual([[id], [id]]);
  await setList(services, anna, id, true);
  for (const _ of [1, 2]) expect([await found(anna, 'wald'), await found(bert, 'wald')]).toEqual([[id], []]);
  await services.removals.remove(anna, id, { archive: true });
  for (const _ of [1, 2]) expect(await found(anna, 'wald')).toEqual([]);
});

test('a search by rights finds what the caller may change now', async () => {
  const id = await make('wald');
  await setList(services, anna, id, true, ['bert', 'Coordinator']);
  const changeable = { ...page, rights: rightsOfPermission('Write') };
  for (const _ of [1, 2]) expect(await found(bert, 'wald', changeable)).toEqual([id]);
  await setList(services, anna, id, true, ['bert', 'Consumer']);
  for (const _ of [1, 2]) expect(await found(bert, 'wald', changeable)).toEqual([]);
  expect(await found(bert, 'wald')).toEqual([id]);
});

test('what is asked about now is asked anew at any other time', async () => {
  const id = await make('wald');
  for (const _ of [1, 2]) expect(await found(anna, 'wald AND cm:created:[NOW TO MAX]')).toEqual([id]);
  clock.goOn(60_000);
  for (const _ of [1, 2]) expect(await found(anna, 'wald AND cm:created:[NOW TO MAX]')).toEqual([]);
});

test('who may not look into a folder any more finds nothing by its address, however often they did', async () => {
  const { id: shelf } = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:map', name: 'regal' });
  const id = await make('wald', shelf);
  await setList(services, anna, shelf, true, ['bert', 'Consumer']);
  await setList(services, anna, id, false, ['bert', 'Consumer']);
  const text = `wald AND ANCESTOR:"${shelf}"`;
  for (const _ of [1, 2]) {
    expect(await found(bert, text)).toEqual([id]);
    expect(await found(bert, 'wald', { ...page, below: shelf })).toEqual([id]);
  }
  await setList(services, anna, shelf, true);
  for (const _ of [1, 2]) {
    expect(await found(bert, 'wald')).toEqual([id]);
    expect(await found(bert, text)).toEqual([]);
    await expect(found(bert, 'wald', { ...page, below: shelf })).rejects.toMatchObject({ code: 'Forbidden' });
  }
});

test('a query that cannot be read is refused each time', async () => {
  for (const _ of [1, 2]) {
    await expect(found(anna, '"wald')).rejects.toMatchObject({ code: 'BadRequest' });
    await expect(found(anna, 'wald', { ...page, sort: [{ property: 'cn:name', ascending: true }] })).rejects.toThrow(
      'cm:name',
    );
  }
});
