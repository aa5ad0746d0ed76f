import { expect, test } from 'vitest';
import { callOf } from '../../src/client/client.ts';
import { describeOperation } from '../support/describe-operation.ts';
import { admin, basic } from '../support/people.ts';
import { expectRefused, refusalOf } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import {
  aFile,
  at,
  childrenOf,
  download,
  makeFolder,
  makeNode,
  newName,
  versionsOf,
  type WireNode,
} from '../support/trees.ts';

const repository = '-home-';

const match = ['ccm:replicationsource', 'ccm:replicationsourceid'];

type Body = Parameters<School['admin']['syncImported']>[0]['body'];

/** An item of a source that no other test imports from. */
function newItem(source = newName('quelle'), id = newName('nr')) {
  const body: Body = {
    'ccm:replicationsource': [source],
    'ccm:replicationsourceid': [id],
    'cclom:title': ['Brüche'],
    'cm:name': [`${id}.html`],
  };
  return { group: source, match, body };
}

type Item = ReturnType<typeof newItem>;

const sync = async ({ admin }: School, item: Parameters<School['admin']['syncImported']>[0]): Promise<WireNode> =>
  (await admin.syncImported(item)).node;

const changed = (item: Item, body: Body): Item => ({ ...item, body: { ...item.body, ...body } });

/** What is sent of an item besides what changes. */
const newBody = ({ body }: Item): Body =>
  Object.fromEntries(Object.entries(body).filter(([name]) => name !== 'ccm:notes' && name !== 'ccm:taxonid'));

/** Every node with the identity, wherever. */
const idsOf = async ({ admin }: School, { body }: Item): Promise<string[]> => {
  const value = match.map((name) => String(body[name]));
  const { nodes } = await admin.searchByProperties({ repository, property: match, value });
  return nodes.map(({ ref }) => ref.id);
};

const commentsOf = async ({ admin }: School, node: WireNode): Promise<string[]> =>
  (await admin.describeVersions(at(node))).versions.map(({ comment }) => comment);

const pathOf = async ({ admin }: School, node: WireNode): Promise<string[]> =>
  (await admin.listParents({ ...at(node), fullPath: true })).nodes.map(({ name }) => name).reverse();

withTransports((school) => {
  describeFindImported(school);
  describeSyncImported(school);
  describeNames(school);
});

function describeFindImported(school: School): void {
  describeOperation('findImported', school, {
    effect: {
      'the node that has all of the values is found as soon as it was imported': async () => {
        const item = newItem();
        const { ref } = await sync(school, item);
        const { 'cclom:title': title, 'cm:name': name, ...identity } = item.body;
        expect((await school.admin.findImported({ body: identity })).node.ref.id).toBe(ref.id);
        const whole = { ...identity, 'cclom:title': title ?? null, 'cm:name': name ?? null };
        expect((await school.admin.findImported({ body: whole, resolveNode: false })).node.ref.id).toBe(ref.id);
      },
      'one of several values is enough, and of several nodes the oldest is found': async () => {
        const source = newName('quelle');
        const oldest = await sync(school, changed(newItem(source), { 'ccm:taxonid': ['080', '380'] }));
        await sync(school, changed(newItem(source), { 'ccm:taxonid': ['380'] }));
        const body = { 'ccm:replicationsource': source, 'ccm:taxonid': '380' };
        expect((await school.admin.findImported({ body })).node.ref.id).toBe(oldest.ref.id);
      },
      'a node with these values that was not imported, or is in the trash, is not found': async () => {
        const item = newItem();
        await makeNode(school.admin, { type: 'ccm:io', properties: item.body as Record<string, string[]> });
        await expectRefused(school.admin.findImported({ body: item.body }), 404, /imported node/);
        const node = await sync(school, item);
        await school.admin.deleteNode(at(node));
        await expectRefused(school.admin.findImported({ body: item.body }), 404, /imported node/);
      },
    },
    refusal: {
      'only administrators may ask': async () => {
        const { body } = newItem();
        await expectRefused(school.anna.findImported({ body }), 403, /administrator/i);
        await expectRefused(school.nobody.findImported({ body }), 401);
      },
    },
    badInput: {
      'other values, none, and properties that nodes cannot have find nothing': async () => {
        const { body } = newItem();
        await expectRefused(school.admin.findImported({ body }), 404, /ccm:replicationsource/);
        await expectRefused(school.admin.findImported({ body: {} }), 400, /at least one/);
        await expectRefused(school.admin.findImported({ body: { 'ccm:taxonid': [null] } }), 400, /with a value/);
        await expectRefused(school.admin.findImported({ body: { 'odd:id': ['1'] } }), 400, /not registered/);
        await expectRefused(school.admin.findImported({ body: { 'sys:node-uuid': ['1'] } }), 400, /sets it itself/);
        const many = { 'cclom:general_keyword': Array.from({ length: 101 }, (_, at) => `k${at}`) };
        await expectRefused(school.admin.findImported({ body: many }), 400, /maximum is 100/);
      },
    },
  });
}

