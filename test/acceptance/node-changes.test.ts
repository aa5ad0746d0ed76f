import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, makeNode, namesIn, pictureOf, versionsOf, type WireNode } from '../support/trees.ts';

const unknownNode = '00000000-0000-4000-8000-000000000000';

withTransports((school) => {
  describeUpdateMetadata(school);
  describeCreateMetadataVersion(school);
  describeDeleteNode(school);
});

function describeUpdateMetadata(school: School): void {
  describeOperation('updateMetadata', school, {
    effect: {
      'named properties change, others stay, null removes, and no version is made': async () => {
        const file = await makeFile(school.anna, 'text', {
          properties: { 'cclom:title': 'old', 'cm:description': 'stays', 'ccm:wwwurl': 'http://x.example' },
        });
        const before = await versionsOf(school.anna, file);
        await school.anna.updateMetadata({
          ...at(file),
          body: { 'cclom:title': ['new'], 'ccm:wwwurl': null, 'cclom:aggregationlevel': 2, 'ccm:flag': true },
        });
        const { node } = await school.anna.getNode(at(file));
        expect(node).toMatchObject({ title: 'new', description: 'stays', contentVersion: '1.1' });
        expect(node.properties['ccm:wwwurl']).toBeUndefined();
        expect(node.properties['cclom:aggregationlevel']).toEqual(['2']);
        expect(node.properties['ccm:flag']).toEqual(['true']);
        expect(await versionsOf(school.anna, file)).toEqual(before);
      },
      'a new name is listed in place of the old one': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeNode(school.anna, { type: 'ccm:io', parent: folder, name: 'old' });
        await school.anna.updateMetadata({ ...at(file), body: { 'cm:name': ['new'] } });
        expect(await namesIn(school.anna, folder)).toEqual(['new']);
        const again = await makeNode(school.anna, { type: 'ccm:io', parent: folder, name: 'old' });
        expect(again.name).toBe('old');
      },
      'what the repository itself says is left aside when clients send it back': async () => {
        const file = await makeFile(school.anna, 'text');
        const { node } = await school.anna.updateMetadata({
          ...at(file),
          body: { ...file.properties, 'cm:creator': ['bert'], 'cm:created_LONG': 5, 'sys:node-uuid': ['x'] },
        });
        expect(node.properties['cm:creator']).toEqual(['anna']);
        expect(node.properties['cm:created_LONG']).toBeUndefined();
        expect(node.ref).toEqual(file.ref);
      },
    },
    refusal: {
      'a stranger changes nothing': async () => {
        const file = await makeFile(school.anna, 'text');
        const before = await pictureOf(school.anna, file);
        const body = { 'cm:name': ['taken over'] };
        await expectRefused(school.bert.updateMetadata({ ...at(file), body }), 403, /needs the right Write on/);
        await expectRefused(school.nobody.updateMetadata({ ...at(file), body }), 401, /Sign in/);
        expect(await pictureOf(school.anna, file)).toEqual(before);
      },
    },
    badInput: {
      'a number that JSON cannot carry exactly is refused, not rounded': async () => {
        const file = await makeFile(school.anna, 'x');
        for (const number of [1.8e18, -1e300, 2 ** 53]) {
          const body = { 'ccm:replicationsourceid': [number] };
          await expectRefused(
            school.anna.updateMetadata({ ...at(file), body }),
            400,
            /ccm:replicationsourceid has a number that is too large .* as text/,
          );
        }
        const body = { 'cclom:general_keyword': [2 ** 53 - 1, 0.1, -7], 'cclom:title': '1799999999999999001' };
        const { node } = await school.anna.updateMetadata({ ...at(file), body });
        expect(node.title).toBe('1799999999999999001');
        expect(node.properties['cclom:general_keyword']).toEqual(['9007199254740991', '0.1', '-7']);
      },
      'the folders that the repository itself needs keep their names, and take a title': async () => {
        const { node: home } = await school.anna.getNode(at('-userhome-'));
        const homes = (await school.admin.resolvePath({ ...at('-companyhome-'), path: 'User Homes' })).node;
        const rename = (node: WireNode, name: string) =>
          school.admin.updateMetadata({ ...at(node), body: { 'cm:name': [name], 'cm:title': ['neu'] } });
        for (const node of [home, homes]) {
          await expectRefused(rename(node, 'other'), 400, /system folder/);
          expect((await rename(node, node.name)).node).toMatchObject({ name: node.name, title: 'neu' });
        }
        const body = { 'cm:name': ['mine'] };
        await expectRefused(school.anna.updateMetadata({ ...at('-userhome-'), body }), 400, /system folder/);
        await expectRefused(
          school.anna.createMetadataVersion({ ...at('-userhome-'), versionComment: '', body }),
          400,
          /system folder/,
        );
        await school.admin.updateMetadata({ ...at(home), body: { 'cm:title': null } });
        await school.admin.updateMetadata({ ...at(homes), body: { 'cm:title': null } });
      },
      'the name of a sibling is a conflict': async () => {
        const folder = await makeFolder(school.anna);
        await makeNode(school.anna, { type: 'ccm:io', parent: folder, name: 'one' });
        const two = await makeNode(school.anna, { type: 'ccm:io', parent: folder, name: 'two' });
        const before = await pictureOf(school.anna, folder);
        const attempt = school.anna.updateMetadata({ ...at(two), body: { 'cm:name': ['one'] } });
        await expectRefused(attempt, 409, /"one"/);
        expect(await pictureOf(school.anna, folder)).toEqual(before);
      },
      'a name cannot be removed': async () => {
        const file = await makeFile(school.anna, 'text');
        const attempt = school.anna.updateMetadata({ ...at(file), body: { 'cm:name': null } });
        await expectRefused(attempt, 400, /name must not be empty/);
        expect((await school.anna.getNode(at(file))).node.name).toBe(file.name);
      },
      'an unknown node is missing': async () => {
        await expectRefused(school.anna.updateMetadata({ ...at(unknownNode), body: {} }), 404, /does not exist/);
      },
      'the top folder keeps its name': async () => {
        const attempt = school.admin.updateMetadata({ ...at('-companyhome-'), body: { 'cm:name': ['mine'] } });
        await expectRefused(attempt, 400, /keeps its name/);
      },
    },
  });
}

