import { beforeAll, expect, test } from 'vitest';
import { admin, anna, bert } from '../support/people.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, newName, type WireNode } from '../support/trees.ts';
import { type WebVisitor, webVisitor } from '../support/web-visitor.ts';

withTransports(
  (school) => {
    let visitor: WebVisitor;
    let folder: WireNode;
    let file: WireNode;
    beforeAll(async () => {
      visitor = webVisitor(school.raw);
      await visitor.signIn(anna);
      folder = await makeFolder(school.anna, { name: newName('Geteilt') });
      file = await makeFile(school.anna, 'x', { parent: folder, name: 'Blatt.txt' });
    });

    test('a folder is shared, shown as inherited below it, and no longer shared', async () => {
      await visitor.get(`/share/${folder.ref.id}`);
      const page = await visitor.post(`/share/${folder.ref.id}/add`, { name: 'carla', role: 'Collaborator' });
      expect(page.words).toMatch(/It is shared now\..*carla may read, change and add/);
      expect((await school.carla.getNode(at(file))).node.name).toBe('Blatt.txt');
      const inner = await visitor.get(`/share/${file.ref.id}`);
      expect(inner.words).toMatch(new RegExp(`Inherited from .*${folder.name}.*carla`));
      expect(inner.text).not.toContain(`action="/share/${file.ref.id}/remove"`);
      await visitor.post(`/share/${file.ref.id}/add`, { name: 'bert', role: 'nonsense' });
      expect((await visitor.get(`/share/${file.ref.id}`)).words).toContain('bert may read');
      await visitor.post(`/share/${folder.ref.id}/remove`, { authority: 'carla' });
      await expect(school.carla.getNode(at(file))).rejects.toMatchObject({ status: 403 });
      expect((await school.bert.getNode(at(file))).node.name).toBe('Blatt.txt');
    });

    test('the folders of the repository have the words of the view, also in paths', async () => {
      const german = { 'accept-language': 'de' };
      const { node: own } = await school.anna.getNode(at('-userhome-'));
      await visitor.get(`/share/${own.ref.id}`);
      await visitor.post(`/share/${own.ref.id}/add`, { name: 'carla', role: 'Consumer' });
      const inner = await visitor.get(`/share/${file.ref.id}`, german);
      expect(inner.words).toMatch(/Geerbt von +Meine Dateien /);
      await visitor.post(`/share/${own.ref.id}/remove`, { authority: 'carla' });
      const chief = webVisitor(school.raw);
      await chief.signIn(admin);
      const top = await chief.get('/folder/-companyhome-', german);
      expect(top.words).toMatch(/Alle Dateien .*Dateien aller Personen /);
      const below = await chief.get(`/folder/${folder.ref.id}`, german);
      expect(below.words).toMatch(/Alle Dateien +Dateien aller Personen +anna/);
      for (const { words } of [top, below]) expect(words).not.toMatch(/Company Home|User Homes/);
      const ordinary = await makeFolder(school.anna, { parent: folder, name: 'User Homes' });
      expect((await visitor.get(`/folder/${ordinary.ref.id}`, german)).words).toContain('User Homes');
    });

    test('an unknown name is reported, and only administrators get a list', async () => {
      const page = await visitor.post(`/share/${folder.ref.id}/add`, { name: 'carl', role: 'Coordinator' });
      expect([page.status, page.words.includes('carl is unknown here')]).toEqual([400, true]);
      // What was chosen stays chosen.
      expect(page.text).toContain('<option value="Coordinator" selected>');
      expect(page.text).not.toContain('value="carla"');
      const chief = webVisitor(school.raw);
      await chief.signIn(admin);
      expect((await chief.post(`/share/${folder.ref.id}/add`, { name: 'carl' })).text).toContain('value="carla"');
    });

    test('people and groups are suggested to administrators, who may list them', async () => {
      const chief = webVisitor(school.raw);
      await chief.signIn(admin);
      const name = newName('lehrerzimmer');
      await school.admin.createGroup({ repository: '-home-', group: name, body: { displayName: 'Das Lehrerzimmer' } });
      const optionsFor = async (person: WebVisitor, typed: string) => {
        const { text } = await person.get(`/suggest/authorities?name=${encodeURIComponent(typed)}`);
        return [...text.matchAll(/role="option"[^>]* data-value="([^"]*)"/g)].map(([, value]) => value);
      };
      expect(await optionsFor(chief, 'lehrerzim')).toContain(name);
      expect(await optionsFor(chief, 'özde')).toEqual(['anna']);
      expect(await optionsFor(chief, 'Geteilt')).toEqual([]);
      expect(await optionsFor(chief, '')).toEqual([]);
      expect(await optionsFor(visitor, 'özde')).toEqual([]);
      expect((await chief.get(`/share/${folder.ref.id}`)).text).toContain('hx-get="/suggest/authorities"');
      expect((await visitor.get(`/share/${folder.ref.id}`)).text).not.toContain('/suggest/authorities');
      const shared = await chief.post(`/share/${folder.ref.id}/add`, { name });
      expect(shared.words).toContain(`${name} may read`);
    });

    test('a person and a group with the same name are told apart', async () => {
      await school.admin.createGroup({ repository: '-home-', group: 'carla', body: { displayName: 'Carlas Klasse' } });
      const page = await visitor.post(`/share/${folder.ref.id}/add`, { name: 'carla' });
      expect([page.status, page.words.includes('Choose who you mean by carla.')]).toEqual([400, true]);
      for (const chosen of ['carla', 'GROUP_carla']) {
        expect(page.text).toContain(`value="${chosen}"`);
        const done = await visitor.post(`/share/${folder.ref.id}/add`, { name: 'carla', chosen });
        expect(done.words).toContain('It is shared now.');
        expect(done.text).toMatch(new RegExp(`name="authority" value="${chosen}"`));
      }
      await school.admin.deleteGroup({ repository: '-home-', group: 'carla' });
    });

    test('without the right, the page and its forms are refused', async () => {
      const stranger = webVisitor(school.raw);
      await stranger.signIn(bert);
      expect((await stranger.get(`/share/${folder.ref.id}`)).status).toBe(403);
      expect((await stranger.post(`/share/${folder.ref.id}/add`, { name: 'bert' })).status).toBe(403);
      expect((await stranger.post(`/share/${folder.ref.id}/remove`, { authority: 'anna' })).status).toBe(403);
      expect((await visitor.post(`/share/${folder.ref.id}/add`, { name: 'bert', token: 'x' })).status).toBe(400);
    });
  },
  { only: ['TCP'] },
);
