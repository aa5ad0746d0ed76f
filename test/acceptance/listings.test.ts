import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, makeNode, namesIn } from '../support/trees.ts';

const unknownNode = '00000000-0000-4000-8000-000000000000';
const pageSize = 7;

withTransports(
  (school) => {
    describeListChildren(school);
    describeResolvePath(school);
  },
  { overrides: { 'limits.pageSize': String(pageSize) } },
);

async function folderOf(school: School, names: readonly string[]) {
  const folder = await makeFolder(school.anna);
  await Promise.all(names.map((name) => makeNode(school.anna, { type: 'ccm:io', parent: folder, name })));
  return folder;
}

function describeListChildren(school: School): void {
  describeOperation('listChildren', school, {
    effect: {
      'folders come first, then files, by name as German readers expect it': async () => {
        const folder = await folderOf(school, ['b 10', 'b 2', 'Äpfel', 'Birne']);
        await makeFolder(school.anna, { parent: folder, name: 'zuletzt' });
        expect(await namesIn(school.anna, folder)).toEqual(['zuletzt', 'Äpfel', 'b 2', 'b 10', 'Birne']);
      },
      'pages join to the whole list, and the total is that of the whole': async () => {
        const names = Array.from({ length: 6 }, (_, index) => `n${index}`);
        const folder = await folderOf(school, names);
        const seen: string[] = [];
        for (let skipCount = 0; skipCount < 6; skipCount += 4) {
          const page = await school.anna.listChildren({ ...at(folder), maxItems: 4, skipCount });
          expect(page.pagination).toEqual({ total: 6, from: skipCount, count: skipCount === 0 ? 4 : 2 });
          seen.push(...page.nodes.map(({ name }) => name));
        }
        expect(seen).toEqual(names);
        const none = await school.anna.listChildren({ ...at(folder), maxItems: 0, skipCount: 100 });
        expect(none).toEqual({ nodes: [], pagination: { total: 6, from: 100, count: 0 } });
      },
      'a page that is too large is cut to the limit of the repository': async () => {
        const folder = await folderOf(
          school,
          Array.from({ length: pageSize + 2 }, (_, index) => `n${index}`),
        );
        for (const maxItems of [undefined, 1_000_000, 2_147_483_647]) {
          const query = maxItems === undefined ? {} : { maxItems };
          const { nodes, pagination } = await school.anna.listChildren({ ...at(folder), ...query });
          expect(nodes).toHaveLength(pageSize);
          expect(pagination).toEqual({ total: pageSize + 2, from: 0, count: pageSize });
        }
      },
      'what one caller may read of a folder is what is listed and counted for that caller': async () => {
        const folder = await folderOf(school, ['hidden']);
        const open = await makeFile(school.anna, 'x', { parent: folder, name: 'open' });
        await share(school, folder.ref.id, 'ConsumerMetadata');
        await school.anna.setPermissions({
          ...at((await school.anna.resolvePath({ ...at(folder), path: 'hidden' })).node),
          body: { inherited: false, permissions: [] },
        });
        const { nodes, pagination } = await school.carla.listChildren(at(folder));
        expect(nodes.map(({ ref }) => ref.id)).toEqual([open.ref.id]);
        expect(pagination).toEqual({ total: 1, from: 0, count: 1 });
      },
      // It was 400 before: importers and editors ask every file for its child objects, and take 200 only.
      'GET children of a file is 200 with its child objects: an empty list if it has none': async () => {
        const file = await makeFile(school.anna, 'x');
        const { nodes, pagination } = await school.anna.listChildren(at(file));
        expect({ nodes, pagination }).toEqual({ nodes: [], pagination: { total: 0, from: 0, count: 0 } });
      },
    },
    refusal: {
      'a stranger is not told what is in the folder': async () => {
        const folder = await folderOf(school, ['secret']);
        await expectRefused(school.bert.listChildren(at(folder)), 403, /ReadChildren/);
        await expectRefused(school.nobody.listChildren(at(folder)), 401, /Sign in/);
      },
    },
    badInput: {
      'an unknown folder is missing': async () => {
        await expectRefused(school.anna.listChildren(at(unknownNode)), 404, /does not exist/);
      },
      'negative and broken numbers are refused, all in one answer': async () => {
        const attempt = school.anna.listChildren({ ...at('-userhome-'), maxItems: -1, skipCount: 1.5 });
        await expectRefused(attempt, 400, /maxItems.*skipCount/);
        // The types forbid what is tried here.
        const word = { ...at('-userhome-'), maxItems: 'many' as unknown as number };
        await expectRefused(school.anna.listChildren(word), 400, /maxItems/);
      },
    },
  });
}

