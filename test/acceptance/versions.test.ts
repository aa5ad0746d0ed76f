import { expect, test } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import {
  aFile,
  at,
  download,
  makeFile,
  makeFolder,
  makeNode,
  namesIn,
  newName,
  versionsOf,
  type WireNode,
} from '../support/trees.ts';

const unknownNode = '00000000-0000-4000-8000-000000000000';

/** Version 1.1 with the text one, 1.2 with another title, 1.3 with the text three and a third title. */
const repository = '-home-';

async function withHistory(school: School): Promise<WireNode> {
  const file = await makeFile(school.anna, 'one', {
    properties: { 'cclom:title': 'Eins', 'cclom:general_keyword': 'a' },
  });
  const body = { 'cclom:title': ['Zwei'], 'cclom:general_keyword': null };
  await school.anna.createMetadataVersion({ ...at(file), versionComment: 'zweite', body });
  await school.anna.updateMetadata({ ...at(file), body: { 'cclom:title': ['Drei'] } });
  await school.anna.uploadContent({
    ...at(file),
    versionComment: 'dritte',
    mimetype: 'text/html',
    body: aFile('three'),
  });
  return (await school.anna.getNode(at(file))).node;
}

const revert = (school: School, node: WireNode, minor: number, withName?: boolean) =>
  school.anna.revertVersion({ ...at(node), major: 1, minor, withName });

