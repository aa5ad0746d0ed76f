import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { backUp, inBackup, operatorHeaders } from '../support/backups.ts';
import { describeOperation } from '../support/describe-operation.ts';
import { filesBelow } from '../support/files-below.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { makeFile, namesIn, newName } from '../support/trees.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'backups-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

const newFolder = (): string => join(folder, newName('backup'));

/** Whoever can read the data directory. */
const operatorOf = async ({ dataDirectory, withHeaders }: School): Promise<Client> =>
  withHeaders(await operatorHeaders(dataDirectory));

withTransports((school) => {
  describeOperation('backUpRepository', school, {
    effect: {
      'it makes a data directory of its own, with what there is now and nothing of what comes later': async () => {
        const operator = await operatorOf(school);
        const file = await makeFile(school.anna, `kept ${newName('text')}`);
        const target = newFolder();
        const part = await backUp(operator, target);
        const later = await makeFile(school.anna, 'later');
        expect(part).toMatchObject({ next: null, problems: 0 });
        expect(part.copied).toBeGreaterThan(0);
        expect(part.commit).toBeGreaterThan(0);
        const names = await inBackup(target, (copy) => namesIn(copy, '-userhome-'));
        expect(names).toContain(file.name);
        expect(names).not.toContain(later.name);
      },
    },
    refusal: {
      'it is for the operator alone: an administrator is not enough': async () => {
        const target = newFolder();
        const body = { folder: target };
        await expectRefused(school.nobody.backUpRepository({ body }), 401, /Sign in/);
        await expectRefused(school.anna.backUpRepository({ body }), 403, /administrator/);
        await expectRefused(school.admin.backUpRepository({ body }), 403, /operator/);
        await expect(stat(target)).rejects.toThrow('ENOENT');
      },
    },
    badInput: {
      'a path that is none, or that leads into the repository, is refused': async () => {
        const operator = await operatorOf(school);
        const paths: readonly (readonly [string, RegExp])[] = [
          ['backup', /absolute/],
          ['', /folder/],
          [join(school.dataDirectory, 'backup'), /overlaps/],
          [dirname(school.dataDirectory), /overlaps/],
          [school.dataDirectory, /overlaps/],
          ['/etc/passwd/backup', /passwd\/backup cannot be used for a backup: it is a file/],
          ['/etc/passwd', /passwd cannot be used for a backup: it is a file/],
          [`/${'long'.repeat(100)}`, /cannot be used/],
          ['/tmp/\u0000', /cannot be used/],
        ];
        for (const [path, reason] of paths)
          await expectRefused(operator.backUpRepository({ body: { folder: path } }), 400, reason);
      },
      'a position that no response has named is refused': async () => {
        const operator = await operatorOf(school);
        const body = { folder: newFolder(), after: 'anything' };
        await expectRefused(operator.backUpRepository({ body }), 400, /next/);
      },
      'a folder with something else in it is left as it is': async () => {
        const operator = await operatorOf(school);
        const target = newFolder();
        await mkdir(target);
        await writeFile(join(target, 'letter.txt'), 'mine');
        await expectRefused(operator.backUpRepository({ body: { folder: target } }), 409, /other files/);
        expect(await filesBelow(target)).toEqual(['letter.txt']);
      },
      'a complete backup is not written again': async () => {
        const operator = await operatorOf(school);
        const target = newFolder();
        await backUp(operator, target);
        await expectRefused(operator.backUpRepository({ body: { folder: target } }), 409, /already a complete backup/);
      },
      'a folder in another backup is refused: it would be deleted with it': async () => {
        const operator = await operatorOf(school);
        const target = newFolder();
        await backUp(operator, target);
        const body = { folder: join(target, 'html', 'inner') };
        await expectRefused(operator.backUpRepository({ body }), 400, /which is a backup/);
      },
      'a previous backup that is none is refused, and the repository itself is none': async () => {
        const operator = await operatorOf(school);
        const body = { folder: newFolder(), previous: school.dataDirectory };
        await expectRefused(operator.backUpRepository({ body }), 400, /repository itself/);
        for (const previous of [newFolder(), 'relative', '/etc'])
          await expectRefused(operator.backUpRepository({ body: { folder: newFolder(), previous } }), 400, /previous/);
      },
    },
  });
});