function describeCreateMetadataVersion(school: School): void {
  describeOperation('createMetadataVersion', school, {
    effect: {
      'a new version has the new properties, and the old version keeps the old ones': async () => {
        const file = await makeFile(school.anna, 'text', { properties: { 'cclom:title': 'old' } });
        await school.anna.createMetadataVersion({
          ...at(file),
          versionComment: 'METADATA_UPDATE',
          body: { 'cclom:title': ['new'] },
        });
        expect(await versionsOf(school.anna, file)).toEqual(['1.0', '1.1', '1.2']);
        const read = async (minor: number) => (await school.anna.getVersion({ ...at(file), major: 1, minor })).version;
        expect(await read(2)).toMatchObject({ comment: 'METADATA_UPDATE' });
        expect((await read(2)).properties['cclom:title']).toEqual(['new']);
        expect((await read(1)).properties['cclom:title']).toEqual(['old']);
        expect((await school.anna.getNode(at(file))).node).toMatchObject({ title: 'new', contentVersion: '1.2' });
      },
      'a comment may be empty': async () => {
        const file = await makeFile(school.anna, 'text');
        await school.anna.createMetadataVersion({ ...at(file), versionComment: '', body: { 'cclom:title': ['x'] } });
        const { version } = await school.anna.getVersion({ ...at(file), major: 1, minor: 2 });
        expect(version.comment).toBe('');
      },
    },
    refusal: {
      'a stranger makes no version': async () => {
        const file = await makeFile(school.anna, 'text');
        const before = await pictureOf(school.anna, file);
        const call = { ...at(file), versionComment: 'x', body: { 'cclom:title': ['taken over'] } };
        await expectRefused(school.bert.createMetadataVersion(call), 403, /bert needs the right/);
        await expectRefused(school.nobody.createMetadataVersion(call), 401, /Sign in/);
        expect(await pictureOf(school.anna, file)).toEqual(before);
      },
    },
    badInput: {
      'a call without versionComment is refused, and no version is made': async () => {
        const file = await makeFile(school.anna, 'text');
        const before = await pictureOf(school.anna, file);
        // The types forbid what is tried here.
        const versionComment = undefined as unknown as string;
        const call = { ...at(file), versionComment, body: { 'cclom:title': ['new'] } };
        await expectRefused(school.anna.createMetadataVersion(call), 400, /query versionComment/);
        expect(await pictureOf(school.anna, file)).toEqual(before);
      },
      'a nested value is refused, and no version is made': async () => {
        const file = await makeFile(school.anna, 'text');
        const before = await pictureOf(school.anna, file);
        // The types forbid what is tried here.
        const body = { 'cclom:title': { de: 'x' } } as unknown as Record<string, string[]>;
        await expectRefused(
          school.anna.createMetadataVersion({ ...at(file), versionComment: '', body }),
          400,
          /The value of the property cclom:title must be text/,
        );
        expect(await pictureOf(school.anna, file)).toEqual(before);
      },
      'an unknown node is missing': async () => {
        await expectRefused(
          school.anna.createMetadataVersion({ ...at(unknownNode), versionComment: '', body: {} }),
          404,
          /does not exist/,
        );
      },
    },
  });
}

