import { access, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { dataPaths } from '../../src/daemon/data-directory/data-directory.ts';
import { enabledExports, exportOf, me } from '../support/data-exports.ts';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { at } from '../support/trees.ts';

withTransports(
  (school) => {
    test('an expired export is gone with its node and its bytes', async () => {
      const { node } = (await exportOf(school.anna, school.admin)).nodeEntry;
      const hash = node.content.hash ?? '';
      const file = join(dataPaths(school.dataDirectory).content, hash.slice(0, 2), hash);
      // Files of the last hour may belong to an upload that is not committed yet.
      const earlier = new Date(Date.now() - 2 * 3_600_000);
      await utimes(file, earlier, earlier);
      expect(await school.admin.runDataExports()).toMatchObject({ removed: [] });
      await pause(1_100);
      expect(await school.admin.runDataExports()).toMatchObject({ removed: ['anna'] });
      await expectRefused(school.anna.getDataExport(me), 404);
      await expectRefused(school.admin.getNode(at(node)), 404);
      await expect(access(file)).rejects.toThrow(/ENOENT/);
    });
  },
  { overrides: { ...enabledExports, 'repository.dataprotection.retentionPeriod': 'PT1S' } },
);
