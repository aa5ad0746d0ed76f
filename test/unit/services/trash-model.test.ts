import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NodeId } from '../../../src/base/ids.ts';
import { addPerson, bareRepository, homeOf, makeBareNode, memorySeams } from '../../support/bare-repository.ts';
import { propertyRuns } from '../../support/run-scope.ts';

/** What a folder is in the model: where it lies or lay, and whether it is in the trash by itself. */
interface Folder {
  parent: number | null;
  state: 'there' | 'trash' | 'purged';
}

type Step = { readonly does: 'make' | 'delete' | 'restore' | 'restoreInto' | 'purge'; readonly at: number };

const step: fc.Arbitrary<Step> = fc.record({
  does: fc.constantFrom('make', 'make', 'delete', 'delete', 'restore', 'restore', 'restoreInto', 'purge'),
  at: fc.nat({ max: 1_000 }),
});

const everything = { skip: 0, limit: 1_000 };

/** Whether it and all above it are there. */
function isSeen(folders: readonly Folder[], at: number | null): boolean {
  for (let next = at; next !== null; ) {
    const folder = folders[next];
    if (folder?.state !== 'there') return false;
    next = folder.parent;
  }
  return true;
}

test('whatever is deleted and restored in whatever order, the tree and the trash are as the model says', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 30 }), async (steps) => {
      const services = await bareRepository(memorySeams());
      const anna = await addPerson(services, 'anna');
      const home = homeOf(anna);
      const folders: Folder[] = [];
      const ids: NodeId[] = [];
      const idOf = (at: number | null): NodeId => (at === null ? home : (ids[at] ?? home));
      const done = (work: Promise<unknown>): Promise<boolean> => work.then(() => true).catch(() => false);

      for (const { does, at: any } of steps) {
        const at = folders.length === 0 ? null : any % folders.length;
        if (does === 'make') {
          const parent = any % 3 === 0 || !isSeen(folders, at) ? null : at;
          const name = `folder ${folders.length}`;
          ids.push((await makeBareNode(services, anna, idOf(parent), { type: 'ccm:map', name })).id);
          folders.push({ parent, state: 'there' });
          continue;
        }
        const folder = at === null ? undefined : folders[at];
        if (folder === undefined) continue;
        const id = idOf(at);
        if (does === 'delete') {
          const may = isSeen(folders, at);
          expect(await done(services.removals.remove(anna, id, { archive: true }))).toBe(may);
          if (may) folder.state = 'trash';
        } else if (does === 'purge') {
          const may = folder.state === 'trash';
          expect(await done(services.trash.purge(anna, [id]))).toBe(may);
          if (!may) continue;
          await services.purges.finish();
          folder.state = 'purged';
          // What lies below goes with it, but for what is in the trash by itself.
          for (let grown = true; grown; ) {
            grown = false;
            for (const other of folders) {
              if (other.state !== 'there' || other.parent === null) continue;
              if (folders[other.parent]?.state !== 'purged') continue;
              other.state = 'purged';
              grown = true;
            }
          }
        } else {
          const into = does === 'restoreInto' ? home : undefined;
          const may = folder.state === 'trash' && (into !== undefined || isSeen(folders, folder.parent));
          expect(await done(services.restoring.restore(anna, [id], into))).toBe(may);
          if (!may) continue;
          folder.state = 'there';
          if (into !== undefined) folder.parent = null;
        }
      }

      const trash = await services.trash.search(anna, { pattern: '*', person: undefined, order: [] }, everything);
      const inTrash = folders.flatMap(({ state }, at) => (state === 'trash' ? [idOf(at)] : []));
      expect([...trash.items].sort()).toEqual(inTrash.sort());
      for (const parent of [null, ...folders.keys()]) {
        if (!isSeen(folders, parent)) {
          await expect(services.listings.children(anna, idOf(parent), everything)).rejects.toMatchObject({
            code: 'NotFound',
          });
          continue;
        }
        const children = (await services.listings.children(anna, idOf(parent), everything)).items.map(({ id }) => id);
        const expected = folders.flatMap((folder, at) =>
          folder.parent === parent && folder.state === 'there' ? [idOf(at)] : [],
        );
        expect(children.sort()).toEqual(expected.sort());
      }
    }),
    { numRuns: propertyRuns(200) },
  );
});
