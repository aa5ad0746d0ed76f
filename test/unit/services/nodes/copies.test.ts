import { Readable } from 'node:stream';
import fc from 'fast-check';
import { beforeEach, describe, expect, test } from 'vitest';
import type { NodeId } from '../../../../src/base/ids.ts';
import type { Caller } from '../../../../src/domain/access/caller.ts';
import { includes, rightsOf } from '../../../../src/domain/access/rights.ts';
import type { NodeRecord } from '../../../../src/domain/nodes/records.ts';
import type { Store } from '../../../../src/ports/store.ts';
import type { Services } from '../../../../src/services/services.ts';
import { createPurges } from '../../../../src/services/trash/purges.ts';
import {
  addPerson,
  bareRepository,
  callerOf,
  homeOf,
  makeBareNode,
  memorySeams,
  servicesOver,
  setList,
} from '../../../support/bare-repository.ts';
import { createMemoryStore } from '../../../support/memory/store.ts';

type Step = () => void | Promise<void>;

/** A store in which something happens before each change; a step that throws is a disk that refuses. */
function storeWith(store: Store): { readonly store: Store; before: Step } {
  const hooks: { store: Store; before: Step } = { store, before: () => undefined };
  const change: Store['change'] = async (work) => {
    await hooks.before();
    return store.change(work);
  };
  hooks.store = Object.create(store, { change: { value: change } });
  return hooks;
}

async function everything(store: Store): Promise<unknown> {
  const kinds = ['nodes', 'children', 'versions', 'purges'] as const;
  const all: [string, unknown][] = [];
  for (const kind of kinds) {
    for await (const [key, value] of store[kind].entries()) all.push([`${kind} ${key}`, value]);
  }
  return Object.fromEntries(all);
}

async function childrenIn(store: Store, folder: NodeId): Promise<NodeRecord[]> {
  const ids: NodeId[] = [];
  for await (const [, { id }] of store.children.entries({ prefix: `${folder}/` })) ids.push(id);
  return (await store.nodes.getMany(ids)).filter((node) => node !== undefined);
}

let hooks: ReturnType<typeof storeWith>;
let store: Store;
let services: Services;
let anna: Caller;
let bert: Caller;

beforeEach(async () => {
  hooks = storeWith(createMemoryStore());
  store = hooks.store;
  services = await bareRepository(memorySeams({ store }));
  anna = await addPerson(services, 'anna');
  bert = await addPerson(services, 'bert');
});

const folderIn = (parent: NodeId, name: string, by = anna) =>
  makeBareNode(services, by, parent, { type: 'ccm:map', name });
const fileIn = (parent: NodeId, name: string, by = anna) =>
  makeBareNode(services, by, parent, { type: 'ccm:io', name });

const copy = (caller: Caller, source: NodeId, folder: NodeId) =>
  services.copies.copy(caller, folder, { source, withChildren: true, name: undefined });

/** A folder that takes several changes to copy. */
async function largeFolder(name: string): Promise<NodeRecord> {
  const top = await folderIn(homeOf(anna), name);
  for (const inner of ['a', 'b', 'c']) {
    const { id } = await folderIn(top.id, inner);
    for (let at = 0; at < 60; at += 1) await fileIn(id, `${at}`);
  }
  return top;
}

