import { expect, test } from 'vitest';
import { admin, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefusal } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFile, newName } from '../support/trees.ts';

withTransports(
  (school) => {
    test('the list of a bulk importer with an unknown group sets nothing; with the group created, all of it', async () => {
      const file = await makeFile(school.admin, 'x');
      const group = `GROUP_${newName('fach')}`;
      const everyone = { authorityName: 'GROUP_EVERYONE', authorityType: 'EVERYONE' };
      const permissions = ['Consumer', 'CCPublish'];
      const body = JSON.stringify({
        inherited: true,
        permissions: [
          { authority: everyone, permissions },
          { authority: { authorityName: group, authorityType: 'GROUP' }, permissions },
        ],
      });
      const headers = { ...basic(admin), accept: 'application/json', 'content-type': 'application/json' };
      const path = `/node/v1/nodes/-home-/${file.ref.id}/permissions?sendMail=False&sendCopy=False`;
      const call = { method: 'POST', path, headers, body };
      const before = await school.admin.getPermissions(at(file));

      expectRefusal(await rawRequest(school.raw, call), 400, new RegExp(group));
      expect(await school.admin.getPermissions(at(file))).toEqual(before);

      const create = { method: 'POST', path: `/iam/v1/groups/-home-/${group}`, headers, body: '{}' };
      expect((await rawRequest(school.raw, create)).status).toBe(200);
      expect((await rawRequest(school.raw, call)).status).toBe(200);
      const { localPermissions } = (await school.admin.getPermissions(at(file))).permissions;
      const names = localPermissions.permissions.map(({ authority }) => authority.authorityName);
      expect(new Set(names)).toEqual(new Set(['GROUP_EVERYONE', group]));
    });
  },
  { only: ['TCP'] },
);