const share = (school: School, node: string, permission: string): Promise<undefined> =>
  school.anna.setPermissions({
    ...at(node),
    body: { permissions: [{ authority: { authorityName: 'carla' }, permissions: [permission] }] },
  });

function describeResolvePath(school: School): void {
  describeOperation('resolvePath', school, {
    effect: {
      'names joined by / lead to the node, also with needless slashes': async () => {
        const folder = await makeFolder(school.anna);
        const inner = await makeFolder(school.anna, { parent: folder, name: 'Klasse 7' });
        const file = await makeFile(school.anna, 'x', { parent: inner, name: 'Brüche & Co.txt' });
        for (const path of ['Klasse 7/Brüche & Co.txt', '/Klasse 7//Brüche & Co.txt/']) {
          expect((await school.anna.resolvePath({ ...at(folder), path })).node).toEqual(file);
        }
        expect((await school.anna.resolvePath({ ...at(folder), path: '' })).node.ref).toEqual(folder.ref);
      },
      'a long path through many folders with long names is found': async () => {
        const names = Array.from({ length: 25 }, (_, index) => `${index} ${'ü'.repeat(120)}`);
        const top = await makeFolder(school.anna);
        let folder = top;
        for (const name of names) folder = await makeFolder(school.anna, { parent: folder, name });
        const { node } = await school.anna.resolvePath({ ...at(top), path: names.join('/') });
        expect(node.ref).toEqual(folder.ref);
      },
      'the other Unicode form is found where no name matches exactly': async () => {
        const folder = await makeFolder(school.anna);
        const decomposed = await makeFile(school.anna, 'x', { parent: folder, name: 'u\u0308ben' });
        const find = async (path: string) => (await school.anna.resolvePath({ ...at(folder), path })).node.ref.id;
        expect(await find('\u00fcben')).toBe(decomposed.ref.id);
        const composed = await makeFile(school.anna, 'y', { parent: folder, name: '\u00fcben' });
        expect(await find('\u00fcben')).toBe(composed.ref.id);
        expect(await find('u\u0308ben')).toBe(decomposed.ref.id);
      },
    },
    refusal: {
      'what the caller may not read is missing': async () => {
        const folder = await folderOf(school, ['secret']);
        await expectRefused(school.bert.resolvePath({ ...at(folder), path: 'secret' }), 404, /secret does not exist/);
        await expectRefused(school.nobody.resolvePath({ ...at(folder), path: 'secret' }), 401, /Sign in/);
      },
    },
    badInput: {
      'a path to nothing is missing': async () => {
        const folder = await folderOf(school, ['file']);
        for (const path of ['none', 'file/below', '..', '.', 'FILE']) {
          await expectRefused(school.anna.resolvePath({ ...at(folder), path }), 404, /does not exist/);
        }
        await expectRefused(school.anna.resolvePath({ ...at(unknownNode), path: 'x' }), 404, /does not exist/);
      },
      'a missing path is refused': async () => {
        // The types forbid what is tried here.
        const path = undefined as unknown as string;
        await expectRefused(school.anna.resolvePath({ ...at('-userhome-'), path }), 400, /path/);
      },
    },
  });
}
