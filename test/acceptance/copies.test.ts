import { describe, expect, test } from 'vitest';
import { callOf } from '../../src/client/client.ts';
import { describeOperation } from '../support/describe-operation.ts';
import { anna, basic, bert, type TestPerson } from '../support/people.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import {
  aFile,
  at,
  childrenOf,
  download,
  makeFile,
  makeFolder,
  makeNode,
  namesIn,
  newName,
  pictureOf,
  versionsOf,
  type WireNode,
} from '../support/trees.ts';

const repository = '-home-';
const unknownNode = '00000000-0000-4000-8000-000000000000';

/** A copy with what its header says was left out. */
async function copied(
  school: School,
  by: TestPerson,
  source: WireNode,
  folder: string | WireNode,
  withChildren = true,
): Promise<{ readonly node: WireNode; readonly leftOut: string | undefined }> {
  const call = callOf('copyNode', { ...at(folder), source: source.ref.id, withChildren }, basic(by));
  const answer = await school.send(call);
  expect(answer.status).toBe(200);
  const { node } = await school.as(by).getNode(at(nodeIn(answer.body)));
  return { node, leftOut: answer.headers['x-edu-left-out'] };
}

function nodeIn(body: Awaited<ReturnType<School['send']>>['body']): string {
  const value = body.kind === 'written-json' ? body.json.parse() : body.kind === 'json' ? body.value : undefined;
  // Whoever calls knows that a node was answered.
  return (value as { readonly node: WireNode }).node.ref.id;
}

/** Gives the person this permission on the node, and nobody anything from above unless told. */
const grant = (school: School, node: WireNode, person: string, permission: string, inherited = false) =>
  school.admin.setPermissions({
    ...at(node),
    body: { inherited, permissions: [{ authority: { authorityName: person }, permission }] },
  });

/** Names with what lies below them: what a copy has to have like its source. */
async function shapeOf(school: School, folder: string | WireNode): Promise<unknown> {
  const children = await childrenOf(school.admin, folder);
  return Promise.all(
    children.map(async (node) => [node.name, node.content.hash, node.isDirectory ? await shapeOf(school, node) : null]),
  );
}

