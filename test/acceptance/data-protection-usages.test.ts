import { expect, test } from 'vitest';
import { enabledExports, exportOf, fileOf, unpacked } from '../support/data-exports.ts';
import { carla } from '../support/people.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFile } from '../support/trees.ts';
import { newPlace, newPlatform } from '../support/usages.ts';

withTransports(
  (school) => {
    test('the export of a person has the usages that apps recorded for them, and no others', async () => {
      const platform = await newPlatform(school);
      const file = await makeFile(school.carla, 'x', { name: 'Blatt.txt', properties: { 'cclom:title': 'Blatt' } });
      const permissions = ['Consumer', 'CCPublish'].map((permission) => ({
        authority: { authorityName: 'anna' },
        permission,
      }));
      await school.carla.setPermissions({ ...at(file), body: { permissions } });
      const usage = await platform.uses(file, newPlace());
      await platform.uses(file, newPlace(), carla);
      const files = await unpacked(await fileOf(school.anna, await exportOf(school.anna, school.admin)));
      const paths = [...files.keys()].filter((path) => path.startsWith('usage/'));
      expect(paths).toEqual(['usage/Blatt/Blatt.json']);
      expect(JSON.parse(String(files.get('usage/Blatt/Blatt.json')))).toEqual({
        'sys:node-uuid': usage.nodeId,
        type: 'ccm:usage',
        'ccm:usageappid': platform.app.id,
        'ccm:usagecourseid': usage.courseId,
        'ccm:usageressourceid': usage.resourceId,
        'ccm:usageparentnodeid': file.ref.id,
        'ccm:usageappuser': 'anna',
        'ccm:usagefrom': usage.fromUsed,
        'ccm:usageto': usage.toUsed,
        'ccm:usagecounter': 1,
        'ccm:usageversion': '1.1',
        'cm:title': 'Blatt',
      });
    });
  },
  { only: ['in-process'], overrides: enabledExports },
);
