import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, newName, type WireNode } from '../support/trees.ts';

const share = ({ anna }: School, node: WireNode, authorityName: string, permission: string): Promise<undefined> =>
  anna.setPermissions({
    ...at(node),
    body: { inherited: true, permissions: [{ authority: { authorityName }, permission }] },
  });

withTransports((school) => {
  describeOperation('getPermissionsOfPerson', school, {
    effect: {
      'it lists what that person sees in access, with what their groups and folders grant': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'x', { parent: folder });
        const group = newName('klasse');
        await school.admin.createGroup({ repository: '-home-', group, body: {} });
        await school.admin.addMember({ repository: '-home-', group, member: 'bert' });
        await share(school, folder, `GROUP_${group}`, 'Editor');
        const seen = (await school.bert.getNode(at(file))).node.access;
        expect(seen).toContain('Write');
        for (const client of [school.anna, school.admin, school.bert]) {
          expect(await client.getPermissionsOfPerson({ ...at(file), user: 'bert' })).toEqual(seen);
        }
        expect(await school.bert.getPermissionsOfPerson({ ...at(file), user: '-me-' })).toEqual(seen);
        expect(await school.anna.getPermissionsOfPerson({ ...at(file), user: 'carla' })).toEqual([]);
        expect(await school.anna.getPermissionsOfPerson({ ...at(file), user: 'admin' })).toContain('Delete');
      },
      'on a reference they are those of the reference and of its original together': async () => {
        const file = await makeFile(school.anna, 'x');
        const { collection } = await school.anna.createCollection({
          ...{ repository: '-home-', collection: '-root-' },
          body: { title: newName('Sammlung'), collection: { scope: 'MY' } },
        });
        const place = { repository: '-home-', collection: collection.ref.id };
        await school.anna.addReference({ ...place, node: file.ref.id });
        const { references } = await school.anna.listReferences(place);
        const reference = references[0] as WireNode;
        await share(school, reference, 'bert', 'Consumer');
        const rights = () => school.anna.getPermissionsOfPerson({ ...at(reference), user: 'bert' });
        expect(await rights()).not.toContain('ReadAll');
        await share(school, file, 'bert', 'Consumer');
        expect(await rights()).toContain('ReadAll');
      },
    },
    refusal: {
      'a reader learns only their own, and whoever may not read the node learns nothing': async () => {
        const file = await makeFile(school.anna, 'x');
        const ask = (who: 'bert' | 'nobody', user: string) => school[who].getPermissionsOfPerson({ ...at(file), user });
        await expectRefused(ask('bert', 'bert'), 403, /right/);
        await expectRefused(ask('nobody', 'anna'), 401);
        await share(school, file, 'bert', 'Consumer');
        expect(await ask('bert', 'bert')).toContain('Read');
        await expectRefused(ask('bert', 'carla'), 403, /ReadPermissions/);
      },
    },
    badInput: {
      'an unknown person and an unknown node are told': async () => {
        const file = await makeFile(school.anna, 'x');
        await expectRefused(school.anna.getPermissionsOfPerson({ ...at(file), user: 'nemo' }), 404, /nemo/);
        const missing = at('00000000-0000-4000-8000-000000000000');
        await expectRefused(school.anna.getPermissionsOfPerson({ ...missing, user: 'anna' }), 404);
      },
    },
  });
});
