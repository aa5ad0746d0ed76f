import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, newName, type WireNode } from '../support/trees.ts';

const repository = '-home-';
const inSet = { repository, metadataset: '-default-', query: 'ngsearch' };

const byWord = (word: string) => [{ property: 'ngsearchword', values: [word] }];

const newWord = (): string => newName('wort').replace('-', '');

const save = (client: School['anna'], word: string, name = newName('suche'), replace = false) =>
  client.saveSearch({ ...inSet, name, replace, body: byWord(word) });

const idsOf = ({ nodes }: { readonly nodes: readonly WireNode[] }): string[] => nodes.map(({ ref }) => ref.id).sort();

const load = async (client: School['anna'], { ref }: WireNode): Promise<string[]> =>
  idsOf((await client.loadSearch({ nodeId: ref.id, maxItems: 1000 })) as { nodes: WireNode[] });

withTransports((school) => {
  describeSaveSearch(school);
  describeLoadSearch(school);
});

function describeSaveSearch(school: School): void {
  describeOperation('saveSearch', school, {
    effect: {
      'the search is a node in the home folder, which the query saved_search finds': async () => {
        const name = newName('suche');
        const { node } = await save(school.anna, 'Bruchrechnung', name);
        const { node: home } = await school.anna.getNode(at('-userhome-'));
        expect(node).toMatchObject({
          name,
          title: name,
          type: 'ccm:saved_search',
          parent: { id: home.ref.id },
          properties: {
            'ccm:saved_search_repository': ['-home-'],
            'ccm:saved_search_mds': ['-default-'],
            'ccm:saved_search_query': ['ngsearch'],
            'ccm:saved_search_parameters': [JSON.stringify(byWord('Bruchrechnung'))],
          },
        });
        const saved = { ...inSet, query: 'saved_search', maxItems: 1000 };
        expect(idsOf((await school.anna.searchBySet(saved)) as never)).toContain(node.ref.id);
        expect(idsOf((await school.bert.searchBySet(saved)) as never)).not.toContain(node.ref.id);
      },
      'with replace, a saved search of the same name gets the new criteria': async () => {
        const [name, first, second] = [newName('suche'), newWord(), newWord()];
        const file = await makeFile(school.anna, 'x', { properties: { 'cclom:title': second } });
        const { node } = await save(school.anna, first, name, true);
        expect((await save(school.anna, second, name, true)).node.ref.id).toBe(node.ref.id);
        expect(await load(school.anna, node)).toEqual([file.ref.id]);
      },
    },
    refusal: {
      'only people save searches': async () => {
        await expectRefused(save(school.nobody, 'x'), 401, /Sign in/);
      },
      'a taken name is refused, and with replace too, unless it is that of a saved search': async () => {
        const name = newName('suche');
        await save(school.anna, 'x', name);
        await expectRefused(save(school.anna, 'y', name), 409);
        const file = await makeFile(school.anna, 'x');
        await expectRefused(save(school.anna, 'y', file.name, true), 409);
      },
    },
    badInput: {
      'an unknown set or query is missing': async () => {
        const call = { ...inSet, name: newName('suche'), body: [] };
        await expectRefused(school.anna.saveSearch({ ...call, query: 'ngsaerch' }), 404, /ngsearch/);
        await expectRefused(school.anna.saveSearch({ ...call, metadataset: 'nein' }), 404, /nein/);
      },
    },
  });
}

function describeLoadSearch(school: School): void {
  describeOperation('loadSearch', school, {
    effect: {
      'a saved search is run with the rights of the caller, on what there is now': async () => {
        const word = newWord();
        const properties = { 'cclom:title': word };
        const { node } = await save(school.anna, word);
        expect(await load(school.anna, node)).toEqual([]);
        const files = [
          await makeFile(school.anna, 'x', { properties }),
          await makeFile(school.anna, 'x', { properties }),
        ];
        const [open] = files as [WireNode];
        const permissions = [{ authority: { authorityName: 'carla' }, permission: 'Consumer' }];
        for (const shared of [node, open]) await school.anna.setPermissions({ ...at(shared), body: { permissions } });
        expect(await load(school.anna, node)).toEqual(files.map(({ ref }) => ref.id).sort());
        expect(await load(school.carla, node)).toEqual([open.ref.id]);
        const page = await school.anna.loadSearch({ nodeId: node.ref.id, maxItems: 1, skipCount: 1 });
        expect(page.pagination).toEqual({ total: 2, from: 1, count: 1 });
        expect((await school.anna.loadSearch({ nodeId: node.ref.id, contentType: 'FOLDERS' })).nodes).toEqual([]);
      },
    },
    refusal: {
      'only those who may read the saved search run it': async () => {
        const { node } = await save(school.anna, 'x');
        await expectRefused(school.bert.loadSearch({ nodeId: node.ref.id }), 403);
        await expectRefused(school.nobody.loadSearch({ nodeId: node.ref.id }), 401, /Sign in/);
      },
    },
    badInput: {
      'another node, damaged criteria and an unknown ID are refused': async () => {
        const file = await makeFile(school.anna, 'x');
        await expectRefused(school.anna.loadSearch({ nodeId: file.ref.id }), 400, /not a saved search/);
        const { node } = await save(school.anna, 'x');
        const body = { 'ccm:saved_search_parameters': ['[{"property":1}]'] };
        await school.anna.updateMetadata({ ...at(node), body });
        await expectRefused(school.anna.loadSearch({ nodeId: node.ref.id }), 400, /damaged/);
        await expectRefused(school.anna.loadSearch({ nodeId: 'nein' }), 404);
      },
    },
  });
}
