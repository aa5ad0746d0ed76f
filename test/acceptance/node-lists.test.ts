import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, newName, type WireNode } from '../support/trees.ts';

const repository = '-home-';
const me = { repository, person: '-me-' } as const;
const unknownNode = '00000000-0000-4000-8000-000000000000';

withTransports((school) => {
  describeGetting(school);
  describeAdding(school);
  describeRemoving(school);
});

/** A name of a list that no other test uses. */
const newList = (person = '-me-') => ({ repository, person, list: newName('favorites') });

type List = ReturnType<typeof newList>;

const add = (client: School['anna'], list: List, node: WireNode | string) =>
  client.addToNodeList({ ...list, node: at(node).node });

const namesIn = async (client: School['anna'], list: List, query: object = {}): Promise<string[]> =>
  (await client.getNodeList({ ...list, ...query })).nodes.map(({ name }) => name);

const makeFiles = async (school: School, ...stems: string[]): Promise<WireNode[]> => {
  const files: WireNode[] = [];
  for (const stem of stems) files.push(await makeFile(school.anna, stem, { name: newName(stem) }));
  return files;
};

const nameOf = ({ name }: WireNode): string => name;

const shareWith = (school: School, file: WireNode, ...people: string[]) =>
  school.anna.setPermissions({
    ...at(file),
    body: { permissions: people.map((name) => ({ authority: { authorityName: name }, permission: 'Consumer' })) },
  });

function describeGetting(school: School): void {
  describeOperation('getNodeList', school, {
    effect: {
      'nodes come in the order in which they were added, or sorted, and in pages': async () => {
        const list = newList();
        const files = await makeFiles(school, 'c', 'a', 'b');
        for (const file of files) await add(school.anna, list, file);
        expect(await namesIn(school.anna, list)).toEqual(files.map(nameOf));
        const [c = '', a = '', b = ''] = files.map(nameOf);
        expect(await namesIn(school.anna, list, { sortProperties: ['cm:name'] })).toEqual([a, b, c]);
        const descending = { sortProperties: ['cm:name'], sortAscending: [false] };
        expect(await namesIn(school.anna, list, descending)).toEqual([c, b, a]);
        const page = await school.anna.getNodeList({ ...list, maxItems: 1, skipCount: 1 });
        expect(page.nodes.map(nameOf)).toEqual([a]);
        expect(page.pagination).toEqual({ total: 3, from: 1, count: 1 });
      },
      'lists are apart, and one without nodes is empty': async () => {
        const [list, other] = [newList(), newList()];
        const [file] = await makeFiles(school, 'a');
        await add(school.anna, list, file as WireNode);
        expect(await namesIn(school.anna, other)).toEqual([]);
        expect(await namesIn(school.bert, list)).toEqual([]);
        expect(await namesIn(school.admin, { ...list, person: 'anna' })).toEqual([nameOf(file as WireNode)]);
      },
      'what is deleted or hidden is left out, and comes back': async () => {
        const list = newList();
        const [shared, deleted] = (await makeFiles(school, 'shared', 'deleted')) as [WireNode, WireNode];
        for (const file of [shared, deleted]) {
          await shareWith(school, file, 'bert');
          await add(school.bert, list, file);
        }
        await school.anna.deleteNode(at(deleted));
        expect(await namesIn(school.bert, list)).toEqual([shared.name]);
        await shareWith(school, shared);
        const empty = await school.bert.getNodeList(list);
        expect(empty).toMatchObject({ nodes: [], pagination: { total: 0 } });
        await school.anna.restoreArchived({ repository, archivedNodeIds: [deleted.ref.id] });
        expect(await namesIn(school.bert, list)).toEqual([deleted.name]);
        await shareWith(school, shared, 'bert');
        expect(await namesIn(school.bert, list)).toEqual([shared.name, deleted.name]);
        await school.anna.deleteNode({ ...at(deleted), recycle: false });
        expect(await namesIn(school.bert, list)).toEqual([shared.name]);
      },
      'a later person of the same name does not get them': async () => {
        const person = newName('dora');
        const list = newList();
        const make = () => school.admin.createPerson({ repository, person, password: 'Passwort', body: {} });
        const dora = school.as({ userName: person, password: 'Passwort' });
        await make();
        await add(dora, list, '-companyhome-');
        expect(await namesIn(dora, list)).toHaveLength(1);
        await school.admin.deletePerson({ repository, person });
        await make();
        expect(await namesIn(dora, list)).toEqual([]);
      },
    },
    refusal: {
      'the lists of others are no business of anybody': async () => {
        const call = { repository, person: 'anna', list: 'favorites' };
        await expectRefused(school.bert.getNodeList(call), 403, /administrator/);
        await expectRefused(school.nobody.getNodeList({ ...call, person: '-me-' }), 401, /Sign in/);
      },
    },
    badInput: {
      'an unknown person is missing, and a sort criterion without a namespace is refused': async () => {
        await expectRefused(school.admin.getNodeList({ repository, person: 'zoe', list: 'x' }), 404, /zoe/);
        await expectRefused(school.anna.getNodeList({ ...newList(), sortProperties: ['x'] }), 400, /sort criterion/);
        await expectRefused(school.anna.getNodeList({ ...newList(), list: 'x'.repeat(101) }), 400, /list/);
      },
    },
  });
}