function describeSyncImported(school: School): void {
  describeOperation('syncImported', school, {
    effect: {
      'a new item gets a node in the folder of its group and of the value it is grouped by': async () => {
        const item = changed(newItem(), { 'ccm:replicationsourceorigin': ['Verlag A/B'] });
        const node = await sync(school, { ...item, groupBy: ['ccm:replicationsourceorigin'], aspects: ['cm:author'] });
        expect(node).toMatchObject({ type: 'ccm:io', title: 'Brüche', contentVersion: '1.0' });
        expect(node.aspects).toContain('cm:author');
        expect(await pathOf(school, node)).toEqual(['Company Home', 'Imports', item.group, 'Verlag A_B', node.name]);
        expect(await commentsOf(school, node)).toEqual(['BULK_CREATE']);
        const beside = await sync(school, { ...newItem(item.group), groupBy: ['ccm:replicationsourceorigin'] });
        expect(await pathOf(school, beside)).toEqual(['Company Home', 'Imports', item.group, beside.name]);
      },
      'an item that is there is updated in a new version, where only what was sent changes': async () => {
        const item = changed(newItem(), { 'ccm:notes': ['alt'], 'ccm:taxonid': ['080'] });
        const before = await sync(school, item);
        const body = { ...newBody(item), 'cclom:title': ['Kürzen'], 'ccm:taxonid': null };
        const after = await sync(school, {
          ...item,
          body,
          type: 'ccm:map',
          aspects: ['cm:author'],
          resetVersion: false,
        });
        expect(after.ref.id).toBe(before.ref.id);
        expect(after).toMatchObject({ title: 'Kürzen', type: 'ccm:io', contentVersion: '1.1', name: before.name });
        expect(after.properties['ccm:notes']).toEqual(['alt']);
        expect(after.properties).not.toHaveProperty('ccm:taxonid');
        expect(await commentsOf(school, after)).toEqual(['BULK_CREATE', 'BULK_UPDATE']);
        const first = await school.admin.getVersion({ ...at(after), major: 1, minor: 0 });
        expect(JSON.stringify(first.version.properties)).toContain('Brüche');
      },
      'resetVersion starts over, and keeps the content': async () => {
        const item = changed(newItem(), { 'ccm:notes': ['alt'] });
        const node = await sync(school, item);
        await sync(school, item);
        await school.admin.uploadContent({ ...at(node), body: aFile('Inhalt') });
        const reset = await sync(school, { ...item, body: newBody(item), resetVersion: true });
        expect(reset).toMatchObject({ ref: { id: node.ref.id }, contentVersion: '1.0', title: 'Brüche' });
        expect(reset.properties).not.toHaveProperty('ccm:notes');
        expect(await versionsOf(school.admin, reset)).toEqual(['1.0']);
        expect(String(await download(school.admin, reset))).toBe('Inhalt');
        // As other servers do: the item starts over.
        expect(await commentsOf(school, reset)).toEqual(['BULK_CREATE']);
        await sync(school, item);
        expect(await versionsOf(school.admin, reset)).toEqual(['1.0', '1.1']);
      },
      'many calls at once for the same item make one node, and one folder': async () => {
        const item = newItem();
        const nodes = await Promise.all(Array.from({ length: 12 }, () => sync(school, item)));
        expect(new Set(nodes.map(({ ref }) => ref.id)).size).toBe(1);
        expect(await idsOf(school, item)).toEqual([nodes[0]?.ref.id]);
        const { nodes: folders } = await school.admin.listParents(at(nodes[0] as WireNode));
        const imports = await childrenOf(school.admin, folders[2] as WireNode);
        expect(imports.filter(({ name }) => name === item.group)).toHaveLength(1);
      },
      'many different items at once get a node each': async () => {
        const source = newName('quelle');
        const items = Array.from({ length: 20 }, () => changed(newItem(source), { 'cm:name': ['gleich.html'] }));
        const nodes = await Promise.all(items.map((item) => sync(school, item)));
        expect(new Set(nodes.map(({ ref }) => ref.id)).size).toBe(20);
        expect(new Set(nodes.map(({ name }) => name)).size).toBe(20);
        expect(new Set(nodes.map(({ parent }) => parent?.id)).size).toBe(1);
        for (const [index, item] of items.entries()) expect(await idsOf(school, item)).toEqual([nodes[index]?.ref.id]);
      },
      'a copy of the node in another folder is not updated, and a node in the trash is not brought back': async () => {
        const item = newItem();
        const node = await sync(school, item);
        const folder = await makeFolder(school.admin);
        const copy = await school.admin.copyNode({ ...at(folder), source: node.ref.id, withChildren: false });
        const updated = await sync(school, changed(item, { 'cclom:title': ['neu'] }));
        expect(updated.ref.id).toBe(node.ref.id);
        expect((await school.admin.getNode(at(copy.node))).node.title).toBe('Brüche');
        await school.admin.deleteNode(at(node));
        const next = await sync(school, item);
        expect(next.ref.id).not.toBe(node.ref.id);
        await school.admin.deleteNode(at(next.parent?.id ?? ''));
        await expectRefused(school.admin.findImported({ body: item.body }), 404, /imported node/);
        const last = await sync(school, item);
        expect([next.ref.id, next.parent?.id]).not.toContain(last.ref.id);
        expect(last.parent?.id).not.toBe(next.parent?.id);
      },
      'what an editor changed by hand since the last import stays, and everything else follows the source':
        async () => {
          const item = changed(newItem(), { 'cclom:general_description': ['alt'], 'ccm:taxonid': ['080'] });
          const node = await sync(school, item);
          const edits = {
            'cclom:title': ['Von Hand'],
            'ccm:educationalcontext': ['grundschule'],
            'cm:name': ['hand.html'],
          };
          await school.admin.updateMetadata({ ...at(node), body: edits });
          const next = { 'cclom:title': ['Quelle'], 'ccm:educationalcontext': ['schule'], 'ccm:taxonid': ['380'] };
          for (const round of [1, 2]) {
            const after = await sync(school, changed(item, { ...next, 'ccm:notes': [`Lauf ${round}`] }));
            expect(after).toMatchObject({ title: 'Von Hand', name: 'hand.html' });
            expect(after.properties).toMatchObject({
              'ccm:educationalcontext': ['grundschule'],
              'ccm:taxonid': ['380'],
              'ccm:notes': [`Lauf ${round}`],
            });
          }
          await school.admin.updateMetadata({ ...at(node), body: { 'cclom:title': ['Quelle'] } });
          expect((await sync(school, changed(item, { 'cclom:title': ['Neu'] }))).title).toBe('Neu');
          expect((await sync(school, { ...changed(item, next), resetVersion: true })).properties).toMatchObject({
            'ccm:educationalcontext': ['schule'],
          });
        },
      'licence, description and contributors that the item no longer has are cleared, unless an editor wrote them':
        async () => {
          const author = 'BEGIN:VCARD\nVERSION:3.0\nFN:Ada\nEND:VCARD';
          const gone = {
            'cclom:general_description': ['alt'],
            'ccm:commonlicense_key': ['CC_BY'],
            'ccm:commonlicense_cc_version': ['3.0'],
            'ccm:lifecyclecontributer_author': [author],
            'ccm:metadatacontributer_provider': [author],
          };
          const item = newItem();
          const node = await sync(school, changed(item, { ...gone, 'ccm:taxonid': ['080'] }));
          const after = await sync(school, item);
          for (const name of Object.keys(gone)) expect(after.properties, name).not.toHaveProperty([name]);
          expect(after.properties['ccm:taxonid']).toEqual(['080']);
          await school.admin.updateMetadata({ ...at(node), body: { 'cclom:general_description': ['Von Hand'] } });
          expect((await sync(school, item)).description).toBe('Von Hand');
        },
      'a bad value, too many or too large ones, and a name without a namespace cost no item, and are told':
        async () => {
          const item = changed(newItem(), {
            'cclom:general_keyword': Array.from({ length: 1_500 }, (_, index) => `Wort ${index}`),
            'ccm:import_blocked': ['perhaps'],
            'cclom:general_description': ['x'.repeat(80_000)],
            'ccm:taxonid': ['080'],
            titel: ['ohne Namensraum'],
          });
          const call = callOf('syncImported', item, basic(admin));
          const { status, headers, body } = await school.send(call);
          expect(status).toBe(200);
          const names = ['cclom:general_keyword', 'ccm:import_blocked', 'cclom:general_description', 'titel'];
          expect(headers['x-edu-ignored-properties']?.split(', ').toSorted()).toEqual(names.toSorted());
          const read = body.kind === 'json' ? body.value : body.kind === 'written-json' ? body.json.parse() : undefined;
          const answer = JSON.parse(JSON.stringify(read));
          expect(answer.ignored).toMatchObject([
            { property: names[3], reason: expect.stringMatching(/namespace/) },
            { property: names[0], reason: expect.stringMatching(/1500 values/) },
            { property: names[1], reason: expect.stringMatching(/true or false/) },
            { property: names[2], reason: expect.stringMatching(/80000 bytes/) },
          ]);
          expect(answer.node.properties['cclom:general_keyword']).toHaveLength(1_000);
          expect(answer.node.properties['ccm:taxonid']).toEqual(['080']);
          expect(Object.keys(answer.node.properties)).not.toContain('ccm:import_blocked');
        },
      'unknown properties are stored, and those of an unknown namespace dropped; both are named': async () => {
        const item = changed(newItem(), { 'ccm:odd': ['x'], 'odd:field': ['y'], 'cm:creator': ['z'] });
        const { headers } = await school.send(callOf('syncImported', item, basic(admin)));
        expect(headers['x-edu-unknown-properties']).toBe('ccm:odd');
        expect(headers['x-edu-ignored-properties']).toBe('odd:field, cm:creator');
        const { node } = await school.admin.findImported({ body: { 'ccm:odd': ['x'] } });
        expect(node.properties['ccm:replicationsource']).toEqual([item.group]);
        expect(JSON.stringify(node)).not.toContain('odd:field');
      },
    },
    refusal: {
      'only administrators may import': async () => {
        const item = newItem();
        await expectRefused(school.anna.syncImported(item), 403, /administrator/i);
        await expectRefused(school.nobody.syncImported(item), 401);
        expect(await idsOf(school, item)).toEqual([]);
      },
      'a node that is blocked for imports stays as it is, and the client is told as it expects': async () => {
        const item = newItem();
        const node = await sync(school, item);
        await school.admin.updateMetadata({ ...at(node), body: { 'ccm:import_blocked': [true] } });
        const refusal = await refusalOf(sync(school, changed(item, { 'cclom:title': ['neu'] })));
        expect(refusal).toMatchObject({ status: 409, body: { error: 'java.lang.IllegalStateException' } });
        expect(refusal.message).toMatch(/ccm:import_blocked/);
        expect((await school.admin.getNode(at(node))).node).toMatchObject({ title: 'Brüche', contentVersion: '1.0' });
      },
      'the folder of imports cannot be deleted': async () => {
        const node = await sync(school, newItem());
        const { nodes } = await school.admin.listParents(at(node));
        expect(nodes[2]?.name).toBe('Imports');
        await expectRefused(school.admin.deleteNode(at(nodes[2] as WireNode)), 400, /system folder/);
      },
    },
    badInput: {
      'a missing identity, several groupings and wrong values are refused, and nothing is created': async () => {
        const item = newItem();
        const odd = {
          [/with a value/.source]: { ...item, match: ['ccm:replicationsourceuuid'] },
          [/not registered/.source]: { ...item, match: ['odd:id'] },
          [/sets it itself/.source]: { ...item, match: ['sys:node-uuid'] },
          [/match/.source]: { ...item, match: [] },
          [/by cm:name/.source]: { ...item, match: [...match, 'cm:name'] },
          [/groupBy/.source]: { ...item, groupBy: ['cclom:title', 'cm:name'] },
          [/cannot be grouped/.source]: { ...item, groupBy: ['odd:id'] },
          [/not a node type/.source]: { ...item, type: 'ccm:oi' },
        };
        for (const [message, call] of Object.entries(odd)) {
          await expectRefused(school.admin.syncImported(call), 400, new RegExp(message));
        }
        expect(await idsOf(school, item)).toEqual([]);
      },
    },
  });
}

