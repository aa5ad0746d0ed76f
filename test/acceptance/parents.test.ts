import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, type WireNode } from '../support/trees.ts';

interface Tree {
  readonly outer: WireNode;
  readonly inner: WireNode;
  readonly file: WireNode;
}

async function makeTree({ anna }: School): Promise<Tree> {
  const outer = await makeFolder(anna);
  const inner = await makeFolder(anna, { parent: outer });
  return { outer, inner, file: await makeFile(anna, 'x', { parent: inner }) };
}

const shareWithBert = ({ anna }: School, node: WireNode): Promise<undefined> =>
  anna.setPermissions({
    ...at(node),
    body: { inherited: true, permissions: [{ authority: { authorityName: 'bert' }, permission: 'Consumer' }] },
  });

withTransports((school) => {
  describeOperation('listParents', school, {
    effect: {
      'the node comes first, then the folders above it, up to the home folder or the top': async () => {
        const { outer, inner, file } = await makeTree(school);
        const { node: home } = await school.anna.getNode(at('-userhome-'));
        const own = await school.anna.listParents(at(file));
        expect(own.nodes.map(({ ref }) => ref.id)).toEqual([file, inner, outer].map(({ ref }) => ref.id));
        expect(own).toMatchObject({ scope: 'MY_FILES', pagination: { total: 3, from: 0, count: 3 } });
        const whole = await school.anna.listParents({ ...at(file), fullPath: true, propertyFilter: ['cm:name'] });
        expect(whole.nodes.map(({ ref }) => ref.id)).toEqual([file, inner, outer, home].map(({ ref }) => ref.id));
        expect(whole.nodes[0]?.properties).toEqual({ 'cm:name': [file.name] });
        expect((await school.anna.listParents(at(home))).nodes.map(({ ref }) => ref.id)).toEqual([home.ref.id]);
        const rest = await school.anna.listParents({ ...at(file), skipCount: 2 });
        expect(rest).toMatchObject({ nodes: [{ name: outer.name }], pagination: { total: 3, from: 2, count: 1 } });
      },
      'an administrator sees all of them, up to the top': async () => {
        const { file } = await makeTree(school);
        const { nodes, scope } = await school.admin.listParents({ ...at(file), fullPath: true });
        expect(nodes.slice(-3).map(({ name }) => name)).toEqual(['anna', 'User Homes', 'Company Home']);
        expect(scope).toBeNull();
      },
    },
    refusal: {
      'the list ends below the first folder that the caller may not read': async () => {
        const { inner, file } = await makeTree(school);
        await expectRefused(school.bert.listParents(at(file)), 403, /right/);
        await expectRefused(school.nobody.listParents(at(file)), 401);
        await shareWithBert(school, inner);
        for (const fullPath of [false, true]) {
          const { nodes, scope } = await school.bert.listParents({ ...at(file), fullPath });
          expect([nodes.map(({ name }) => name), scope]).toEqual([[file.name, inner.name], 'SHARED_FILES']);
        }
      },
    },
    badInput: {
      'a node that is not there, a list and a wrong boolean are refused': async () => {
        await expectRefused(school.anna.listParents(at('00000000-0000-4000-8000-000000000000')), 404);
        await expectRefused(school.anna.listParents(at('-shared_files-')), 400, /list of nodes/);
        const fullPath = 'perhaps' as unknown as boolean;
        await expectRefused(school.anna.listParents({ ...at('-userhome-'), fullPath }), 400, /fullPath/);
      },
    },
  });
});
