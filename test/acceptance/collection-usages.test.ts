import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, newName, type WireNode } from '../support/trees.ts';

const repository = '-home-';
const unknown = '00000000-0000-4000-8000-000000000000';

withTransports((school) => {
  const newCollection = async (client: School['anna']) =>
    (await client.createCollection({ repository, collection: '-root-', body: { title: newName('collection') } }))
      .collection;

  describeOperation('listCollectionUsages', school, {
    effect: {
      'the collections that contain a node, as nodes, for the node and its references': async () => {
        const file = await makeFile(school.anna, 'x');
        const collection = await newCollection(school.anna);
        expect(await school.anna.listCollectionUsages({ nodeId: file.ref.id })).toEqual([]);
        const { node } = await school.anna.addReference({
          repository,
          collection: collection.ref.id,
          node: file.ref.id,
        });
        for (const nodeId of [file.ref.id, node.ref.id]) {
          const usages = await school.anna.listCollectionUsages({ nodeId });
          expect(usages.map(({ collectionUsageType, collection: { ref } }) => [collectionUsageType, ref.id])).toEqual([
            ['ACTIVE', collection.ref.id],
          ]);
        }
        await school.anna.removeReference({ repository, collection: collection.ref.id, node: node.ref.id });
        expect(await school.anna.listCollectionUsages({ nodeId: file.ref.id })).toEqual([]);
      },
    },
    refusal: {
      'collections that the caller may not read are left out, and nodes are refused': async () => {
        const file = await sharedFile(school);
        const collection = await newCollection(school.anna);
        await school.anna.addReference({ repository, collection: collection.ref.id, node: file.ref.id });
        expect(await school.carla.listCollectionUsages({ nodeId: file.ref.id })).toEqual([]);
        await expectRefused(school.bert.listCollectionUsages({ nodeId: file.ref.id }), 403);
      },
    },
    badInput: {
      'a node that does not exist is 404': async () => {
        await expectRefused(school.anna.listCollectionUsages({ nodeId: unknown }), 404);
        await expectRefused(school.anna.listCollectionUsages({ nodeId: 'x' }), 404);
      },
    },
  });
});

/** A file of Anna's that Carla has this permission on; Bert has none. */
async function sharedFile(school: School, permission = 'Consumer'): Promise<WireNode> {
  const file = await makeFile(school.anna, 'x');
  const body = { permissions: [{ authority: { authorityName: 'carla' }, permission }] };
  await school.anna.setPermissions({ ...at(file), body });
  return file;
}