function describeNames(school: School): void {
  test('a name that cannot be one is cleaned, and a node without a name is called after its title', async () => {
    const [odd, plain] = [newItem(), newItem()];
    expect((await sync(school, changed(odd, { 'cm:name': ['Teil 1/2\nBrüche'] }))).name).toBe('Teil 1_2 Brüche');
    expect((await sync(school, changed(plain, { 'cm:name': null }))).name).toBe('Brüche');
    const bare = newItem();
    const named = await sync(school, changed(bare, { 'cm:name': [null], 'cclom:title': null }));
    expect(named.name).toBe(match.map((property) => String(bare.body[property])).join(' '));
  });

  test('an item keeps its name while it is sent the same one, and gets another one when that changes', async () => {
    const source = newName('quelle');
    const [first, second] = [newItem(source), newItem(source)].map((item) => changed(item, { 'cm:name': ['a.html'] }));
    if (first === undefined || second === undefined) throw new Error('There are two items.');
    await sync(school, first);
    expect((await sync(school, second)).name).toBe('a - 1.html');
    expect((await sync(school, second)).name).toBe('a - 1.html');
    expect((await sync(school, changed(second, { 'cm:name': ['b/c.html'] }))).name).toBe('b_c.html');
    expect((await sync(school, changed(second, { 'cm:name': ['a.html'] }))).name).toBe('a - 1.html');
    expect((await sync(school, changed(second, { 'cm:name': null }))).name).toBe('a - 1.html');
  });
}
