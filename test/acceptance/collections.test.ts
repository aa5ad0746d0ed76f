import { expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { describeOperation } from '../support/describe-operation.ts';
import { pictureIn } from '../support/pictures.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, at, makeFile, makeFolder, newName, type WireNode } from '../support/trees.ts';

const repository = '-home-';
const unknown = '00000000-0000-4000-8000-000000000000';
const top = { repository, collection: '-root-' };

const inside = (collection: WireNode) => ({ repository, collection: collection.ref.id });

type Given = Parameters<Client['createCollection']>[0]['body'];

async function makeCollection(client: Client, body: Given = {}, parent?: WireNode): Promise<WireNode> {
  const place = parent === undefined ? top : inside(parent);
  return (await client.createCollection({ ...place, body: { title: newName('Sammlung'), ...body } })).collection;
}

const drawing = () => aFile('<svg xmlns="http://www.w3.org/2000/svg" width="400" height="200"><circle r="90"/></svg>');
const mimetype = 'image/svg+xml';

const forAll: Given = { collection: { scope: 'EDU_ALL' } };

const give = (client: Client, node: WireNode, authorityName: string, permission = 'Consumer') =>
  client.setPermissions({ ...at(node), body: { permissions: [{ authority: { authorityName }, permission }] } });

type Scope = 'MY' | 'EDU_ALL' | 'EDU_GROUPS' | 'CUSTOM' | 'RECENT' | 'TYPE_EDITORIAL' | 'TYPE_MEDIA_CENTER';

const titlesAtTop = async (client: Client, scope?: Scope) =>
  (await client.listCollections({ ...top, scope, maxItems: 500 })).collections.map(({ title }) => title);

const namesIn = async (client: Client, collection: WireNode): Promise<string[]> =>
  (await client.listReferences(inside(collection))).references.map(({ name }) => name);

const seenBy = async (client: Client, { ref }: WireNode) =>
  (await client.getCollection({ repository, collection: ref.id })).collection.collection;

withTransports((school) => {
  describeMaking(school);
  describeReading(school);
  describeChanging(school);
  describeLists(school);
  describeReferences(school);
  describeOrder(school);
  describeTogether(school);
});

function describeMaking(school: School): void {
  describeOperation('createCollection', school, {
    effect: {
      'a collection at the top is a folder with the aspect, and is for nobody else': async () => {
        const title = newName('Brüche / Dezimalzahlen');
        const collection = { description: 'Für Klasse 7', color: '#975B5D', type: 'default', viewtype: 'infoBox' };
        const made = await makeCollection(school.anna, { title, collection });
        expect(made).toMatchObject({
          ...{ type: 'ccm:map', isDirectory: true, title, aspects: ['ccm:collection'] },
          collection: {
            ...collection,
            ...{ title, level0: true, scope: 'MY', fromUser: true, pinned: false },
            ...{ childCollectionsCount: 0, childReferencesCount: 0 },
          },
        });
        expect((await school.anna.getNode(at(made))).node.collection).toEqual(made.collection);
        expect(await titlesAtTop(school.anna, 'MY')).toContain(title);
        await expectRefused(school.bert.getCollection(inside(made)), 403);
        expect(await titlesAtTop(school.bert)).not.toContain(title);
      },
      'with EDU_ALL everybody reads it, and nobody else changes it': async () => {
        const made = await makeCollection(school.anna, forAll);
        expect(made.collection?.scope).toBe('EDU_ALL');
        expect(await seenBy(school.bert, made)).toMatchObject({ scope: 'EDU_ALL', fromUser: false });
        expect(await titlesAtTop(school.bert, 'EDU_ALL')).toContain(made.title);
        await expectRefused(school.bert.updateMetadata({ ...at(made), body: { 'cm:title': ['x'] } }), 403);
      },
      'one in another has the rights of that one, unless it is to have others': async () => {
        const outer = await makeCollection(school.anna, forAll);
        const inner = await makeCollection(school.anna, {}, outer);
        const own = await makeCollection(school.anna, { collection: { scope: 'MY' } }, outer);
        expect(inner.collection).toMatchObject({ level0: false, scope: 'EDU_ALL' });
        expect(await seenBy(school.bert, outer)).toMatchObject({ childCollectionsCount: 1 });
        expect(await seenBy(school.anna, outer)).toMatchObject({ childCollectionsCount: 2 });
        await expectRefused(school.bert.getCollection(inside(own)), 403);
      },
      'two people may take the same title, and neither learns of the other': async () => {
        const title = newName('Mathe');
        const [one, other] = [
          await makeCollection(school.anna, { title }),
          await makeCollection(school.bert, { title }),
        ];
        expect(other.title).toBe(title);
        expect(other.name).not.toContain(' - 1');
        expect(one.name.length).toBe(other.name.length);
      },
      'collections of the same minute with the same title have names that differ without a number': async () => {
        // IDs of the same minute begin with the same eight digits: a name that ended in them would be taken, and would say so.
        const title = newName('Minute');
        const made = [];
        for (const person of [school.anna, school.bert, school.anna])
          made.push(await makeCollection(person, { title }));
        expect(made.map(({ name }) => name)).toEqual(made.map(({ ref }) => `${title} ${ref.id.slice(-8)}`));
      },
      'further properties are taken, such as keywords': async () => {
        const properties = { 'cclom:general_keyword': ['Bruch', 'Zahl'] };
        const made = await makeCollection(school.anna, { properties });
        expect(made.properties).toMatchObject(properties);
      },
    },
    refusal: {
      'who may not add to a collection makes none in it; nobody makes one without a sign-in': async () => {
        const outer = await makeCollection(school.anna, forAll);
        await expectRefused(school.bert.createCollection({ ...inside(outer), body: { title: 'x' } }), 403);
        await expectRefused(school.nobody.createCollection({ ...top, body: { title: 'x' } }), 401);
        expect(await seenBy(school.anna, outer)).toMatchObject({ childCollectionsCount: 0 });
      },
    },
    badInput: {
      'without a title, in a folder or in nothing, and for an unknown circle': async () => {
        await expectRefused(school.anna.createCollection({ ...top, body: { collection: {} } }), 400, /title/);
        await expectRefused(school.anna.createCollection({ ...top, body: { title: '  ' } }), 400, /title/);
        const folder = await makeFolder(school.anna);
        await expectRefused(school.anna.createCollection({ ...inside(folder), body: { title: 'x' } }), 404);
        const missing = { repository, collection: unknown };
        await expectRefused(school.anna.createCollection({ ...missing, body: { title: 'x' } }), 404);
        // What a client must not send.
        const collection = { scope: 'ALLE' as 'MY' };
        await expectRefused(school.anna.createCollection({ ...top, body: { title: 'x', collection } }), 400, /scope/);
      },
    },
  });
}

function describeReading(school: School): void {
  describeOperation('getCollection', school, {
    effect: {
      'for whom it is follows its rights, whatever was wished': async () => {
        const made = await makeCollection(school.anna, { collection: { scope: 'EDU_GROUPS' } });
        const scope = async () => (await seenBy(school.anna, made))?.scope;
        expect(await scope()).toBe('MY');
        await give(school.anna, made, 'carla');
        expect(await scope()).toBe('CUSTOM');
        await give(school.anna, made, 'GROUP_EVERYONE');
        expect(await scope()).toBe('EDU_ALL');
      },
    },
    refusal: {
      'what is private stays so': async () => {
        const made = await makeCollection(school.anna);
        await expectRefused(school.bert.getCollection(inside(made)), 403);
        await expectRefused(school.nobody.getCollection(inside(made)), 401);
      },
    },
    badInput: {
      'what is no collection is missing': async () => {
        const folder = await makeFolder(school.anna);
        for (const collection of [folder.ref.id, unknown, 'nonsense']) {
          await expectRefused(school.anna.getCollection({ repository, collection }), 404);
        }
        await expectRefused(school.anna.getCollection(top), 400, /children/);
      },
    },
  });

  describeOperation('searchCollections', school, {
    effect: {
      'by words of title, description and keywords, at every level': async () => {
        const [word, outer] = [newName('suchwort'), await makeCollection(school.anna, forAll)];
        const made = await makeCollection(school.anna, { collection: { description: `Über ${word}` } }, outer);
        const hidden = await makeCollection(school.anna, { title: word, collection: { scope: 'MY' } });
        const found = async (client: Client) =>
          (await client.searchCollections({ repository, query: word })).collections.map(({ ref }) => ref.id).toSorted();
        expect(await found(school.anna)).toEqual([made.ref.id, hidden.ref.id].toSorted());
        expect(await found(school.bert)).toEqual([made.ref.id]);
      },
    },
    refusal: {
      'nobody searches without a sign-in': async () => {
        await expectRefused(school.nobody.searchCollections({ repository, query: '' }), 401);
      },
    },
    badInput: {
      'a page of less than nothing is told so': async () => {
        await expectRefused(school.anna.searchCollections({ repository, query: '', maxItems: -1 }), 400, /maxItems/);
      },
    },
  });
}

function describeChanging(school: School): void {
  describeOperation('updateCollection', school, {
    effect: {
      'what is named changes, the rest stays, and an empty text takes something away': async () => {
        const made = await makeCollection(school.anna, { collection: { color: '#fff', description: 'alt' } });
        const body = { title: 'Neu', collection: { description: '' } };
        const { collection } = await school.anna.updateCollection({ ...inside(made), body });
        expect(collection.collection).toMatchObject({ title: 'Neu', color: '#fff', description: null });
        expect(collection.name).toBe(made.name);
      },
      'another name among the properties is taken, at the top as well': async () => {
        const outer = await makeCollection(school.anna);
        const [inner, sibling] = [
          await makeCollection(school.anna, {}, outer),
          await makeCollection(school.anna, {}, outer),
        ];
        const rename = async (node: WireNode, name: string) =>
          (await school.anna.updateCollection({ ...inside(node), body: { properties: { 'cm:name': [name] } } }))
            .collection.name;
        expect(await rename(inner, 'Umbenannt')).toBe('Umbenannt');
        expect(await rename(outer, 'Oben')).toMatch(/^Oben /);
        expect((await school.anna.getNode(at(outer))).node.name).toMatch(/^Oben /);
        await expectRefused(rename(sibling, 'Umbenannt'), 409);
        await expectRefused(rename(sibling, 'a\nb'), 400);
        expect((await school.anna.getNode(at(sibling))).node.name).toBe(sibling.name);
      },
      'opened to all and closed again': async () => {
        const made = await makeCollection(school.anna);
        const open = { ...inside(made), body: { collection: { scope: 'EDU_ALL' as const } } };
        await school.anna.updateCollection(open);
        expect((await seenBy(school.bert, made))?.scope).toBe('EDU_ALL');
        await school.anna.updateCollection({ ...inside(made), body: { collection: { scope: 'CUSTOM' } } });
        await expectRefused(school.bert.getCollection(inside(made)), 403);
      },
      'a node that was answered may be sent back as it is': async () => {
        const made = await makeCollection(school.anna, forAll);
        // A client sends back what it was given.
        const body = made as unknown as Given;
        const { collection } = await school.anna.updateCollection({ ...inside(made), body });
        const aside = { modifiedAt: '', properties: {}, preview: '' };
        expect({ ...collection, ...aside }).toEqual({ ...made, ...aside });
      },
    },
    refusal: {
      'who may write, but not change rights, opens nothing': async () => {
        const made = await makeCollection(school.anna);
        await give(school.anna, made, 'carla', 'Editor');
        await school.carla.updateCollection({ ...inside(made), body: { title: 'Von Carla' } });
        const open = { ...inside(made), body: { collection: { scope: 'EDU_ALL' as const } } };
        await expectRefused(school.carla.updateCollection(open), 403, /ChangePermissions/);
        await expectRefused(school.bert.updateCollection({ ...inside(made), body: { title: 'x' } }), 403);
        expect(await seenBy(school.anna, made)).toMatchObject({ title: 'Von Carla', scope: 'CUSTOM' });
      },
    },
    badInput: {
      'a folder is no collection, and a title of nothing is none': async () => {
        const body = { title: ' ' };
        await expectRefused(school.anna.updateCollection({ ...inside(await makeFolder(school.anna)), body }), 404);
        const made = await makeCollection(school.anna);
        await expectRefused(school.anna.updateCollection({ ...inside(made), body }), 400, /title/);
      },
    },
  });

  describeOperation('setCollectionIcon', school, {
    effect: {
      'the picture is that of the collection, for all who see it': async () => {
        const made = await makeCollection(school.anna, forAll);
        const { collection } = await school.anna.setCollectionIcon({ ...inside(made), mimetype, body: drawing() });
        expect(collection.collection?.title).toBe(made.title);
        expect(collection.preview).toMatchObject({ width: 400, height: 200, isIcon: false, isGenerated: false });
        const { node } = await school.bert.getNode(at(made));
        expect(node.preview).toEqual(collection.preview);
        expect((await pictureIn(await school.bert.getPreview({ nodeId: made.ref.id }))).width).toBe(400);
      },
    },
    refusal: {
      'a reader changes no picture': async () => {
        const made = await makeCollection(school.anna, forAll);
        await expectRefused(school.bert.setCollectionIcon({ ...inside(made), body: drawing() }), 403);
        await expectRefused(school.nobody.setCollectionIcon({ ...inside(made), body: drawing() }), 401);
        expect((await school.anna.getNode(at(made))).node.preview.isGenerated).toBe(true);
      },
    },
    badInput: {
      'what is no image, and what is no collection': async () => {
        const made = await makeCollection(school.anna);
        await expectRefused(school.anna.setCollectionIcon({ ...inside(made), body: aFile('kein Bild') }), 400, /image/);
        const folder = await makeFolder(school.anna);
        await expectRefused(school.anna.setCollectionIcon({ ...inside(folder), body: drawing() }), 404);
        expect((await school.anna.getNode(at(folder))).node.preview.isGenerated).toBe(true);
      },
    },
  });

  describeOperation('removeCollectionIcon', school, {
    effect: {
      'the collection shows its card again': async () => {
        const made = await makeCollection(school.anna);
        await school.anna.setCollectionIcon({ ...inside(made), body: drawing() });
        const { collection } = await school.anna.removeCollectionIcon(inside(made));
        expect(collection.preview).toMatchObject({ isIcon: true, isGenerated: true });
        expect((await school.anna.getNode(at(made))).node.preview).toEqual(collection.preview);
      },
    },
    refusal: {
      'a reader takes no picture away': async () => {
        const made = await makeCollection(school.anna, forAll);
        await school.anna.setCollectionIcon({ ...inside(made), body: drawing() });
        await expectRefused(school.bert.removeCollectionIcon(inside(made)), 403);
        await expectRefused(school.nobody.removeCollectionIcon(inside(made)), 401);
        expect((await school.anna.getNode(at(made))).node.preview.isGenerated).toBe(false);
      },
    },
    badInput: {
      'a folder, and the top, are no collections': async () => {
        const folder = await makeFolder(school.anna);
        await expectRefused(school.anna.removeCollectionIcon(inside(folder)), 404);
        await expectRefused(school.anna.removeCollectionIcon(top), 400);
      },
    },
  });

  describeOperation('deleteCollection', school, {
    effect: {
      'it is gone with all in it, and the originals stay': async () => {
        const made = await makeCollection(school.anna);
        const file = await makeFile(school.anna, 'x');
        const { node: reference } = await school.anna.addReference({ ...inside(made), node: file.ref.id });
        await school.anna.deleteCollection(inside(made));
        await expectRefused(school.anna.getCollection(inside(made)), 404);
        await expectRefused(school.anna.getNode(at(reference)), 404);
        expect((await school.anna.getNode(at(file))).node.name).toBe(file.name);
      },
    },
    refusal: {
      'a reader deletes nothing': async () => {
        const made = await makeCollection(school.anna, forAll);
        await expectRefused(school.bert.deleteCollection(inside(made)), 403);
        await expectRefused(school.nobody.deleteCollection(inside(made)), 401);
        expect((await seenBy(school.anna, made))?.title).toBe(made.title);
      },
    },
    badInput: {
      'a folder, the top and what is gone are no collections': async () => {
        const folder = await makeFolder(school.anna);
        await expectRefused(school.anna.deleteCollection(inside(folder)), 404);
        await expectRefused(school.anna.deleteCollection(top), 400);
        expect((await school.anna.getNode(at(folder))).node.name).toBe(folder.name);
      },
    },
  });

  describeOperation('pinCollections', school, {
    effect: {
      'they stand first at the top, in their order, until others do': async () => {
        const [one, other] = [await makeCollection(school.anna, forAll), await makeCollection(school.anna, forAll)];
        await school.admin.pinCollections({ repository, body: [other.ref.id, one.ref.id] });
        expect((await titlesAtTop(school.bert)).slice(0, 2)).toEqual([other.title, one.title]);
        expect((await seenBy(school.bert, one))?.pinned).toBe(true);
        await school.admin.pinCollections({ repository, body: [] });
        expect((await seenBy(school.bert, one))?.pinned).toBe(false);
      },
    },
    refusal: {
      'only administrators pin': async () => {
        const made = await makeCollection(school.anna, forAll);
        await expectRefused(school.anna.pinCollections({ repository, body: [made.ref.id] }), 403);
        expect((await seenBy(school.anna, made))?.pinned).toBe(false);
      },
    },
    badInput: {
      'what is no collection of the first level is told so, and nothing is pinned': async () => {
        const made = await makeCollection(school.anna, forAll);
        const body = [made.ref.id, unknown];
        await expectRefused(school.admin.pinCollections({ repository, body }), 400, new RegExp(unknown));
        expect((await seenBy(school.anna, made))?.pinned).toBe(false);
      },
    },
  });
}

function describeLists(school: School): void {
  describeOperation('listCollections', school, {
    effect: {
      'what belongs to the caller, what is for all, and what others share are told apart': async () => {
        const [own, open] = [await makeCollection(school.anna), await makeCollection(school.anna, forAll)];
        const shared = await makeCollection(school.anna);
        await give(school.anna, shared, 'carla');
        const pick = async (client: Client, scope: Parameters<typeof titlesAtTop>[1]) => {
          const titles = await titlesAtTop(client, scope);
          return [own, open, shared].filter(({ title }) => titles.includes(title));
        };
        expect(await pick(school.anna, 'MY')).toHaveLength(3);
        expect(await pick(school.carla, 'MY')).toEqual([]);
        expect((await pick(school.carla, 'EDU_ALL')).map(({ title }) => title)).toEqual([open.title]);
        expect((await pick(school.carla, 'CUSTOM')).map(({ title }) => title)).toEqual([shared.title]);
        expect((await pick(school.bert, 'RECENT')).map(({ title }) => title)).toEqual([open.title]);
      },
      'those of a type are listed for all who may read them, whoever owns them': async () => {
        const typed = (type: string, more: Given = {}) =>
          makeCollection(school.anna, { ...more, collection: { ...more.collection, type } });
        const editorial = [await typed('EDITORIAL', forAll), await typed('EDITORIAL')];
        const center = await typed('MEDIA_CENTER', forAll);
        const others = [await typed('editorial', forAll), await makeCollection(school.anna, forAll)];
        const made = [...editorial, center, ...others].map(({ title }) => title);
        const pick = async (client: Client, scope: Scope) => {
          const titles = await titlesAtTop(client, scope);
          return made.filter((title) => titles.includes(title));
        };
        expect(await pick(school.anna, 'TYPE_EDITORIAL')).toEqual(editorial.map(({ title }) => title));
        expect(await pick(school.bert, 'TYPE_EDITORIAL')).toEqual([editorial[0]?.title]);
        expect(await pick(school.bert, 'TYPE_MEDIA_CENTER')).toEqual([center.title]);
        expect(await pick(school.admin, 'TYPE_MEDIA_CENTER')).toEqual([center.title]);
      },
      'in pages, sorted as it is asked for; clients ask for very large ones': async () => {
        const outer = await makeCollection(school.anna);
        for (const title of ['b', 'a', 'ä', 'c']) await makeCollection(school.anna, { title }, outer);
        const titles = async (more: object) =>
          (await school.anna.listCollections({ ...inside(outer), ...more })).collections.map(({ title }) => title);
        expect(await titles({})).toEqual(['a', 'ä', 'b', 'c']);
        expect(await titles({ sortProperties: ['cm:name'], sortAscending: [false] })).toEqual(['c', 'b', 'ä', 'a']);
        expect(await titles({ maxItems: 2, skipCount: 1 })).toEqual(['ä', 'b']);
        expect(await titles({ maxItems: 1_247_483_647, scope: 'MY' })).toHaveLength(4);
        const { pagination } = await school.anna.listCollections({ ...inside(outer), maxItems: 1 });
        expect(pagination).toEqual({ total: 4, from: 0, count: 1 });
      },
    },
    refusal: {
      'of a private collection nothing is listed': async () => {
        const made = await makeCollection(school.anna);
        await expectRefused(school.bert.listCollections(inside(made)), 403);
        await expectRefused(school.nobody.listCollections(top), 401);
      },
    },
    badInput: {
      'an unknown circle, a folder and a property without a namespace are told so': async () => {
        // What a client must not send.
        await expectRefused(school.anna.listCollections({ ...top, scope: 'ALLE' as 'MY' }), 400, /scope/);
        await expectRefused(school.anna.listCollections(inside(await makeFolder(school.anna))), 404);
        await expectRefused(school.anna.listCollections({ ...top, sortProperties: ['falsch'] }), 400);
      },
    },
  });

  describeOperation('listCollectionChildren', school, {
    effect: {
      'both lists in one answer, counted together': async () => {
        const outer = await makeCollection(school.anna);
        const inner = await makeCollection(school.anna, {}, outer);
        const file = await makeFile(school.anna, 'x');
        await school.anna.addReference({ ...inside(outer), node: file.ref.id });
        const answer = await school.anna.listCollectionChildren(inside(outer));
        expect(answer.collections.map(({ ref }) => ref.id)).toEqual([inner.ref.id]);
        expect(answer.references.map(({ originalId }) => originalId)).toEqual([file.ref.id]);
        expect(answer.pagination).toEqual({ total: 2, from: 0, count: 2 });
      },
    },
    refusal: {
      'of a private collection nothing is listed': async () => {
        const made = await makeCollection(school.anna);
        await expectRefused(school.bert.listCollectionChildren(inside(made)), 403);
        await expectRefused(school.nobody.listCollectionChildren(inside(made)), 401);
      },
    },
    badInput: {
      'a folder has other children': async () => {
        const folder = await makeFolder(school.anna);
        await expectRefused(school.anna.listCollectionChildren(inside(folder)), 404, /Collection/);
      },
    },
  });
}

function describeReferences(school: School): void {
  describeOperation('addReference', school, {
    effect: {
      'a reference shows its original, and follows it': async () => {
        const [made, file] = [await makeCollection(school.anna), await makeFile(school.anna, 'Inhalt')];
        const { node: reference } = await school.anna.addReference({ ...inside(made), node: file.ref.id });
        expect(reference).toMatchObject({
          ...{ name: file.name, size: '6', originalId: file.ref.id },
          collection: null,
        });
        expect(reference.ref.id).not.toBe(file.ref.id);
        expect(reference.parent?.id).toBe(made.ref.id);
        expect(reference.aspects).toContain('ccm:collection_io_reference');
        expect(reference.properties['ccm:original']).toEqual([file.ref.id]);
        await school.anna.updateMetadata({ ...at(file), body: { 'cclom:title': ['Neuer Titel'] } });
        expect((await school.anna.getNode(at(reference))).node.title).toBe('Neuer Titel');
        const { bytes } = await school.anna.downloadContent({ nodeId: reference.ref.id });
        expect((await bytes.toArray()).join('')).toBe('Inhalt');
        expect(await seenBy(school.anna, made)).toMatchObject({ childReferencesCount: 1 });
      },
      'a reference to a reference is one to the original': async () => {
        const [one, other] = [await makeCollection(school.anna), await makeCollection(school.anna)];
        const file = await makeFile(school.anna, 'x');
        const { node: reference } = await school.anna.addReference({ ...inside(one), node: file.ref.id });
        const { node: second } = await school.anna.addReference({ ...inside(other), node: reference.ref.id });
        expect(second.originalId).toBe(file.ref.id);
      },
      'what is said about a reference is said about the original': async () => {
        const [made, file] = [await makeCollection(school.anna), await makeFile(school.anna, 'x')];
        const { node: reference } = await school.anna.addReference({ ...inside(made), node: file.ref.id });
        await school.anna.addComment({ ...at(reference), body: 'Gut' });
        await school.anna.rateNode({ ...at(reference), rating: 5 });
        for (const node of [reference, file]) {
          expect((await school.anna.getNode(at(node))).node).toMatchObject({ commentCount: 1, rating: { user: 5 } });
        }
        expect((await school.anna.listComments(at(reference))).comments).toHaveLength(1);
      },
      'of two calls at the same moment one puts it in': async () => {
        const [made, file] = [await makeCollection(school.anna), await makeFile(school.anna, 'x')];
        const add = () => school.anna.addReference({ ...inside(made), node: file.ref.id });
        const results = await Promise.allSettled([add(), add(), add()]);
        expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
        expect(await namesIn(school.anna, made)).toEqual([file.name]);
      },
    },
    refusal: {
      'a reference gives no right: who may not read the original does not see it': async () => {
        const [made, file] = [await makeCollection(school.anna, forAll), await makeFile(school.anna, 'geheim')];
        const { node: reference } = await school.anna.addReference({ ...inside(made), node: file.ref.id });
        expect(await namesIn(school.bert, made)).toEqual([]);
        expect(await seenBy(school.bert, made)).toMatchObject({ childReferencesCount: 0, hiddenReferencesCount: 1 });
        const listed = async (client: Client) => {
          const { nodes, pagination } = await client.listChildren(at(made));
          return [pagination.total, nodes.map(({ ref }) => ref.id)];
        };
        expect(await listed(school.bert)).toEqual([0, []]);
        expect(await listed(school.anna)).toEqual([1, [reference.ref.id]]);
        const bare = (await school.bert.getNode(at(reference))).node;
        expect(JSON.stringify(bare)).not.toContain(file.name);
        expect(bare).toMatchObject({ title: null, content: { version: null }, accessOriginal: [], downloadUrl: null });
        await expectRefused(school.bert.downloadContent({ nodeId: reference.ref.id }), 403);
        await expectRefused(school.bert.addComment({ ...at(reference), body: 'x' }), 403);
        await give(school.anna, file, 'bert', 'ConsumerMetadata');
        expect(await namesIn(school.bert, made)).toEqual([file.name]);
        expect(await listed(school.bert)).toEqual([1, [reference.ref.id]]);
        await expectRefused(school.bert.downloadContent({ nodeId: reference.ref.id }), 403);
      },
      'who may not add, or may not read the node, puts nothing in': async () => {
        const [open, file] = [await makeCollection(school.anna, forAll), await makeFile(school.bert, 'x')];
        await expectRefused(school.bert.addReference({ ...inside(open), node: file.ref.id }), 403);
        await expectRefused(school.anna.addReference({ ...inside(open), node: file.ref.id }), 403);
        await expectRefused(school.nobody.addReference({ ...inside(open), node: file.ref.id }), 401);
        expect(await namesIn(school.admin, open)).toEqual([]);
      },
      'nothing is changed through a reference': async () => {
        const [made, file] = [await makeCollection(school.anna), await makeFile(school.anna, 'x')];
        const { node: reference } = await school.anna.addReference({ ...inside(made), node: file.ref.id });
        const body = { 'cclom:title': ['x'] };
        await expectRefused(school.anna.updateMetadata({ ...at(reference), body }), 400, /reference/);
        await expectRefused(
          school.anna.createMetadataVersion({ ...at(reference), versionComment: '', body }),
          400,
          /reference/,
        );
        await expectRefused(school.anna.uploadPreview({ ...at(reference), body: drawing() }), 400, /reference/);
        await expectRefused(school.anna.deletePreview(at(reference)), 400, /reference/);
        await expectRefused(school.anna.revertVersion({ ...at(reference), major: 1, minor: 0 }), 400, /reference/);
      },
    },
    badInput: {
      'what is there already is 409; a folder, and nothing, cannot be put in': async () => {
        const [made, file] = [await makeCollection(school.anna), await makeFile(school.anna, 'x')];
        const place = inside(made);
        const { node: reference } = await school.anna.addReference({ ...place, node: file.ref.id });
        await expectRefused(school.anna.addReference({ ...place, node: file.ref.id }), 409, /already/);
        await expectRefused(school.anna.addReference({ ...place, node: reference.ref.id }), 409, /already/);
        await expectRefused(school.anna.addReference({ ...place, node: unknown }), 404);
        const folder = await makeFolder(school.anna);
        await expectRefused(school.anna.addReference({ ...place, node: folder.ref.id }), 400, /folder/);
        await expectRefused(school.anna.addReference({ ...inside(folder), node: file.ref.id }), 404);
      },
    },
  });

  describeOperation('removeReference', school, {
    effect: {
      'named by the original or by itself it goes, and can be put in again': async () => {
        const [made, file] = [await makeCollection(school.anna), await makeFile(school.anna, 'x')];
        const place = inside(made);
        await school.anna.addReference({ ...place, node: file.ref.id });
        await school.anna.removeReference({ ...place, node: file.ref.id });
        expect(await namesIn(school.anna, made)).toEqual([]);
        const { node: again } = await school.anna.addReference({ ...place, node: file.ref.id });
        await school.anna.removeReference({ ...place, node: again.ref.id });
        await expectRefused(school.anna.getNode(at(again)), 404);
        expect((await school.anna.getNode(at(file))).node.name).toBe(file.name);
      },
    },
    refusal: {
      'a reader takes nothing out': async () => {
        const [made, file] = [await makeCollection(school.anna, forAll), await makeFile(school.anna, 'x')];
        await school.anna.addReference({ ...inside(made), node: file.ref.id });
        await expectRefused(school.bert.removeReference({ ...inside(made), node: file.ref.id }), 403);
        await expectRefused(school.nobody.removeReference({ ...inside(made), node: file.ref.id }), 401);
        expect(await namesIn(school.anna, made)).toEqual([file.name]);
      },
    },
    badInput: {
      'what is not in the collection is missing': async () => {
        const [made, file] = [await makeCollection(school.anna), await makeFile(school.anna, 'x')];
        await expectRefused(school.anna.removeReference({ ...inside(made), node: file.ref.id }), 404, /Reference/);
        await expectRefused(school.anna.removeReference({ ...inside(made), node: unknown }), 404);
      },
    },
  });

  describeOperation('listReferences', school, {
    effect: {
      'sorted by what is seen, and in pages': async () => {
        const made = await makeCollection(school.anna);
        for (const name of ['b', 'a', 'c']) {
          const file = await makeFile(school.anna, 'x', { name: newName(name) });
          await school.anna.addReference({ ...inside(made), node: file.ref.id });
        }
        const letters = async (more: object) =>
          (await school.anna.listReferences({ ...inside(made), ...more })).references.map(({ name }) => name[0]);
        expect(await letters({})).toEqual(['a', 'b', 'c']);
        expect(await letters({ sortProperties: ['cm:name'], sortAscending: [false] })).toEqual(['c', 'b', 'a']);
        expect(await letters({ maxItems: 1, skipCount: 1 })).toEqual(['b']);
        expect((await school.anna.listReferences(top)).references).toEqual([]);
      },
      'an original that is deleted is not listed any more': async () => {
        const [made, file] = [await makeCollection(school.anna), await makeFile(school.anna, 'x')];
        await school.anna.addReference({ ...inside(made), node: file.ref.id });
        await school.anna.deleteNode(at(file));
        expect(await namesIn(school.anna, made)).toEqual([]);
        expect(await seenBy(school.anna, made)).toMatchObject({ childReferencesCount: 0, hiddenReferencesCount: 0 });
      },
      'with the original its references go for good': async () => {
        const [made, file] = [await makeCollection(school.anna), await makeFile(school.anna, 'x')];
        const { node: reference } = await school.anna.addReference({ ...inside(made), node: file.ref.id });
        await school.anna.deleteNode({ ...at(file), recycle: false });
        await expect
          .poll(() => school.anna.getNode(at(reference)).catch(({ status }: { status: number }) => status))
          .toBe(404);
      },
    },
    refusal: {
      'of a private collection nothing is listed': async () => {
        const made = await makeCollection(school.anna);
        await expectRefused(school.bert.listReferences(inside(made)), 403);
        await expectRefused(school.nobody.listReferences(inside(made)), 401);
      },
    },
    badInput: {
      'a folder, and nothing, are no collections': async () => {
        await expectRefused(school.anna.listReferences(inside(await makeFolder(school.anna))), 404);
        await expectRefused(school.anna.listReferences({ repository, collection: unknown }), 404);
      },
    },
  });
}

function describeOrder(school: School): void {
  describeOperation('orderCollection', school, {
    effect: {
      'what is named comes in its order, the rest behind it, until there is none any more': async () => {
        const made = await makeCollection(school.anna);
        const files: WireNode[] = [];
        for (const name of ['a', 'b', 'c']) {
          const file = await makeFile(school.anna, 'x', { name: newName(name) });
          await school.anna.addReference({ ...inside(made), node: file.ref.id });
          files.push(file);
        }
        const [a, b, c] = files.map(({ name }) => name);
        const ids = files.map(({ ref }) => ref.id);
        await school.anna.orderCollection({ ...inside(made), body: [ids[2] ?? '', ids[0] ?? ''] });
        expect(await namesIn(school.anna, made)).toEqual([c, a, b]);
        expect((await seenBy(school.anna, made))?.orderMode).toBe('custom');
        const sorted = { sortProperties: ['ccm:collection_ordered_position'], sortAscending: [true] };
        const { references } = await school.anna.listReferences({ ...inside(made), ...sorted });
        expect(references.map(({ name }) => name)).toEqual([c, a, b]);
        await school.anna.orderCollection({ ...inside(made), body: [] });
        expect(await namesIn(school.anna, made)).toEqual([a, b, c]);
      },
    },
    refusal: {
      'a reader orders nothing': async () => {
        const made = await makeCollection(school.anna, forAll);
        await expectRefused(school.bert.orderCollection({ ...inside(made), body: [] }), 403);
        await expectRefused(school.nobody.orderCollection({ ...inside(made), body: [] }), 401);
      },
    },
    badInput: {
      'what is not in it, and what is named twice, is told so': async () => {
        const [made, file] = [await makeCollection(school.anna), await makeFile(school.anna, 'x')];
        const order = (body: string[]) => school.anna.orderCollection({ ...inside(made), body });
        await expectRefused(order([file.ref.id]), 400, /not in this collection/);
        await school.anna.addReference({ ...inside(made), node: file.ref.id });
        await expectRefused(order([file.ref.id, file.ref.id]), 400, /twice/);
        expect((await seenBy(school.anna, made))?.orderMode).toBeNull();
      },
    },
  });
}

const inTrash = async (client: Client, node: WireNode): Promise<string[]> =>
  (await client.searchArchive({ repository, pattern: '*' })).nodes
    .map(({ ref }) => ref.id)
    .filter((id) => id === node.ref.id);

function describeTogether(school: School): void {
  test('its owner gets a collection of the first level back from the trash, with what is in it', async () => {
    const [made, file] = [await makeCollection(school.anna, forAll), await makeFile(school.anna, 'x')];
    await school.anna.addReference({ ...inside(made), node: file.ref.id });
    await school.anna.deleteCollection(inside(made));
    expect(await titlesAtTop(school.anna)).not.toContain(made.title);
    await school.anna.restoreArchived({ repository, archivedNodeIds: [made.ref.id] });
    expect(await titlesAtTop(school.anna, 'MY')).toContain(made.title);
    expect(await namesIn(school.anna, made)).toEqual([file.name]);
    expect((await seenBy(school.bert, made))?.scope).toBe('EDU_ALL');
    await expectRefused(school.bert.restoreArchived({ repository, archivedNodeIds: [made.ref.id] }), 404);
  });

  test('a reference that was put in again meanwhile does not come back from the trash beside it', async () => {
    const [made, file] = [await makeCollection(school.anna), await makeFile(school.anna, 'x')];
    const { node: reference } = await school.anna.addReference({ ...inside(made), node: file.ref.id });
    await school.anna.deleteNode(at(reference));
    await school.anna.addReference({ ...inside(made), node: file.ref.id });
    const restore = () => school.anna.restoreArchived({ repository, archivedNodeIds: [reference.ref.id] });
    await expectRefused(restore(), 409, /already/);
    expect(await namesIn(school.anna, made)).toEqual([file.name]);
    await school.anna.removeReference({ ...inside(made), node: file.ref.id });
    expect(await namesIn(school.anna, made)).toEqual([]);
    await restore();
    expect(await namesIn(school.anna, made)).toEqual([file.name]);
  });

  test('a reference is neither copied nor moved beside another one to the same file', async () => {
    const [made, other] = [await makeCollection(school.anna), await makeCollection(school.anna)];
    const file = await makeFile(school.anna, 'x');
    const { node: reference } = await school.anna.addReference({ ...inside(made), node: file.ref.id });
    const copy = (from: WireNode, to: WireNode) =>
      school.anna.copyNode({ ...at(to), source: from.ref.id, withChildren: true });
    const move = (from: WireNode, to: WireNode, name?: string) =>
      school.anna.moveNode({ ...at(to), source: from.ref.id, name });
    await expectRefused(copy(reference, made), 409, /already in collection/);
    const { node: second } = await copy(reference, other);
    await expectRefused(move(reference, other, 'another name'), 409, /already in collection/);
    expect((await move(reference, made, 'renamed')).node.ref.id).toBe(reference.ref.id);
    await school.anna.deleteNode(at(second));
    expect((await move(reference, other)).node.ref.id).toBe(reference.ref.id);
    expect([await namesIn(school.anna, made), await namesIn(school.anna, other)]).toEqual([[], [file.name]]);
    // A copy of a whole collection has the same references, each once.
    const { node: copied } = await copy(other, made);
    expect(await namesIn(school.anna, copied)).toEqual([file.name]);
  });

  test('a file with the name that a reference would have keeps nothing out', async () => {
    const [made, file] = [await makeCollection(school.anna), await makeFile(school.anna, 'x')];
    await makeFile(school.anna, 'y', { parent: made, name: file.ref.id });
    const { node: reference } = await school.anna.addReference({ ...inside(made), node: file.ref.id });
    await expectRefused(school.anna.addReference({ ...inside(made), node: file.ref.id }), 409);
    await school.anna.orderCollection({ ...inside(made), body: [file.ref.id] });
    expect(await namesIn(school.anna, made)).toEqual([file.name, file.ref.id]);
    await school.anna.removeReference({ ...inside(made), node: file.ref.id });
    await expectRefused(school.anna.getNode(at(reference)), 404);
    expect(await namesIn(school.anna, made)).toEqual([file.ref.id]);
  });

  test('of a reference in the trash nothing is left there when its original is gone for good', async () => {
    const [made, file] = [await makeCollection(school.anna), await makeFile(school.anna, 'x')];
    const { node: reference } = await school.anna.addReference({ ...inside(made), node: file.ref.id });
    await school.anna.deleteNode(at(reference));
    expect(await inTrash(school.anna, reference)).toHaveLength(1);
    const { total } = (await school.anna.searchArchive({ repository, pattern: '*' })).pagination;
    await school.anna.deleteNode({ ...at(file), recycle: false });
    await expect
      .poll(async () => (await school.anna.searchArchive({ repository, pattern: '*' })).pagination.total)
      .toBe(total - 1);
    expect(await inTrash(school.anna, reference)).toEqual([]);
  });

  test('a search finds what was collected once, and no reference', async () => {
    const [made, file] = [await makeCollection(school.anna, forAll), await makeFile(school.anna, 'x')];
    const { node: reference } = await school.anna.addReference({ ...inside(made), node: file.ref.id });
    const found = async (client: Client, query: string) =>
      (await client.searchNodes({ repository, query })).nodes.map(({ ref }) => ref.id);
    expect(await found(school.anna, `"${file.name}"`)).toEqual([file.ref.id]);
    expect(await found(school.anna, file.ref.id)).not.toContain(reference.ref.id);
    expect(await found(school.bert, file.ref.id)).toEqual([]);
  });

  test('what bert may not read is counted for nobody but those who may', async () => {
    const outer = await makeCollection(school.anna, forAll);
    await makeCollection(school.anna, { collection: { scope: 'MY' } }, outer);
    const [closed, open] = [await makeFile(school.anna, 'x'), await makeFile(school.anna, 'y')];
    for (const { ref } of [closed, open]) await school.anna.addReference({ ...inside(outer), node: ref.id });
    await give(school.anna, open, 'bert');
    const counts = async (client: Client) => {
      const { collection } = await client.getCollection(inside(outer));
      const { node } = await client.getNode(at(outer));
      const [inTop] = (await client.listCollections({ ...top, maxItems: 500 })).collections.filter(
        ({ ref }) => ref.id === outer.ref.id,
      );
      const seen = [collection, node, inTop].map((shown) => [
        shown?.collection?.childCollectionsCount,
        shown?.collection?.childReferencesCount,
      ]);
      const { pagination } = await client.listCollectionChildren(inside(outer));
      const collections = (await client.listCollections(inside(outer))).pagination.total;
      const references = (await client.listReferences({ ...inside(outer), maxItems: 1 })).pagination.total;
      return [...seen, [collections, references], [pagination.total - references, references]];
    };
    expect(await counts(school.bert)).toEqual(Array(5).fill([0, 1]));
    expect(await counts(school.anna)).toEqual(Array(5).fill([1, 2]));
  });

  test('collections survive a restart, and their folder is no folder of everybody', async () => {
    const [made, file] = [await makeCollection(school.anna), await makeFile(school.anna, 'x')];
    await school.anna.addReference({ ...inside(made), node: file.ref.id });
    await school.restart();
    expect(await namesIn(school.anna, made)).toEqual([file.name]);
    const home = made.parent?.id ?? '';
    await expectRefused(school.anna.listChildren(at(home)), 403);
    await expectRefused(school.anna.createNode({ ...at(home), type: 'ccm:io', body: { 'cm:name': ['x'] } }), 403);
    await expectRefused(school.admin.deleteNode(at(home)), 400);
  });
}
