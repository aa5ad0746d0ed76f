import { expect, test } from 'vitest';
import { nodeBelow } from '../../src/cli/node-arguments/find-node.ts';
import { withTransports } from '../support/transports.ts';
import { makeFolder, type WireNode } from '../support/trees.ts';

withTransports(
  (school) => {
    test('a path that is longer than a query is found, and one with a wrong name at its end or in it is not', async () => {
      const names = Array.from({ length: 70 }, (_, at) => `${at}-${'ä'.repeat(120)}`);
      const folders: WireNode[] = [];
      for (const name of names) {
        const parent = folders.at(-1);
        folders.push(await makeFolder(school.anna, parent === undefined ? { name } : { name, parent }));
      }
      const found = await nodeBelow(school.anna, '-userhome-', names);
      expect(found?.ref.id).toBe(folders.at(-1)?.ref.id);
      for (const at of [3, 69]) expect(await nodeBelow(school.anna, '-userhome-', names.with(at, 'x'))).toBeUndefined();
    });
  },
  { only: ['TCP'] },
);