describe('a copy', () => {
  interface Made {
    /** Index of the folder that it lies in, among those made before. */
    readonly parent: number;
    readonly folder: boolean;
    readonly content: boolean;
    readonly list: 'none' | 'hidden' | 'shown' | 'metadata' | 'unlisted';
  }

  const trees: fc.Arbitrary<readonly Made[]> = fc.array(
    fc.record({
      parent: fc.nat(1000),
      folder: fc.boolean(),
      content: fc.boolean(),
      list: fc.constantFrom('none', 'none', 'none', 'hidden', 'shown', 'metadata', 'unlisted'),
    }),
    { maxLength: 25 },
  );

  const permissions = { shown: 'Consumer', metadata: 'ConsumerMetadata', unlisted: 'ReadProperties' } as const;

  async function make(tree: readonly Made[], name: string): Promise<NodeRecord> {
    const top = await folderIn(homeOf(anna), name);
    await setList(services, anna, top.id, false, ['bert', 'Consumer']);
    const folders = [top];
    for (const [at, { parent, folder, content, list }] of tree.entries()) {
      const place = folders[parent % folders.length] ?? top;
      const node = await (folder ? folderIn : fileIn)(place.id, `${at}.txt`);
      if (folder) folders.push(node);
      else if (content) {
        const bytes = Readable.from([Buffer.from(`text ${at}`)]);
        await services.nodes.replaceContent(anna, node.id, { bytes, mimeTypes: [], fileName: '', versionComment: '' });
      }
      if (list === 'hidden') await setList(services, anna, node.id, false);
      else if (list !== 'none') await setList(services, anna, node.id, false, ['bert', permissions[list]]);
    }
    return (await store.nodes.get(top.id)) ?? top;
  }

  interface Shape {
    readonly name: string;
    readonly type: string;
    readonly properties: unknown;
    readonly content: unknown;
    readonly children: readonly Shape[];
  }

  /** All that the caller may read and download, as deep as they see into folders, and how much of what they see is missing. */
  async function readable(caller: Caller, node: NodeRecord): Promise<{ shape: Shape; missing: number }> {
    const { name, type, properties, content } = node;
    const listable = includes(await services.rights.of(caller, node), rightsOf('ReadChildren'));
    const children: Shape[] = [];
    let missing = 0;
    for (const child of await childrenIn(store, node.id)) {
      const wanted =
        child.content === null
          ? rightsOf('ReadProperties')
          : rightsOf('ReadProperties', 'ReadContent', 'DownloadContent');
      const held = await services.rights.of(caller, child);
      if (!listable || !includes(held, wanted)) {
        // What they do not see is not counted.
        if (listable && includes(held, rightsOf('ReadProperties'))) missing += 1;
        continue;
      }
      const below = await readable(caller, child);
      children.push(below.shape);
      missing += below.missing;
    }
    return { shape: { name, type, properties, content, children }, missing };
  }

  test('is what the caller may read of the source, whatever its rights are', async () => {
    let count = 0;
    await fc.assert(
      fc.asyncProperty(trees, async (tree) => {
        count += 1;
        const top = await make(tree, `top ${count}`);
        const expected = await readable(bert, top);
        const { node: shown, leftOut } = await copy(bert, top.id, homeOf(bert));
        expect((await readable(bert, shown)).shape).toEqual(expected.shape);
        expect(leftOut).toBe(expected.missing);
        expect((await readable(anna, top)).missing).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test('goes as deep as the source, without recursion', async () => {
    const top = await folderIn(homeOf(anna), 'top');
    let deepest = top;
    for (let depth = 0; depth < 1200; depth += 1) deepest = await folderIn(deepest.id, 'deeper');
    const { node: shown } = await copy(anna, top.id, deepest.id);
    let at: NodeRecord | undefined = shown;
    let depth = -1;
    for (; at !== undefined; depth += 1) [at] = await childrenIn(store, at.id);
    expect(depth).toBe(1200);
  });
});

describe('a copy that is being made', () => {
  const missing = { code: 'NotFound' };

  test('is there for nobody before it is whole, and for all at once', async () => {
    const top = await largeFolder('keyword of a large folder');
    const admin = await callerOf(services, 'admin');
    const known = new Set(Object.keys((await everything(store)) as object));
    let looks = 0;
    hooks.before = async () => {
      const staged = Object.entries((await everything(store)) as Record<string, NodeRecord>).filter(
        ([key]) => key.startsWith('nodes ') && !known.has(key),
      );
      for (const [, node] of staged) {
        for (const caller of [anna, admin]) {
          await expect(services.rights.node(caller, node.id, 'ReadProperties')).rejects.toMatchObject(missing);
          looks += 1;
        }
      }
      expect(await childrenIn(store, homeOf(bert))).toEqual([]);
    };
    await setList(services, anna, top.id, false, ['bert', 'Consumer']);
    const { node: shown } = await copy(bert, top.id, homeOf(bert));
    hooks.before = () => undefined;
    expect(looks).toBeGreaterThan(100);
    for (const inner of await childrenIn(store, shown.id)) {
      const files = await childrenIn(store, inner.id);
      expect(files).toHaveLength(60);
      for (const file of files) expect((await services.rights.node(bert, file.id, 'WriteProperties')).id).toBe(file.id);
    }
  });

  test('is not taken for something to be removed', async () => {
    const top = await largeFolder('top');
    const rubbish = await largeFolder('rubbish');
    await services.removals.remove(anna, rubbish.id, { archive: false });
    let runs = 0;
    hooks.before = () => {
      runs += 1;
      if (runs < 20) void services.purges.finish();
    };
    const { node: shown } = await copy(anna, top.id, homeOf(anna));
    await services.purges.finish();
    const files = await Promise.all((await childrenIn(store, shown.id)).map(({ id }) => childrenIn(store, id)));
    expect(files.map(({ length }) => length)).toEqual([60, 60, 60]);
  });

  /** Copies while something happens before the given change, and expects that nothing is left of it. */
  async function expectNothing(at: number, step: Step, failure: object): Promise<void> {
    const top = await largeFolder('top');
    await setList(services, anna, top.id, false, ['bert', 'Consumer']);
    const target = await folderIn(homeOf(bert), 'target', bert);
    const isOfCopy = ([, value]: [string, unknown]): boolean =>
      typeof value === 'object' && value !== null && 'createdBy' in value && value.createdBy === 'bert';
    const ofBert = async () =>
      Object.entries((await everything(store)) as object)
        .filter(isOfCopy)
        .map(([key]) => key);
    const before = await ofBert();
    let changes = 0;
    hooks.before = async () => {
      changes += 1;
      if (changes !== at) return;
      hooks.before = () => undefined;
      await step();
    };
    await expect(copy(bert, top.id, target.id)).rejects.toMatchObject(failure);
    hooks.before = () => undefined;
    await services.purges.finish();
    expect(await ofBert()).toEqual(before);
    expect(Object.keys((await everything(store)) as object).filter((key) => key.startsWith('purges'))).toEqual([]);
  }

  const top = async (): Promise<NodeRecord> => {
    const [found] = await childrenIn(store, homeOf(anna));
    if (found === undefined) throw new Error('There is no folder to copy.');
    return found;
  };
  const target = async (): Promise<NodeRecord> => {
    const [found] = await childrenIn(store, homeOf(bert));
    if (found === undefined) throw new Error('There is no folder to copy into.');
    return found;
  };

  test.each([1, 2, 3, 4])('leaves nothing where the disk refuses change %i', async (at) => {
    await expectNothing(at, () => Promise.reject(new Error('The disk is full.')), { message: 'The disk is full.' });
  });

  test('leaves nothing where the source is closed meanwhile', async () => {
    await expectNothing(2, async () => setList(services, anna, (await top()).id, false), { code: 'Forbidden' });
  });

  test('leaves nothing where the source is deleted meanwhile', async () => {
    await expectNothing(2, async () => services.removals.remove(anna, (await top()).id, { archive: true }), missing);
  });

  test('leaves nothing where the folder is deleted meanwhile', async () => {
    await expectNothing(2, async () => services.removals.remove(bert, (await target()).id, { archive: true }), missing);
  });

  test('leaves nothing where the caller is removed meanwhile', async () => {
    const remove: Step = async () => {
      await services.authorityRemovals.person(await callerOf(services, 'admin'), 'bert', 'anna');
      await services.accountCleanup.finish();
    };
    await expectNothing(2, remove, { code: 'Unauthorized' });
  });

  test('leaves out what is closed before it is read', async () => {
    const source = await largeFolder('top');
    await setList(services, anna, source.id, false, ['bert', 'Consumer']);
    hooks.before = async () => {
      hooks.before = () => undefined;
      // The folders are read one after the other; at the first change at least one was not.
      for (const inner of await childrenIn(store, source.id)) await setList(services, anna, inner.id, false);
    };
    const { node: shown, leftOut } = await copy(bert, source.id, homeOf(bert));
    const copied = await Promise.all((await childrenIn(store, shown.id)).map(({ id }) => childrenIn(store, id)));
    expect(copied.flat().length).toBeLessThan(180);
    expect(leftOut).toBe(0);
  });

  test('is not removed by who saw it before it was whole', async () => {
    const source = await largeFolder('top');
    const { node: shown } = await copy(anna, source.id, homeOf(anna));
    let read = false;
    const seen: Store = Object.create(store, {
      // A list that was read just before the last change.
      purges: {
        value: {
          ...store.purges,
          async *keys() {
            if (read) return;
            read = true;
            yield shown.id;
          },
        },
      },
    });
    await createPurges({ ...memorySeams(), store: seen }).finish();
    expect(await store.nodes.get(shown.id)).toEqual(shown);
  });

  test('is swept by the next start where the process ended in the middle', async () => {
    const source = await largeFolder('top');
    const before = await everything(store);
    let changes = 0;
    const crashed = new Promise<void>((resolve) => {
      hooks.before = () => {
        changes += 1;
        if (changes < 3) return undefined;
        resolve();
        // Nothing more comes of this process.
        return new Promise<void>(() => undefined);
      };
    });
    void copy(anna, source.id, homeOf(anna));
    await crashed;
    expect(await everything(store)).not.toEqual(before);
    hooks.before = () => undefined;
    const restarted = servicesOver(memorySeams({ store }), services.systemFolders);
    await restarted.purges.finish();
    expect(await everything(store)).toEqual(before);
  });
});
