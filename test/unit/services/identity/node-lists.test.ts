import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { asNodeId, type NodeId } from '../../../../src/base/ids.ts';
import { addPerson, bareRepository, homeOf, makeBareNode, memorySeams } from '../../../support/bare-repository.ts';

const newIds = (count: number): NodeId[] => Array.from({ length: count }, () => asNodeId(randomUUID()) as NodeId);

/** Anna with a list of nodes, of which only her home folder exists. */
async function annaWith(nodes: (home: NodeId) => readonly NodeId[]) {
  const seams = memorySeams();
  const services = await bareRepository(seams);
  const anna = await addPerson(services, 'anna');
  const home = homeOf(anna);
  const { id } = await services.people.get('anna');
  await seams.store.change(async (change) => change.nodeLists.put(`${id}/favorites`, { nodes: nodes(home) }));
  const folder = await makeBareNode(services, anna, home, { type: 'ccm:map', name: 'Ordner' });
  return {
    home,
    folder: folder.id,
    add: () => services.nodeLists.add(anna, 'anna', 'favorites', folder.id),
    nodes: () => services.nodeLists.nodes('anna', 'favorites'),
  };
}

describe('a list of 1,000 nodes', () => {
  test('loses the nodes that no longer exist before it gets another', async () => {
    const { add, nodes, home, folder } = await annaWith((home) => [home, ...newIds(999)]);
    await add();
    expect(await nodes()).toEqual([home, folder]);
  });

  test('takes no more if all of them exist', async () => {
    const { add, nodes } = await annaWith((home) => Array.from({ length: 1_000 }, () => home));
    await expect(add()).rejects.toThrow(/1000 nodes already/);
    expect(await nodes()).toHaveLength(1_000);
  });

  test('keeps all of them as long as it has room', async () => {
    const { add, nodes, folder } = await annaWith(() => newIds(999));
    await add();
    expect(await nodes()).toHaveLength(1_000);
    expect((await nodes()).at(-1)).toBe(folder);
  });
});
