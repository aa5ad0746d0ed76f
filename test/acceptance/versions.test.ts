import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { aFile, at, makeFile, makeFolder, versionsOf } from '../support/trees.ts';

const unknownNode = '00000000-0000-4000-8000-000000000000';

withTransports((school) => {
  describeOperation('listVersions', school, {
    effect: {
      'each upload and each versioned change adds one, oldest first, also beyond 1.9': async () => {
        const file = await makeFile(school.anna, 'x');
        for (let count = 0; count < 10; count += 1) {
          if (count % 2 === 0) await school.anna.uploadContent({ ...at(file), body: aFile(`${count}`) });
          else await school.anna.createMetadataVersion({ ...at(file), body: {} });
        }
        const labels = Array.from({ length: 12 }, (_, minor) => `1.${minor}`);
        expect(await versionsOf(school.anna, file)).toEqual(labels);
        const { versions } = await school.anna.listVersions(at(file));
        expect(versions[3]).toMatchObject({ node: { repo: 'local', id: file.ref.id }, major: 1, minor: 3 });
      },
      'a folder begins with 1.0 too': async () => {
        expect(await versionsOf(school.anna, await makeFolder(school.anna))).toEqual(['1.0']);
      },
    },
    refusal: {
      'a stranger is not told how many there are': async () => {
        const file = await makeFile(school.anna, 'x');
        await expectRefused(school.bert.listVersions(at(file)), 403, /bert may not/);
        await expectRefused(school.nobody.listVersions(at(file)), 401, /Sign in/);
      },
    },
    badInput: {
      'an unknown node is missing': async () => {
        await expectRefused(school.anna.listVersions(at(unknownNode)), 404, /does not exist/);
      },
    },
  });

  describeOperation('getVersion', school, {
    effect: {
      'a version says what the node was then, who made it, and where its content is': async () => {
        const file = await makeFile(school.anna, 'first', { name: 'old.txt', properties: { 'cclom:title': 'Alt' } });
        await school.anna.updateMetadata({ ...at(file), body: { 'cm:name': ['new.txt'], 'cclom:title': ['Neu'] } });
        await school.anna.uploadContent({ ...at(file), versionComment: 'größer', body: aFile('second') });
        const read = async (minor: string) =>
          (await school.anna.getVersion({ ...at(file), major: '1', minor })).version;
        const first = await read('0');
        expect(first).toMatchObject({ version: { major: 1, minor: 0 }, contentUrl: null });
        expect(first.properties).toContainEqual({ name: 'cm:name', values: ['old.txt'] });
        const last = await read('2');
        expect(last).toMatchObject({ comment: 'größer', modifiedBy: { firstName: 'Anna' } });
        expect(last.contentUrl).toMatch(new RegExp(`nodeId=${file.ref.id}&version=1\\.2$`));
        expect(last.properties).toContainEqual({ name: 'cclom:title', values: ['Neu'] });
      },
    },
    refusal: {
      'a stranger reads no version': async () => {
        const file = await makeFile(school.anna, 'x');
        const call = { ...at(file), major: '1', minor: '1' };
        await expectRefused(school.bert.getVersion(call), 403, /bert may not/);
        await expectRefused(school.nobody.getVersion(call), 401, /Sign in/);
      },
    },
    badInput: {
      'a version that is not there is missing': async () => {
        const file = await makeFile(school.anna, 'x');
        await expectRefused(school.anna.getVersion({ ...at(file), major: '9', minor: '9' }), 404, /9\.9 .*not exist/);
        await expectRefused(school.anna.getVersion({ ...at(unknownNode), major: '1', minor: '0' }), 404);
      },
      'what is no number is refused': async () => {
        const file = await makeFile(school.anna, 'x');
        for (const major of ['one', '-1', '1e3', '1.0', '99999999999999999999']) {
          await expectRefused(school.anna.getVersion({ ...at(file), major, minor: '0' }), 400, /major.*whole number/);
        }
      },
    },
  });
});