function describeDeleteNode(school: School): void {
  describeOperation('deleteNode', school, {
    effect: {
      'a deleted folder is gone for everybody, and so is all below it, by id too': async () => {
        const parent = await makeFolder(school.anna);
        const folder = await makeFolder(school.anna, { parent, name: 'old' });
        const inner = await makeFolder(school.anna, { parent: folder });
        const file = await makeFile(school.anna, 'text', { parent: inner });
        await school.anna.deleteNode(at(folder));
        expect(await namesIn(school.anna, parent)).toEqual([]);
        for (const person of [school.anna, school.admin]) {
          for (const gone of [folder, inner, file]) {
            await expectRefused(person.getNode(at(gone)), 404, /does not exist/);
            await expectRefused(person.listVersions(at(gone)), 404, /does not exist/);
          }
          await expectRefused(person.downloadContent({ nodeId: file.ref.id }), 404, /does not exist/);
          await expectRefused(makeNode(person, { type: 'ccm:io', parent: inner }), 404, /does not exist/);
          await expectRefused(person.deleteNode(at(file)), 404, /does not exist/);
        }
        const again = await makeFolder(school.anna, { parent, name: 'old' });
        expect(again.ref.id).not.toBe(folder.ref.id);
      },
      'with recycle=false it is gone for good': async () => {
        const parent = await makeFolder(school.anna);
        const folder = await makeFolder(school.anna, { parent });
        const file = await makeFile(school.anna, 'text', { parent: folder });
        await school.anna.deleteNode({ ...at(folder), recycle: false });
        expect(await namesIn(school.anna, parent)).toEqual([]);
        await expectRefused(school.anna.getNode(at(folder)), 404, /does not exist/);
        await expectRefused(school.admin.getNode(at(file)), 404, /does not exist/);
      },
    },
    refusal: {
      'a stranger deletes nothing': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'text', { parent: folder });
        const before = await pictureOf(school.anna, folder);
        for (const node of [folder, file]) {
          await expectRefused(
            school.bert.deleteNode({ ...at(node), recycle: false }),
            403,
            /needs the right Delete on/,
          );
          await expectRefused(school.nobody.deleteNode(at(node)), 401, /Sign in/);
        }
        expect(await pictureOf(school.anna, folder)).toEqual(before);
      },
    },
    badInput: {
      'an unknown node is missing': async () => {
        await expectRefused(school.anna.deleteNode(at(unknownNode)), 404, /does not exist/);
      },
      'what was deleted cannot be deleted again': async () => {
        const file = await makeFile(school.anna, 'text');
        await school.anna.deleteNode(at(file));
        await expectRefused(school.anna.deleteNode(at(file)), 404, /does not exist/);
        await expectRefused(school.admin.deleteNode({ ...at(file), recycle: false }), 404, /does not exist/);
      },
      'the folders that belong to the repository stay': async () => {
        const { node: home } = await school.anna.getNode(at('-userhome-'));
        const homes = home.parent?.id ?? '';
        for (const node of ['-companyhome-', homes]) {
          await expectRefused(school.admin.deleteNode(at(node)), 400, /system folder/);
        }
        expect((await school.anna.getNode(at('-userhome-'))).node).toEqual(home);
      },
    },
  });
}
