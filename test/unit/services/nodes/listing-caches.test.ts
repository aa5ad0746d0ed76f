import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { openLevelStore } from '../../../../src/adapters/level/store.ts';
import { systemRandomness } from '../../../../src/adapters/system/randomness.ts';
import type { NodeId } from '../../../../src/base/ids.ts';
import { yieldToEventLoop } from '../../../../src/base/scheduling/event-loop.ts';
import type { Caller } from '../../../../src/domain/access/caller.ts';
import { defaultSortOrder, type SortOrder } from '../../../../src/domain/listing/child-order.ts';
import { newNode } from '../../../../src/domain/nodes/new-node.ts';
import type { Store } from '../../../../src/ports/store.ts';
import { putNode } from '../../../../src/services/records/node-changes.ts';
import type { Services } from '../../../../src/services/services.ts';
import { collect } from '../../../conformance/collect.ts';
import { createRecordingLog } from '../../../conformance/recording-log.ts';
import { temporaryFolder } from '../../../conformance/temporary-folder.ts';
import {
  addPerson,
  bareRepository,
  homeOf,
  makeBareNode,
  memorySeams,
  setList,
} from '../../../support/bare-repository.ts';
import { createMemoryStore } from '../../../support/memory/store.ts';
import { slowListing } from '../../../support/slow-listing.ts';

const everything = { skip: 0, limit: 1_000_000 };

const by = (...properties: readonly (readonly [property: string, ascending: boolean])[]): SortOrder => ({
  order: {
    ...defaultSortOrder.order,
    by: properties.map(([property, ascending]) => ({ property, type: 'text' as const, ascending })),
  },
  filters: [],
});

/** Fewer than are kept, and more. */
const arrangements: readonly SortOrder[] = [
  defaultSortOrder,
  by(['cm:modified', false]),
  by(['cclom:general_keyword', true], ['cclom:size', false]),
  { order: { foldersFirst: false, by: [], ascendingNames: false }, filters: [] },
  { order: defaultSortOrder.order, filters: [{ kind: 'files' }] },
  { order: defaultSortOrder.order, filters: [{ kind: 'folders' }, { kind: 'mime', type: 'image' }] },
  { ...by(['cclom:size', true]), filters: [{ kind: 'mime', type: 'text/plain' }] },
  { ...by(['cm:creator', true]), filters: [{ kind: 'files' }, { kind: 'folders' }] },
  { order: { foldersFirst: false, by: [], ascendingNames: true }, filters: [] },
  { order: defaultSortOrder.order, filters: [{ kind: 'folders' }] },
];

/** What happens to the folder; `which` says to which of its children, counted round. */
type Step =
  | { readonly does: 'create'; readonly name: string; readonly folder: boolean; readonly keyword: string }
  | { readonly does: 'rename'; readonly which: number; readonly name: string }
  | { readonly does: 'describe'; readonly which: number; readonly keyword: string }
  | { readonly does: 'fill'; readonly which: number; readonly text: string; readonly mimeType: string }
  | { readonly does: 'hide' | 'show' | 'archive' | 'purge'; readonly which: number }
  | { readonly does: 'list'; readonly how: number };

const name = fc.constantFrom('a 2', 'a 10', 'A 2', 'ä', 'Ä', 'z', 'ß', 'ss', 'a\u0308', '10', '9', '😀', 'Übung.txt');
const keyword = fc.constantFrom('2', '10', 'ä', 'b');
const which = fc.nat(20);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ does: fc.constant('create' as const), name, folder: fc.boolean(), keyword }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('rename' as const), which, name }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('describe' as const), which, keyword }) },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('fill' as const),
      which,
      text: fc.string({ maxLength: 3 }),
      mimeType: fc.constantFrom('text/plain', 'image/png', 'image/jpeg'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ does: fc.constantFrom('hide' as const, 'show', 'archive', 'purge'), which }),
  },
  { weight: 4, arbitrary: fc.record({ does: fc.constant('list' as const), how: fc.nat(arrangements.length - 1) }) },
);

