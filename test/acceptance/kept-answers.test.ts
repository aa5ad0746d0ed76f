import { expect, test } from 'vitest';
import { admin, anna, basic, bert, type TestPerson } from '../support/people.ts';
import { plainImage } from '../support/pictures.ts';
import { type RawResponse, rawRequest } from '../support/raw-request.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, at, bytesOf, makeFile, makeFolder, newName, type WireNode } from '../support/trees.ts';

type Json = Readonly<Record<string, unknown>>;

const repository = '-home-';
const forms = ['map', 'list'] as const;

/** Whoever asks once is answered from what is kept the next time: each look is two. */
async function look(school: School, node: WireNode, person: TestPerson, form: string): Promise<RawResponse> {
  const path = `/node/v1/nodes/-home-/${node.ref.id}/metadata?nodeForm=${form}`;
  await rawRequest(school.raw, { path, headers: basic(person) });
  return rawRequest(school.raw, { path, headers: basic(person) });
}

withTransports(
  (school) => {
    const shown = async (node: WireNode, form: string, person: TestPerson = anna): Promise<Json> =>
      ((await look(school, node, person, form)).json() as { readonly node: Json }).node;
    const status = async (node: WireNode, person: TestPerson, form = 'map'): Promise<number> =>
      (await look(school, node, person, form)).status;
    const permit = (node: WireNode, ...permissions: [string, string][]) =>
      school.anna.setPermissions({
        ...at(node),
        body: {
          inherited: false,
          permissions: permissions.map(([authorityName, permission]) => ({ authority: { authorityName }, permission })),
        },
      });

    test.each(forms)('a node that changes is shown changed in the next answer (%s form)', async (form) => {
      const folder = await makeFolder(school.anna);
      const node = await makeFile(school.anna, 'text', { parent: folder });
      const listed = async () => (await school.anna.listChildren({ ...at(folder), nodeForm: form })).nodes;
      for (const title of ['eins', 'zwei']) {
        await shown(node, form);
        await listed();
        await school.anna.updateMetadata({ ...at(node), body: { 'cclom:title': title } });
        expect((await shown(node, form))['title']).toBe(title);
        expect((await listed()).map((each) => each.title)).toEqual([title]);
      }
      await school.anna.uploadContent({ ...at(node), body: aFile('longer text') });
      const size = form === 'list' ? 11 : '11';
      expect(await shown(node, form)).toMatchObject({ size, contentVersion: '1.2' });
      await school.anna.deleteNode(at(node));
      expect(await status(node, anna, form)).toBe(404);
      expect(await listed()).toEqual([]);
    });

    test.each(forms)('rights that are given or taken count in the next answer (%s form)', async (form) => {
      const folder = await makeFolder(school.anna);
      const node = await makeFile(school.anna, 'text', { parent: folder });
      const rights = async () => JSON.stringify((await shown(node, form, bert))['access']);
      expect(await status(node, bert, form)).toBe(403);
      await permit(folder, ['bert', 'Consumer']);
      const read = await rights();
      await permit(folder, ['bert', 'Collaborator']);
      expect(await rights()).not.toBe(read);
      expect(JSON.stringify((await shown(node, form, anna))['access'])).not.toBe(read);
      await permit(folder, ['bert', 'Consumer']);
      expect(await rights()).toBe(read);
      await permit(folder, ['GROUP_EVERYONE', 'Consumer']);
      if (form === 'map') expect((await shown(node, form, bert))['isPublic']).toBe(true);
      await permit(folder);
      expect(await status(node, bert, form)).toBe(403);
      if (form === 'map') expect((await shown(node, form))['isPublic']).toBe(false);
      await school.anna.deleteNode(at(folder));
      expect(await status(node, anna, form)).toBe(404);
    });

    test('whoever may not read the content is never told its hash by an answer that was kept for somebody else', async () => {
      const folder = await makeFolder(school.anna);
      const node = await makeFile(school.anna, 'text', { parent: folder });
      await permit(folder, ['bert', 'ConsumerMetadata']);
      for (let round = 0; round < 2; round += 1) {
        expect((await shown(node, 'map', anna))['content']).toHaveProperty('hash');
        expect((await shown(node, 'map', bert))['content']).not.toHaveProperty('hash');
      }
      await permit(folder, ['bert', 'Consumer']);
      expect((await shown(node, 'map', bert))['content']).toHaveProperty('hash');
    });

    test('members of a group see with it, and no longer without it', async () => {
      const group = `GROUP_${newName('group')}`;
      await school.admin.createGroup({ repository, group, body: {} });
      const node = await makeFile(school.anna, 'text');
      await permit(node, [group, 'Consumer']);
      for (let round = 0; round < 2; round += 1) {
        expect(await status(node, bert)).toBe(403);
        await school.admin.addMember({ repository, group, member: 'bert' });
        expect(await status(node, bert)).toBe(200);
        await school.admin.removeMember({ repository, group, member: 'bert' });
      }
      expect(await status(node, bert)).toBe(403);
    });

    test.each(forms)('people are shown by the names that they have now (%s form)', async (form) => {
      const userName = newName('dora');
      const dora = {
        userName,
        password: 'Pinsel und Farbe 3',
        firstName: 'Dora',
        lastName: 'Alt',
        email: 'd@x.example',
      };
      const { firstName, lastName, email } = dora;
      await school.admin.createPerson({
        repository,
        person: userName,
        body: { firstName, lastName, email, password: dora.password },
      });
      const node = await makeFile(school.as(dora), 'text');
      expect(await shown(node, form, admin)).toMatchObject({ createdBy: { lastName: 'Alt' } });
      await school.admin.updatePersonProfile({ repository, person: userName, body: { lastName: 'Neu' } });
      expect(await shown(node, form, admin)).toMatchObject({ createdBy: { lastName: 'Neu' } });
    });

    test('a password counts from the answer on that changed it, and so does the end of a person', async () => {
      const userName = newName('emil');
      const before = { userName, password: 'Pinsel und Farbe 4', firstName: 'E', lastName: 'L', email: 'e@x.example' };
      const after = { ...before, password: 'Farbe und Pinsel 5' };
      const body = { firstName: 'E', lastName: 'L', email: 'e@x.example', password: before.password };
      await school.admin.createPerson({ repository, person: userName, body });
      const node = await makeFile(school.as(before), 'text');
      expect([await status(node, before), await status(node, after)]).toEqual([200, 401]);
      const change = { oldPassword: before.password, newPassword: after.password };
      await school.as(before).setPersonCredential({ repository, person: '-me-', body: change });
      expect([await status(node, before), await status(node, after)]).toEqual([401, 200]);
      await school.admin.deletePerson({ repository, person: userName });
      // So many wrong ones in a row are made to wait.
      expect([401, 429]).toContain(await status(node, after));
    });

    test.each(forms)('a picture of the content is shown as soon as there is one (%s form)', async (form) => {
      const image = await plainImage('jpeg', { width: 300, height: 200 }, `#${newName('').slice(1, 7)}`);
      const [node, other] = [await makeFile(school.anna, 'text'), await makeFile(school.anna, 'text')];
      const card = await shown(node, form);
      const body = () => aFile(image, { name: 'a.jpg', mimeType: 'image/jpeg' });
      await school.anna.uploadContent({ ...at(node), mimetype: 'image/jpeg', body: body() });
      await school.anna.uploadContent({ ...at(other), mimetype: 'image/jpeg', body: body() });
      await shown(node, form);
      // Asked for through another node: of this one nothing changes but that its content has a picture.
      await bytesOf(await school.anna.getPreview({ nodeId: other.ref.id }));
      const { preview } = await shown(node, form);
      expect(preview).toMatchObject({ width: 300, height: 200 });
      expect(JSON.stringify(preview)).not.toBe(JSON.stringify(card['preview']));
      const { nodes } = await school.anna.listChildren({ ...at('-userhome-'), nodeForm: form, maxItems: 500 });
      expect(nodes.find(({ ref }) => ref.id === node.ref.id)?.preview).toEqual(preview);
    });

    test('what one person gave a node is not told to the next', async () => {
      const node = await makeFile(school.anna, 'text');
      await permit(node, ['bert', 'Coordinator']);
      await shown(node, 'map');
      await school.anna.rateNode({ ...at(node), rating: 5 });
      for (let round = 0; round < 2; round += 1) {
        expect(await shown(node, 'map', anna)).toMatchObject({ rating: { overall: { sum: 5 }, user: 5 } });
        expect(await shown(node, 'map', bert)).toMatchObject({ rating: { overall: { sum: 5 }, user: 0 } });
      }
      await school.bert.rateNode({ ...at(node), rating: 2 });
      expect(await shown(node, 'map', anna)).toMatchObject({ rating: { overall: { sum: 7 }, user: 5 } });
      expect(await shown(node, 'map', bert)).toMatchObject({ rating: { overall: { sum: 7 }, user: 2 } });
    });

    test('whose a collection is and what lies in it is told to each by itself, and so is where a reference leads', async () => {
      const { collection } = await school.anna.createCollection({
        ...{ repository, collection: '-root-' },
        body: { title: newName('Sammlung'), collection: { scope: 'EDU_ALL' } },
      });
      const node = await makeFile(school.anna, 'text');
      const inside = { repository, collection: collection.ref.id };
      const { node: reference } = await school.anna.addReference({ ...inside, node: node.ref.id });
      for (let round = 0; round < 2; round += 1) {
        const own = { fromUser: true, childReferencesCount: 1 };
        expect(await shown(collection, 'map', anna)).toMatchObject({ collection: own });
        expect(await shown(collection, 'map', bert)).toMatchObject({ collection: { fromUser: false } });
        expect(await shown(reference, 'map', anna)).toMatchObject({ title: node.title, mimetype: 'text/plain' });
        expect(await shown(reference, 'map', bert)).toMatchObject({ mimetype: null, accessOriginal: [] });
      }
      await school.anna.updateMetadata({ ...at(node), body: { 'cclom:title': 'Neu' } });
      expect(await shown(reference, 'map', anna)).toMatchObject({ title: 'Neu' });
    });

    test('where something lay that was deleted is told in the list of the trash only', async () => {
      const folder = await makeFolder(school.anna);
      const node = await makeFile(school.anna, 'text', { parent: folder });
      await shown(node, 'map');
      await school.anna.deleteNode(at(node));
      const search = (person: typeof school.anna) => person.searchArchive({ repository, pattern: node.name });
      expect((await search(school.anna)).nodes).toMatchObject([{ archivedFrom: `~/${folder.name}` }]);
      expect((await search(school.bert)).nodes).toEqual([]);
      expect((await search(school.admin)).nodes[0]?.archivedFrom).not.toBe(`~/${folder.name}`);
    });

    test('links begin with the host that is asked, whoever asked before', async () => {
      const node = await makeFile(school.anna, 'text');
      const path = `/node/v1/nodes/-home-/${node.ref.id}/metadata`;
      for (const host of ['one.example', 'two.example:8080', 'one.example']) {
        const { text } = await rawRequest(school.raw, { path, headers: { ...basic(anna), host } });
        expect(text).toContain(`"contentUrl":"http://${host}/`);
      }
    });

    test('after a restart all is as it was', async () => {
      const node = await makeFile(school.anna, 'text');
      const before = await shown(node, 'map');
      await school.restart();
      expect(JSON.stringify({ ...(await shown(node, 'map')), x: 1 }).replaceAll(/127\.0\.0\.1:\d+/g, 'x')).toBe(
        JSON.stringify({ ...before, x: 1 }).replaceAll(/127\.0\.0\.1:\d+/g, 'x'),
      );
    });
  },
  { only: ['TCP'] },
);
