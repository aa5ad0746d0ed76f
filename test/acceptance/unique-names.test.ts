import { describe, expect, test } from 'vitest';
import { AnswerError } from '../../src/client/answer-error.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFolder, makeNode, namesIn, type WireNode } from '../support/trees.ts';

const many = 30;

/** How many of the calls won, and that all others were told of a conflict and of nothing else. */
async function winners(calls: readonly Promise<unknown>[]): Promise<number> {
  const outcomes = await Promise.allSettled(calls);
  const lost = outcomes.filter((outcome) => outcome.status === 'rejected');
  for (const { reason } of lost) expect(reason instanceof AnswerError ? reason.status : reason).toBe(409);
  return outcomes.length - lost.length;
}

const times = <T>(count: number, make: (at: number) => T): T[] => Array.from({ length: count }, (_, at) => make(at));

withTransports((school) => {
  describe('a name that many want at the same moment', () => {
    const create = (folder: WireNode, type: string) => makeNode(school.anna, { type, parent: folder, name: 'begehrt' });
    const rename = (node: WireNode) => school.anna.updateMetadata({ ...at(node), body: { 'cm:name': ['begehrt'] } });
    const makeMany = (folder: WireNode) =>
      Promise.all(times(many, (at) => makeNode(school.anna, { type: 'ccm:io', parent: folder, name: `${at}` })));

    test('goes to one of those who make a node, whatever its type', async () => {
      const folder = await makeFolder(school.anna);
      expect(await winners(times(many, (at) => create(folder, at % 2 === 0 ? 'ccm:io' : 'ccm:map')))).toBe(1);
      expect(await namesIn(school.anna, folder)).toEqual(['begehrt']);
    });

    test('goes to one of those who rename a node, and all others keep theirs', async () => {
      const folder = await makeFolder(school.anna);
      const files = await makeMany(folder);
      expect(await winners(files.map(rename))).toBe(1);
      const names = await namesIn(school.anna, folder);
      expect(names.filter((name) => name === 'begehrt')).toHaveLength(1);
      expect(new Set(names).size).toBe(many);
      for (const file of files) expect(names).toContain((await school.anna.getNode(at(file))).node.name);
    });

    test('goes to one of those who make and those who rename, by any call that can', async () => {
      const folder = await makeFolder(school.anna);
      const files = await makeMany(folder);
      const versionComment = 'umbenannt';
      const calls = files.flatMap((file, at_) => [
        create(folder, 'ccm:io'),
        at_ % 2 === 0
          ? school.anna.setProperty({ ...at(file), property: 'cm:name', value: ['begehrt'] })
          : school.anna.createMetadataVersion({ ...at(file), versionComment, body: { 'cm:name': ['begehrt'] } }),
      ]);
      expect(await winners(calls)).toBe(1);
      const names = await namesIn(school.anna, folder);
      expect(names.filter((name) => name === 'begehrt')).toHaveLength(1);
      // Whoever lost has neither another name nor another version.
      for (const file of files) {
        const { node } = await school.anna.getNode(at(file));
        expect(names).toContain(node.name);
        if (node.name !== 'begehrt') expect(node.contentVersion).toBe('1.0');
      }
    });

    test('is given with a number to all who take another one, each number once', async () => {
      const folder = await makeFolder(school.anna);
      const calls = times(many, () =>
        school.anna.createNode({
          ...at(folder),
          type: 'ccm:io',
          renameIfExists: true,
          body: { 'cm:name': ['begehrt.txt'] },
        }),
      );
      const made = (await Promise.all(calls)).map(({ node }) => node.name);
      const expected = ['begehrt.txt', ...times(many - 1, (at) => `begehrt - ${at + 1}.txt`)];
      expect([...made].sort()).toEqual([...expected].sort());
      expect((await namesIn(school.anna, folder)).sort()).toEqual([...expected].sort());
    });

    test('is free again for one of them when the node that had it gets another one or goes', async () => {
      const folder = await makeFolder(school.anna);
      for (const release of ['rename', 'delete'] as const) {
        const holder = await create(folder, 'ccm:io');
        const racing = winners(times(many, () => create(folder, 'ccm:io')));
        if (release === 'delete') await school.anna.deleteNode(at(holder));
        else await school.anna.updateMetadata({ ...at(holder), body: { 'cm:name': ['frei'] } });
        const won = await racing;
        expect(won).toBeLessThanOrEqual(1);
        if (won === 0) await create(folder, 'ccm:io');
        const winner = await school.anna.resolvePath({ ...at(folder), path: 'begehrt' });
        expect(winner.node.ref.id).not.toBe(holder.ref.id);
        await school.anna.deleteNode(at(winner.node));
      }
    });
  });
});