interface Scene {
  readonly store: Store;
  readonly services: Services;
  readonly anna: Caller;
  readonly callers: readonly Caller[];
  readonly folder: NodeId;
}

/** Anna's folder, into which Bert may put things too; the stranger sees nothing that Anna hides, nor what is Bert's. */
async function sceneOver(store: Store): Promise<Scene> {
  const services = await bareRepository(memorySeams({ store }));
  const [anna, bert, carla] = [
    await addPerson(services, 'anna'),
    await addPerson(services, 'bert'),
    await addPerson(services, 'carla'),
  ];
  const folder = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:map', name: 'folder' });
  await setList(services, anna, folder.id, true, ['bert', 'Collaborator'], ['carla', 'ConsumerMetadata']);
  return { store, services, anna, callers: [anna, bert, carla], folder: folder.id };
}

const listed = async ({ services, folder }: Scene, caller: Caller, arrangement: SortOrder): Promise<string[]> =>
  (await services.listings.children(caller, folder, everything, arrangement)).items.map((node) => node.name);

/** What two steps want of one name, or of one node, does not always work: the store is what counts. */
async function take(scene: Scene, taken: Step): Promise<void> {
  const { services, anna, callers, folder } = scene;
  if (taken.does === 'list') {
    await listed(scene, anna, arrangements[taken.how] ?? defaultSortOrder);
    return;
  }
  if (taken.does === 'create') {
    const type = taken.folder ? 'ccm:map' : 'ccm:io';
    const maker = callers[taken.name.length % 2] ?? anna;
    await makeBareNode(services, maker, folder, { type, name: taken.name, keyword: taken.keyword });
    return;
  }
  const { items } = await services.listings.children(anna, folder, everything);
  const node = items[taken.which % Math.max(items.length, 1)];
  if (node === undefined) return;
  switch (taken.does) {
    case 'rename':
      await services.nodes.updateProperties(anna, node.id, new Map([['cm:name', [taken.name]]]), undefined);
      break;
    case 'describe':
      await services.nodes.updateProperties(
        anna,
        node.id,
        new Map([['cclom:general_keyword', [taken.keyword]]]),
        'described',
      );
      break;
    case 'fill':
      await services.nodes.replaceContent(anna, node.id, {
        bytes: Readable.from([Buffer.from(taken.text)]),
        mimeTypes: [taken.mimeType],
        fileName: 'file',
        versionComment: '',
      });
      break;
    case 'hide':
      await setList(services, anna, node.id, false, ['anna', 'Coordinator']);
      break;
    case 'show':
      await setList(services, anna, node.id, true);
      break;
    case 'archive':
      await services.removals.remove(anna, node.id, { archive: true });
      break;
    case 'purge':
      await services.removals.remove(anna, node.id, { archive: false });
      break;
  }
}

const ignoringRefusals = async (work: Promise<void>): Promise<void> => {
  await work.catch((error: unknown) => {
    if (!(error instanceof Error) || error.name !== 'RepositoryError') throw error;
  });
};

async function compareAll(scene: Scene): Promise<void> {
  for (const caller of scene.callers) {
    for (const arrangement of arrangements) {
      const expected = await slowListing(scene, caller, scene.folder, arrangement);
      expect(await listed(scene, caller, arrangement), JSON.stringify([caller.userName, arrangement])).toEqual(
        expected,
      );
      const page = await scene.services.listings.children(caller, scene.folder, { skip: 1, limit: 2 }, arrangement);
      expect({ total: page.total, names: page.items.map((node) => node.name) }).toEqual({
        total: expected.length,
        names: expected.slice(1, 3),
      });
    }
  }
}

/** Steps of one list are taken at the same time. */
const plan = fc.array(fc.array(step, { minLength: 1, maxLength: 4 }), { maxLength: 25 });

