import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, at, bytesOf, download, makeFile, makeFolder, makeNode } from '../support/trees.ts';

const unknownNode = '00000000-0000-4000-8000-000000000000';

withTransports((school) => {
  describeDownloadContent(school);
  describeGetIcon(school);
});

const share = (school: School, node: string, permission: string): Promise<undefined> =>
  school.anna.setPermissions({
    ...at(node),
    body: { permissions: [{ authority: { authorityName: 'carla' }, permissions: [permission] }] },
  });

function describeDownloadContent(school: School): void {
  describeOperation('downloadContent', school, {
    effect: {
      'the bytes come with their size, their type and the name of the node': async () => {
        const bytes = Buffer.from(Array.from({ length: 1000 }, (_, index) => index % 256));
        const node = await makeFile(school.anna, bytes, { name: 'Maße «1».bin', mimeType: 'application/x-own' });
        const file = await school.anna.downloadContent({ nodeId: node.ref.id });
        expect(file).toMatchObject({
          size: 1000,
          mimeType: 'application/x-own',
          fileName: 'Maße «1».bin',
          disposition: 'attachment',
        });
        expect(await bytesOf(file)).toEqual(bytes);
      },
      'a version is served under the name that the node had then': async () => {
        const node = await makeFile(school.anna, 'first', { name: 'first.txt' });
        await school.anna.updateMetadata({ ...at(node), body: { 'cm:name': ['second.txt'] } });
        await school.anna.uploadContent({ ...at(node), body: aFile('second') });
        await school.anna.updateMetadata({ ...at(node), body: { 'cm:name': ['third.txt'] } });
        const nameOf = async (version?: string) => {
          const query = version === undefined ? {} : { version };
          const file = await school.anna.downloadContent({ nodeId: node.ref.id, ...query });
          return [file.fileName, (await bytesOf(file)).toString()];
        };
        expect(await nameOf('1.1')).toEqual(['first.txt', 'first']);
        expect(await nameOf()).toEqual(['third.txt', 'second']);
      },
      'an upload in the meantime does not change what is being read': async () => {
        const node = await makeFile(school.anna, Buffer.alloc(3_000_000, 'a'));
        const file = await school.anna.downloadContent({ nodeId: node.ref.id });
        await school.anna.uploadContent({ ...at(node), body: aFile('new') });
        expect((await bytesOf(file)).equals(Buffer.alloc(3_000_000, 'a'))).toBe(true);
        expect((await download(school.anna, node)).toString()).toBe('new');
      },
    },
    refusal: {
      'a stranger gets no byte, of no version': async () => {
        const node = await makeFile(school.anna, 'secret');
        for (const version of [{}, { version: '1.1' }]) {
          const call = { nodeId: node.ref.id, ...version };
          await expectRefused(school.bert.downloadContent(call), 403, /bert needs the right/);
          await expectRefused(school.nobody.downloadContent(call), 401, /Sign in/);
        }
      },
      'who may read metadata only gets no byte, and no address': async () => {
        const node = await makeFile(school.anna, 'secret');
        await share(school, node.ref.id, 'ConsumerMetadata');
        await expectRefused(school.carla.downloadContent({ nodeId: node.ref.id }), 403, /needs the right ReadAll on/);
        expect((await school.carla.getNode(at(node))).node.downloadUrl).toBeNull();
      },
      'a right that was taken away counts from the next download on': async () => {
        const node = await makeFile(school.anna, 'secret');
        await share(school, node.ref.id, 'Consumer');
        expect((await download(school.carla, node)).toString()).toBe('secret');
        await share(school, node.ref.id, 'ConsumerMetadata');
        await expectRefused(school.carla.downloadContent({ nodeId: node.ref.id }), 403, /needs the right ReadAll on/);
      },
    },
    badInput: {
      'an unknown node, and one without content, are missing': async () => {
        const empty = await makeNode(school.anna, { type: 'ccm:io' });
        const folder = await makeFolder(school.anna);
        await expectRefused(school.anna.downloadContent({ nodeId: unknownNode }), 404, /does not exist/);
        await expectRefused(school.anna.downloadContent({ nodeId: 'x' }), 404, /does not exist/);
        await expectRefused(school.anna.downloadContent({ nodeId: empty.ref.id }), 404, /no content/);
        await expectRefused(school.anna.downloadContent({ nodeId: folder.ref.id }), 404, /no content/);
      },
      'a version that is not there is missing, and one that is no version is refused': async () => {
        const node = await makeFile(school.anna, 'x');
        const read = (version: string) => school.anna.downloadContent({ nodeId: node.ref.id, version });
        await expectRefused(read('9.9'), 404, /Version 9\.9/);
        await expectRefused(read('1.0'), 404, /no content/);
        for (const version of ['', 'latest', '1', '1.1.1', '-1.0', '../1.1']) await expectRefused(read(version), 400);
      },
    },
  });
}

function describeGetIcon(school: School): void {
  describeOperation('getIcon', school, {
    effect: {
      'the icon that a node names is there, for everybody': async () => {
        const node = await makeFile(school.anna, 'x', { mimeType: 'image/png' });
        const icon = node.iconURL.split('/').at(-1) ?? '';
        expect(icon).toBe('file-image.svg');
        const file = await school.nobody.getIcon({ icon });
        expect(file.mimeType).toBe('image/svg+xml');
        expect((await bytesOf(file)).toString()).toContain('IMAGE');
      },
    },
    refusal: {
      'wrong credentials do not matter, and it tells nothing of any node': async () => {
        const node = await makeFile(school.anna, 'x', { name: 'geheim.txt' });
        const icon = node.iconURL.split('/').at(-1) ?? '';
        const wrong = school.as({ userName: 'anna', password: 'wrong' });
        const picture = (await bytesOf(await wrong.getIcon({ icon }))).toString();
        expect(picture).not.toContain('geheim');
        expect(picture).not.toContain(node.ref.id);
      },
    },
    badInput: {
      'what is no name of an icon is refused, and cannot bring markup or a path': async () => {
        const names = ['<script>.svg', '../../config.yaml', 'FILE.svg', '.svg', 'a.png', `${'a'.repeat(61)}.svg`];
        for (const icon of names) await expectRefused(school.nobody.getIcon({ icon }), 400, /icon/);
      },
    },
  });
}