withTransports((school) => {
  test('a reference has the versions of its original, and they are not changed through it', async () => {
    const file = await withHistory(school);
    const body = { title: newName('Sammlung'), collection: {} };
    const { collection } = await school.anna.createCollection({ repository, collection: '-root-', body });
    const { node } = await school.anna.addReference({
      ...{ repository, collection: collection.ref.id, node: file.ref.id },
    });
    expect(await versionsOf(school.anna, node)).toEqual(await versionsOf(school.anna, file));
    const one = { major: 1, minor: 2 };
    const ofOriginal = (await school.anna.getVersion({ ...at(file), ...one })).version;
    expect((await school.anna.getVersion({ ...at(node), ...one })).version).toMatchObject({
      comment: ofOriginal.comment,
      properties: ofOriginal.properties,
    });
    expect((await school.anna.describeVersions(at(node))).versions).toHaveLength(
      (await school.anna.describeVersions(at(file))).versions.length,
    );
    await expectRefused(revert(school, node, 0), 400, /reference/);
    // Who may read the collection, but not the original, sees none of it.
    await school.anna.setPermissions({
      ...at(collection),
      body: { inherited: true, permissions: [{ authority: { authorityName: 'bert' }, permission: 'Consumer' }] },
    });
    await expectRefused(school.bert.listVersions(at(node)), 403);
    await expectRefused(school.bert.getVersion({ ...at(node), ...one }), 403);
    await expectRefused(school.bert.describeVersions(at(node)), 403);
  });

  describeOperation('listVersions', school, {
    effect: {
      'each upload and each versioned change adds one, oldest first, also beyond 1.9': async () => {
        const file = await makeFile(school.anna, 'x');
        for (let count = 0; count < 10; count += 1) {
          if (count % 2 === 0) await school.anna.uploadContent({ ...at(file), body: aFile(`${count}`) });
          else await school.anna.createMetadataVersion({ ...at(file), versionComment: '', body: {} });
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
        await expectRefused(school.bert.listVersions(at(file)), 403, /bert needs the right/);
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
        const parent = await makeFolder(school.anna);
        const properties = { 'cclom:title': 'Alt' };
        const file = await makeFile(school.anna, 'first', { parent, name: 'old.txt', properties });
        await school.anna.updateMetadata({ ...at(file), body: { 'cm:name': ['new.txt'], 'cclom:title': ['Neu'] } });
        await school.anna.uploadContent({ ...at(file), versionComment: 'größer', body: aFile('second') });
        const read = async (minor: number) => (await school.anna.getVersion({ ...at(file), major: 1, minor })).version;
        const first = await read(0);
        expect(first).toMatchObject({ version: { major: 1, minor: 0 } });
        expect(first).not.toHaveProperty('contentUrl');
        expect(first.properties).toMatchObject({ 'cm:name': ['old.txt'] });
        const last = await read(2);
        expect(last).toMatchObject({ comment: 'größer', modifiedBy: { firstName: 'Anna' } });
        expect(last.contentUrl).toMatch(new RegExp(`nodeId=${file.ref.id}&version=1\\.2$`));
        expect(last.properties).toMatchObject({ 'cclom:title': ['Neu'] });
      },
    },
    refusal: {
      'a stranger reads no version': async () => {
        const file = await makeFile(school.anna, 'x');
        const call = { ...at(file), major: 1, minor: 1 };
        await expectRefused(school.bert.getVersion(call), 403, /bert needs the right/);
        await expectRefused(school.nobody.getVersion(call), 401, /Sign in/);
      },
    },
    badInput: {
      'a version that is not there is missing': async () => {
        const file = await makeFile(school.anna, 'x');
        await expectRefused(school.anna.getVersion({ ...at(file), major: 9, minor: 9 }), 404, /9\.9 .*not exist/);
        await expectRefused(school.anna.getVersion({ ...at(unknownNode), major: 1, minor: 0 }), 404);
      },
      'what is no number is refused': async () => {
        const file = await makeFile(school.anna, 'x');
        for (const text of ['one', '-1', '1e3', '1.5', '1000000000', '99999999999999999999']) {
          // The types forbid what is tried here.
          const major = text as unknown as number;
          await expectRefused(school.anna.getVersion({ ...at(file), major, minor: 0 }), 400, /major/);
        }
      },
    },
  });

  describeOperation('describeVersions', school, {
    effect: {
      'each has its comment, author, time, properties, and its content for ever': async () => {
        const file = await withHistory(school);
        const { versions } = await school.anna.describeVersions(at(file));
        expect(versions.map(({ version, comment }) => [version.major, version.minor, comment])).toEqual([
          [1, 0, ''],
          [1, 1, ''],
          [1, 2, 'zweite'],
          [1, 3, 'dritte'],
        ]);
        for (const described of versions) {
          const { major, minor } = described.version;
          const call = { ...at(file), major, minor };
          expect(described).toEqual((await school.anna.getVersion(call)).version);
          expect(described.modifiedBy).toMatchObject({ firstName: 'Anna' });
          expect(Date.parse(described.modifiedAt)).toBeLessThanOrEqual(Date.parse(file.modifiedAt));
        }
        expect(versions.map(({ properties }) => properties['cclom:title'])).toEqual([
          ['Eins'],
          ['Eins'],
          ['Zwei'],
          ['Drei'],
        ]);
        expect(versions.map(({ contentUrl }) => contentUrl === undefined)).toEqual([true, false, false, false]);
        for (const [label, text] of [
          ['1.1', 'one'],
          ['1.2', 'one'],
          ['1.3', 'three'],
        ] as const) {
          expect((await download(school.anna, file, label)).toString()).toBe(text);
        }
      },
    },
    refusal: {
      'a stranger reads none': async () => {
        const file = await makeFile(school.anna, 'x');
        await expectRefused(school.bert.describeVersions(at(file)), 403, /bert needs the right/);
        await expectRefused(school.nobody.describeVersions(at(file)), 401, /Sign in/);
      },
    },
    badInput: {
      'an unknown node is missing': async () => {
        await expectRefused(school.anna.describeVersions(at(unknownNode)), 404, /does not exist/);
      },
    },
  });

  describeOperation('revertVersion', school, {
    effect: {
      'the node gets the properties and the content of the version, and shows its number': async () => {
        const file = await withHistory(school);
        const { node } = await revert(school, file, 1);
        expect(node).toMatchObject({ contentVersion: '1.1', title: 'Eins', mimetype: 'text/plain', size: '3' });
        expect(node.properties['cclom:general_keyword']).toEqual(['a']);
        expect(node.properties['cm:versionLabel']).toEqual(['1.1']);
        expect((await download(school.anna, file)).toString()).toBe('one');
      },
      'all history stays, and the next new version follows the highest': async () => {
        const file = await withHistory(school);
        const before = await school.anna.describeVersions(at(file));
        await revert(school, file, 1);
        expect(await school.anna.describeVersions(at(file))).toEqual(before);
        const { node } = await school.anna.uploadContent({ ...at(file), body: aFile('four') });
        expect(node.contentVersion).toBe('1.4');
        expect(await versionsOf(school.anna, file)).toEqual(['1.0', '1.1', '1.2', '1.3', '1.4']);
        expect((await download(school.anna, file, '1.1')).toString()).toBe('one');
        expect((await download(school.anna, file, '1.3')).toString()).toBe('three');
        const title = (await school.anna.getNode(at(file))).node.title;
        expect(title).toBe('Eins');
      },
      'forth and back again, each version stays what it was': async () => {
        const file = await withHistory(school);
        const before = (await school.anna.describeVersions(at(file))).versions;
        for (const minor of [0, 3, 2, 2, 1, 3]) {
          const { node } = await revert(school, file, minor);
          expect(node.contentVersion).toBe(`1.${minor}`);
          await school.anna.updateMetadata({ ...at(file), body: { 'cclom:title': [`changed ${minor}`] } });
          expect((await school.anna.describeVersions(at(file))).versions.slice(0, before.length)).toEqual(before);
        }
        expect((await revert(school, file, 0)).node).toMatchObject({ mimetype: null, size: null, title: 'Eins' });
      },
      'what an update without a version set becomes a version before it is overwritten': async () => {
        const file = await withHistory(school);
        await school.admin.updateMetadata({
          ...at(file),
          body: { 'cclom:title': ['Fünf'], 'cclom:general_description': ['Nirgends sonst'] },
        });
        const { node } = await revert(school, file, 1);
        expect(node).toMatchObject({ contentVersion: '1.1', title: 'Eins', description: null });
        const { versions } = await school.anna.describeVersions(at(file));
        expect(versions).toHaveLength(5);
        expect(versions[4]).toMatchObject({
          version: { major: 1, minor: 4 },
          comment: 'Saved before version 1.1 was restored',
          modifiedBy: { firstName: 'Admin' },
          properties: { 'cclom:title': ['Fünf'], 'cclom:general_description': ['Nirgends sonst'] },
        });
        expect((await download(school.anna, file, '1.4')).toString()).toBe('three');
        expect((await revert(school, file, 4)).node).toMatchObject({ title: 'Fünf', description: 'Nirgends sonst' });
        expect((await school.anna.uploadContent({ ...at(file), body: aFile('x') })).node.contentVersion).toBe('1.5');
      },
      'what a version has is not kept once more, nor what stays as it is': async () => {
        const file = await withHistory(school);
        for (const minor of [1, 3, 3, 0]) await revert(school, file, minor);
        expect(await versionsOf(school.anna, file)).toEqual(['1.0', '1.1', '1.2', '1.3']);
        await school.anna.updateMetadata({ ...at(file), body: { 'cm:name': [`umbenannt-${file.ref.id}.txt`] } });
        await revert(school, file, 1);
        expect(await versionsOf(school.anna, file)).toEqual(['1.0', '1.1', '1.2', '1.3']);
        await school.anna.updateMetadata({ ...at(file), body: { 'cclom:title': ['neu'] } });
        await school.anna.updateMetadata({ ...at(file), body: { 'cclom:title': ['Eins'] } });
        await revert(school, file, 1);
        expect(await versionsOf(school.anna, file)).toEqual(['1.0', '1.1', '1.2', '1.3']);
      },
      'the version that the node shows is a way back from an update too': async () => {
        const file = await withHistory(school);
        await school.anna.updateMetadata({ ...at(file), body: { 'cclom:title': ['verschrieben'] } });
        expect((await revert(school, file, 3)).node).toMatchObject({ title: 'Drei', contentVersion: '1.3' });
        expect(await versionsOf(school.anna, file)).toContain('1.4');
        expect((await revert(school, file, 4)).node.title).toBe('verschrieben');
      },
      'the name stays, unless the call says otherwise': async () => {
        const parent = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'x', { parent, name: 'old.txt' });
        await school.anna.createMetadataVersion({ ...at(file), versionComment: '', body: { 'cm:name': ['new.txt'] } });
        expect((await revert(school, file, 1)).node).toMatchObject({ name: 'new.txt', contentVersion: '1.1' });
        await school.anna.updateMetadata({ ...at(file), body: { 'cm:name': ['third.txt'] } });
        expect((await revert(school, file, 1, true)).node.name).toBe('old.txt');
        expect((await revert(school, file, 3, true)).node.name).toBe('third.txt');
      },
      'with its name, where that is free; else the present one stays': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'x', { parent: folder, name: 'old' });
        await school.anna.createMetadataVersion({ ...at(file), versionComment: '', body: { 'cm:name': ['new'] } });
        expect((await revert(school, file, 1, true)).node.name).toBe('old');
        expect(await namesIn(school.anna, folder)).toEqual(['old']);
        await revert(school, file, 2, true);
        await makeNode(school.anna, { type: 'ccm:io', parent: folder, name: 'old' });
        expect((await revert(school, file, 1, true)).node).toMatchObject({ name: 'new', contentVersion: '1.1' });
        expect(await namesIn(school.anna, folder)).toEqual(['new', 'old']);
      },
      'a folder gets its properties back': async () => {
        const folder = await makeFolder(school.anna, { properties: { 'cm:title': 'Alt' } });
        await school.anna.createMetadataVersion({ ...at(folder), versionComment: '', body: { 'cm:title': ['Neu'] } });
        expect((await revert(school, folder, 0)).node).toMatchObject({ title: 'Alt', contentVersion: '1.0' });
      },
    },
    refusal: {
      'whoever may only read reverts nothing': async () => {
        const file = await withHistory(school);
        const permissions = [{ authority: { authorityName: 'bert' }, permission: 'Consumer' }];
        await school.anna.setPermissions({ ...at(file), body: { inherited: true, permissions } });
        await expectRefused(
          school.bert.revertVersion({ ...at(file), major: 1, minor: 0 }),
          403,
          /bert needs the right/,
        );
        await expectRefused(school.nobody.revertVersion({ ...at(file), major: 1, minor: 0 }), 401);
        expect((await school.anna.getNode(at(file))).node).toEqual(file);
      },
      'whoever may change properties but not content neither': async () => {
        const file = await withHistory(school);
        for (const permission of ['WriteProperties', 'WriteContent']) {
          const permissions = ['Consumer', permission].map((each) => ({
            authority: { authorityName: 'bert' },
            permission: each,
          }));
          await school.anna.setPermissions({ ...at(file), body: { inherited: true, permissions } });
          await expectRefused(school.bert.revertVersion({ ...at(file), major: 1, minor: 0 }), 403);
        }
      },
    },
    badInput: {
      'a version or a node that is not there is missing': async () => {
        const file = await withHistory(school);
        await expectRefused(school.anna.revertVersion({ ...at(file), major: 9, minor: 9 }), 404, /9\.9/);
        await expectRefused(school.anna.revertVersion({ ...at(unknownNode), major: 1, minor: 0 }), 404);
        expect((await school.anna.getNode(at(file))).node).toEqual(file);
      },
      'what is no number is refused': async () => {
        const file = await makeFile(school.anna, 'x');
        for (const text of ['x', '-1', '1.5']) {
          // The types forbid what is tried here.
          const minor = text as unknown as number;
          await expectRefused(school.anna.revertVersion({ ...at(file), major: 1, minor }), 400, /minor/);
        }
      },
    },
  });
});