const agreesOver = (withStore: (work: (store: Store) => Promise<void>) => Promise<void>, numRuns: number) =>
  fc.assert(
    fc.asyncProperty(plan, (rounds) =>
      withStore(async (store) => {
        const scene = await sceneOver(store);
        for (const round of rounds) {
          await Promise.all(round.map((each) => ignoringRefusals(take(scene, each))));
          await compareAll(scene);
        }
        await scene.services.purges.finish();
        await compareAll(scene);
      }),
    ),
    { numRuns },
  );

async function withLevelStore(work: (store: Store) => Promise<void>): Promise<void> {
  const folder = await temporaryFolder();
  const places = { directory: join(folder.path, 'store'), commitFile: join(folder.path, 'commit') };
  const store = await openLevelStore({ ...places, create: true, log: createRecordingLog() });
  try {
    await work(store);
  } finally {
    await store.close();
    await folder.remove();
  }
}

/** A store whose next reading of children waits, having read, until it is let go. */
function heldStore() {
  const store = createMemoryStore();
  let holding = false;
  let letGo = (): void => undefined;
  const held = async <T>(read: Promise<T>): Promise<T> => {
    const value = await read;
    if (!holding) return value;
    holding = false;
    await new Promise<void>((resolve) => {
      letGo = resolve;
    });
    return value;
  };
  const children: Store['children'] = {
    ...store.children,
    getMany: (keys) => held(store.children.getMany(keys)),
    async *entries(range) {
      yield* await held(collect(store.children.entries(range)));
    },
  };
  return {
    store: { ...store, children },
    hold: () => {
      holding = true;
    },
    letGo: () => letGo(),
  };
}

describe('a change while children are being read', () => {
  const makeIn = ({ services, anna, folder }: Scene, name: string) =>
    makeBareNode(services, anna, folder, { type: 'ccm:io', name });
  const names = (scene: Scene) => listed(scene, scene.anna, defaultSortOrder);

  test('for the first time is not lost', async () => {
    const { store, hold, letGo } = heldStore();
    const scene = await sceneOver(store);
    await makeIn(scene, 'a');
    hold();
    const reading = names(scene);
    await yieldToEventLoop();
    const kept = await makeIn(scene, 'b');
    const later = names(scene);
    await yieldToEventLoop();
    letGo();
    expect(await reading).toContain('a');
    expect(await later).toEqual(['a', 'b']);
    await scene.services.removals.remove(scene.anna, kept.id, { archive: true });
    expect(await names(scene)).toEqual(['a']);
  });

  test('again because they changed is not lost', async () => {
    const { store, hold, letGo } = heldStore();
    const scene = await sceneOver(store);
    expect(await names(scene)).toEqual([]);
    const made = await makeIn(scene, 'a');
    hold();
    const reading = names(scene);
    await yieldToEventLoop();
    await scene.services.removals.remove(scene.anna, made.id, { archive: true });
    await makeIn(scene, 'b');
    letGo();
    await reading;
    expect(await names(scene)).toEqual(['b']);
  });
});

describe('a folder with so many changes that it is read anew', () => {
  test('shows all of them', async () => {
    const scene = await sceneOver(createMemoryStore());
    expect(await listed(scene, scene.anna, defaultSortOrder)).toEqual([]);
    const wanted = Array.from({ length: 1_500 }, (_, at) => `${at}`);
    await scene.store.change(async (change) => {
      for (const name of wanted) {
        const id = systemRandomness.nodeId();
        const owned = { type: 'ccm:io', folder: false, at: '2021-01-01T00:00:00.000Z', by: 'anna' };
        putNode(change, newNode({ ...owned, id, parent: scene.folder, name }));
      }
    });
    expect(await listed(scene, scene.anna, defaultSortOrder)).toEqual(wanted);
  });
});

describe('a listing', () => {
  test('shows what a slow reading of all records shows, whatever happened at the same time', () =>
    agreesOver((work) => work(createMemoryStore()), 30));

  test('shows the same over the real store', () => agreesOver(withLevelStore, 5));
});