withTransports((school) => {
  describeOperation('copyNode', school, {
    effect: {
      'a file is copied with its content, type, aspects and properties, and begins anew for the caller': async () => {
        const made = await school.anna.createNode({
          ...at('-userhome-'),
          type: 'ccm:io',
          aspects: ['cm:versionable'],
          body: { 'cm:name': [`${newName()}.txt`], 'cclom:title': ['Titel'], 'cclom:general_keyword': ['a', 'b'] },
        });
        await school.anna.uploadContent({ ...at(made.node), mimetype: 'text/plain', body: aFile('text') });
        const source = (await school.anna.getNode(at(made.node))).node;
        await grant(school, source, 'bert', 'Consumer', true);
        const { node, leftOut } = await copied(school, bert, source, '-userhome-');
        expect(leftOut).toBe('0');
        expect(node.ref.id).not.toBe(source.ref.id);
        expect(node).toMatchObject({
          name: source.name,
          title: 'Titel',
          type: 'ccm:io',
          aspects: ['cm:versionable'],
          mimetype: 'text/plain',
          size: '4',
          contentVersion: '1.0',
          owner: { firstName: 'Bert' },
          createdBy: { firstName: 'Bert' },
          modifiedBy: { firstName: 'Bert' },
        });
        expect(node.properties['cclom:general_keyword']).toEqual(['a', 'b']);
        expect((await download(school.bert, node)).toString()).toBe('text');
        expect(await versionsOf(school.bert, node)).toEqual(['1.0']);
        expect((await download(school.bert, node, '1.0')).toString()).toBe('text');
        const { permissions } = await school.bert.getPermissions(at(node));
        expect(permissions.localPermissions).toMatchObject({ inherited: true, permissions: [] });
        await expectRefused(school.carla.getNode(at(node)), 403);
      },
      'a folder goes with all below it, or alone': async () => {
        const top = await makeFolder(school.anna);
        const inner = await makeFolder(school.anna, { parent: top, name: 'inner' });
        await makeFile(school.anna, 'one', { parent: inner, name: 'one.txt' });
        await makeFile(school.anna, 'two', { parent: top, name: 'two.txt' });
        const target = await makeFolder(school.anna);
        const whole = await copied(school, anna, top, target);
        expect(whole.leftOut).toBe('0');
        expect(await shapeOf(school, whole.node)).toEqual(await shapeOf(school, top));
        const alone = await copied(school, anna, top, target, false);
        expect(alone.node.name).toBe(`${top.name} - 1`);
        expect(await namesIn(school.anna, alone.node)).toEqual([]);
      },
      'what the caller may not read is left out with all below it, and counted where they see it': async () => {
        const top = await makeFolder(school.anna);
        await makeFile(school.anna, 'seen', { parent: top, name: 'seen.txt' });
        const hidden = await makeFolder(school.anna, { parent: top, name: 'hidden' });
        const below = await makeFile(school.anna, 'below', { parent: hidden, name: 'below.txt' });
        const known = await makeFile(school.anna, 'known only', { parent: top, name: 'known.txt' });
        await grant(school, top, 'bert', 'Consumer');
        await grant(school, hidden, 'carla', 'Consumer');
        await grant(school, below, 'bert', 'Consumer', true);
        await grant(school, known, 'bert', 'ConsumerMetadata');
        const { node, leftOut } = await copied(school, bert, top, '-userhome-');
        expect(await namesIn(school.admin, node)).toEqual(['seen.txt']);
        expect(leftOut).toBe('1');
      },
      'a name that is taken gets a number before the extension, and another name may be given': async () => {
        const source = await makeFile(school.anna, 'x', { name: `${newName()}.tar.gz` });
        const stem = source.name.replace(/\.gz$/, '');
        for (const n of [1, 2])
          expect((await copied(school, anna, source, '-userhome-')).node.name).toBe(`${stem} - ${n}.gz`);
        const name = newName('given');
        const call = { ...at('-userhome-'), source: source.ref.id, withChildren: true, name };
        expect((await school.anna.copyNode(call)).node.name).toBe(name);
        expect((await school.anna.copyNode(call)).node.name).toBe(`${name} - 1`);
      },
      'a folder into itself, or into a folder below it, is copied once as it was': async () => {
        const top = await makeFolder(school.anna);
        const inner = await makeFolder(school.anna, { parent: top, name: 'inner' });
        await makeFile(school.anna, 'x', { parent: inner, name: 'x.txt' });
        const before = await shapeOf(school, top);
        const below = await copied(school, anna, top, inner);
        expect(await shapeOf(school, below.node)).toEqual(before);
        const within = await copied(school, anna, top, top);
        expect(await namesIn(school.anna, top)).toEqual(['inner', within.node.name]);
      },
      'the names that stand for places can be used': async () => {
        const folder = await makeFolder(school.carla, { name: newName('of Carla') });
        const { node } = await school.carla.copyNode({ ...at(folder), source: '-userhome-', withChildren: true });
        expect(node.name).toBe('carla');
        expect(await namesIn(school.carla, node)).toContain(folder.name);
      },
      'a copy is found by search at once': async () => {
        const word = newName('wort').replace('-', '');
        const top = await makeFolder(school.anna);
        await makeFile(school.anna, `der Text ${word}`, { parent: top, name: 'text.txt' });
        for (const count of [2, 3]) {
          await copied(school, anna, top, '-userhome-');
          const found = await school.anna.searchNodes({ repository, query: word });
          expect(found.pagination.total).toBe(count);
        }
      },
    },
    refusal: {
      'whoever may not read the source, or not add to the folder, copies nothing': async () => {
        const file = await makeFile(school.anna, 'x');
        const call = { source: file.ref.id, withChildren: true };
        await expectRefused(school.bert.copyNode({ ...at('-userhome-'), ...call }), 403, /bert needs the right/);
        await expectRefused(school.nobody.copyNode({ ...at('-companyhome-'), ...call }), 401);
        const before = await namesIn(school.anna, '-userhome-');
        const own = await makeFile(school.bert, 'x');
        const home = (await school.anna.getNode(at('-userhome-'))).node;
        await expectRefused(school.bert.copyNode({ ...at(home), source: own.ref.id, withChildren: true }), 403);
        expect(await namesIn(school.anna, '-userhome-')).toEqual(before);
      },
      'whoever may know of a file but not download it is given no copy': async () => {
        const file = await makeFile(school.anna, 'x');
        for (const permission of ['ConsumerMetadata', 'ReadAll']) {
          await grant(school, file, 'bert', permission);
          const call = { ...at('-userhome-'), source: file.ref.id, withChildren: true };
          await expectRefused(school.bert.copyNode(call), 403, /not download its content/);
        }
      },
    },
    badInput: {
      'a source or a folder that does not exist is missing': async () => {
        const file = await makeFile(school.anna, 'x');
        for (const source of [unknownNode, 'no id', '-elsewhere-']) {
          await expectRefused(school.anna.copyNode({ ...at('-userhome-'), source, withChildren: true }), 404);
        }
        await expectRefused(school.anna.copyNode({ ...at(unknownNode), source: file.ref.id, withChildren: true }), 404);
        await school.anna.deleteNode(at(file));
        await expectRefused(
          school.anna.copyNode({ ...at('-userhome-'), source: file.ref.id, withChildren: true }),
          404,
        );
      },
      'nothing goes into a file, and no name is impossible': async () => {
        const file = await makeFile(school.anna, 'x');
        const call = { source: file.ref.id, withChildren: true };
        await expectRefused(school.anna.copyNode({ ...at(file), ...call }), 400, /not a folder/);
        for (const name of ['', 'a\nb', '..', 'x'.repeat(300)]) {
          await expectRefused(school.anna.copyNode({ ...at('-userhome-'), ...call, name }), 400);
        }
        await expectRefused(school.anna.copyNode({ ...at('-shared_files-'), ...call }), 400);
      },
      'source and withChildren are needed': async () => {
        for (const query of [
          {},
          { withChildren: 'true' },
          { source: unknownNode },
          { source: unknownNode, withChildren: 'x' },
        ]) {
          const answer = await school.send({
            operation: 'copyNode',
            params: at('-userhome-'),
            query,
            body: undefined,
            headers: basic(anna),
          });
          expect(answer.status).toBe(400);
        }
      },
    },
  });

  describe('a copy of very much', () => {
    test('is whole, and leaves the source as it was', async () => {
      const top = await makeFolder(school.anna);
      const folders = await Promise.all([0, 1, 2].map(async () => makeFolder(school.anna, { parent: top })));
      for (const parent of folders) {
        await Promise.all(Array.from({ length: 60 }, () => makeNode(school.anna, { type: 'ccm:io', parent })));
      }
      const before = await pictureOf(school.anna, top);
      const { node, leftOut } = await copied(school, anna, top, '-userhome-');
      expect(leftOut).toBe('0');
      expect(await shapeOf(school, node)).toEqual(await shapeOf(school, top));
      expect(await pictureOf(school.anna, top)).toEqual(before);
    });
  });
});