function describeAdding(school: School): void {
  describeOperation('addToNodeList', school, {
    effect: {
      'a node that is in the list keeps its place': async () => {
        const list = newList();
        const [first, second] = (await makeFiles(school, 'a', 'b')) as [WireNode, WireNode];
        for (const file of [first, second, first]) await add(school.anna, list, file);
        expect(await namesIn(school.anna, list)).toEqual([first.name, second.name]);
      },
      'two that are added at once are both there': async () => {
        const list = newList();
        const files = await makeFiles(school, 'a', 'b', 'c', 'd');
        await Promise.all(files.map((file) => add(school.anna, list, file)));
        expect((await namesIn(school.anna, list)).sort()).toEqual(files.map(nameOf).sort());
      },
      'an administrator adds for others': async () => {
        const list = newList('anna');
        const [file] = (await makeFiles(school, 'a')) as [WireNode];
        await add(school.admin, list, file);
        expect(await namesIn(school.anna, list)).toEqual([file.name]);
      },
    },
    refusal: {
      'what one may not read is not added, nor to the lists of others': async () => {
        const list = newList();
        const [file] = (await makeFiles(school, 'a')) as [WireNode];
        await expectRefused(add(school.bert, list, file), 403, /bert needs the right/);
        const call = { repository, person: 'bert', list: list.list, node: file.ref.id };
        await expectRefused(school.anna.addToNodeList(call), 403, /administrator/);
        await expectRefused(school.nobody.addToNodeList({ ...call, person: '-me-' }), 401, /Sign in/);
        await shareWith(school, file, 'bert');
        expect(await namesIn(school.bert, list)).toEqual([]);
      },
    },
    badInput: {
      'an unknown node, and what is none, are missing': async () => {
        const list = newList();
        await expectRefused(add(school.anna, list, unknownNode), 404, /does not exist/);
        await expectRefused(add(school.anna, list, 'x'), 404, /does not exist/);
        await expectRefused(add(school.anna, list, '-shared_files-'), 400, /list of nodes/);
        expect(await namesIn(school.anna, list)).toEqual([]);
      },
      'a person has no more than 100 lists': async () => {
        const person = newName('dora');
        await school.admin.createPerson({ repository, person, password: 'Passwort', body: {} });
        const dora = school.as({ userName: person, password: 'Passwort' });
        const node = '-companyhome-';
        for (let index = 0; index < 100; index += 1) await dora.addToNodeList({ ...me, list: `l${index}`, node });
        await expectRefused(dora.addToNodeList({ ...me, list: 'one more', node }), 400, /100 lists/);
        await dora.removeFromNodeList({ ...me, list: 'l7', node });
        await dora.addToNodeList({ ...me, list: 'one more', node });
      },
    },
  });
}

function describeRemoving(school: School): void {
  describeOperation('removeFromNodeList', school, {
    effect: {
      'the node is gone from this list, and stays itself': async () => {
        const [list, other] = [newList(), newList()];
        const [first, second] = (await makeFiles(school, 'a', 'b')) as [WireNode, WireNode];
        for (const file of [first, second]) await add(school.anna, list, file);
        await add(school.anna, other, first);
        await school.anna.removeFromNodeList({ ...list, node: first.ref.id });
        expect(await namesIn(school.anna, list)).toEqual([second.name]);
        expect(await namesIn(school.anna, other)).toEqual([first.name]);
        expect((await school.anna.getNode(at(first))).node.name).toBe(first.name);
      },
      'also a node that is deleted': async () => {
        const list = newList();
        const [file] = (await makeFiles(school, 'a')) as [WireNode];
        await add(school.anna, list, file);
        await school.anna.deleteNode({ ...at(file), recycle: false });
        await school.anna.removeFromNodeList({ ...list, node: file.ref.id });
        await expectRefused(school.anna.removeFromNodeList({ ...list, node: file.ref.id }), 404, /does not contain/);
      },
    },
    refusal: {
      'nobody removes from the lists of others': async () => {
        const list = newList();
        const [file] = (await makeFiles(school, 'a')) as [WireNode];
        await add(school.anna, list, file);
        const call = { ...list, person: 'anna', node: file.ref.id };
        await expectRefused(school.bert.removeFromNodeList(call), 403, /administrator/);
        await expectRefused(school.nobody.removeFromNodeList(call), 401, /Sign in/);
        expect(await namesIn(school.anna, list)).toEqual([file.name]);
      },
    },
    badInput: {
      'what is not in the list is missing': async () => {
        const list = newList();
        const [file] = (await makeFiles(school, 'a')) as [WireNode];
        await expectRefused(school.anna.removeFromNodeList({ ...list, node: file.ref.id }), 404, /does not contain/);
      },
    },
  });
}
