import { beforeAll, describe, expect, test } from 'vitest';
import { admin, anna, bert, carla } from '../support/people.ts';
import { type School, withTransports } from '../support/transports.ts';
import {
  aFile,
  at,
  download,
  makeFile,
  makeFolder,
  makeNode,
  namesIn,
  newName,
  type WireNode,
} from '../support/trees.ts';
import { type WebVisitor, webVisitor } from '../support/web-visitor.ts';

const repository = '-home-';

const hostile = '</title><script>alert(1)</script> "\'& \u202Egnp.exe';

const shareWith = (school: School, node: WireNode, authorityName: string, permission = 'Consumer') =>
  school.anna.setPermissions({
    ...at(node),
    body: { permissions: [{ authority: { authorityName }, permissions: [permission] }] },
  });

withTransports(
  (school) => {
    let visitor: WebVisitor;
    let stranger: WebVisitor;
    beforeAll(async () => {
      visitor = webVisitor(school.raw);
      stranger = webVisitor(school.raw);
      await visitor.signIn(anna);
      await stranger.signIn(bert);
    });

    describe('the start page', () => {
      test('leads to what changed last, to the own folder and to what is shared', async () => {
        const file = await makeFile(school.anna, 'neu', { name: newName('Neues Blatt') });
        await shareWith(school, file, 'carla');
        expect((await visitor.get('/')).text).toContain(`href="/node/${file.ref.id}"`);
        const other = webVisitor(school.raw);
        expect((await other.signIn(carla)).text).toContain(`href="/node/${file.ref.id}"`);
        expect((await other.get('/shared')).words).toMatch(new RegExp(`${file.name} .{1,40} · Anna Lehrerin`));
        expect((await visitor.get('/')).words).not.toContain('· Anna');
        expect((await stranger.get('/')).words).not.toContain(file.name);
      });
    });

    describe('a folder', () => {
      test('lists its entries with their folders above, as a list and as tiles, in each order', async () => {
        const folder = await makeFolder(school.anna, { name: newName('Mathe') });
        const inner = await makeFolder(school.anna, { parent: folder, name: 'Klasse 7' });
        await makeFile(school.anna, 'x'.repeat(10), { parent: inner, name: 'a klein.txt' });
        await makeFile(school.anna, 'x'.repeat(5000), { parent: inner, name: 'b groß.txt' });
        const page = await visitor.get(`/folder/${inner.ref.id}`);
        expect(page.words).toMatch(/My files .*Mathe.* Klasse 7 .*a klein\.txt .*b groß\.txt/);
        const largest = await visitor.get(`/folder/${inner.ref.id}?sort=largest&view=tiles`);
        expect(largest.words).toMatch(/b groß\.txt .*a klein\.txt/);
        expect(largest.text).toContain('class="entries tiles"');
        expect((await visitor.get(`/folder/${inner.ref.id}?sort=__proto__&skip=-5&view=x`)).status).toBe(200);
      });

      test('with many entries is shown in parts that lead to each other', async () => {
        const folder = await makeFolder(school.anna);
        for (let index = 0; index < 103; index += 1) {
          await makeNode(school.anna, {
            type: 'ccm:io',
            parent: folder,
            name: `Blatt ${String(index).padStart(3, '0')}`,
          });
        }
        const first = await visitor.get(`/folder/${folder.ref.id}`);
        expect(first.words).toMatch(/Blatt 099 .*1 to 100 of 103/);
        const next = /href="([^"]*)" rel="next"/.exec(first.text)?.[1] ?? '';
        const second = await visitor.get(next.replaceAll('&amp;', '&'));
        expect(second.words).toMatch(/Blatt 100 .*Blatt 102 .*101 to 103 of 103/);
        expect(second.words).not.toContain('Blatt 099');
        expect((await visitor.get(`/folder/${folder.ref.id}?skip=5000`)).words).toContain('of 103');
      });

      test('gets a new folder, another name, and goes to the trash', async () => {
        const name = newName('Neu');
        const made = await visitor.post('/folder/-userhome-/new', { name });
        expect(made.words).toContain('The folder is created.');
        const id = made.path.split(/[/?]/)[2] ?? '';
        const renamed = await visitor.post(`/node/${id}/rename`, { name: `${name} 2` });
        expect(renamed.words).toContain(`${name} 2`);
        const deleted = await visitor.post(`/node/${id}/delete`);
        expect(deleted.path).toMatch(/^\/folder\/.*notice=deleted$/);
        expect(await namesIn(school.anna, '-userhome-')).not.toContain(`${name} 2`);
      });

      test('refuses a bad or a taken name with a page that says why', async () => {
        const name = newName('Doppelt');
        await makeFolder(school.anna, { name });
        expect((await visitor.post('/folder/-userhome-/new', { name })).status).toBe(409);
        for (const bad of ['  ', 'x'.repeat(300), 'a\u0007b']) {
          const page = await visitor.post('/folder/-userhome-/new', { name: bad });
          expect([page.status, /name/.test(page.words)], bad).toEqual([400, true]);
        }
      });

      test('shows hostile names as text', async () => {
        const folder = await makeFolder(school.anna, { name: `<b>${newName()}` });
        const properties = { 'cclom:title': hostile };
        const file = await makeNode(school.anna, { type: 'ccm:io', parent: folder, properties });
        for (const path of [`/folder/${folder.ref.id}`, `/node/${file.ref.id}`, `/components/render/${file.ref.id}`]) {
          const page = await visitor.get(path);
          expect(page.text, path).not.toMatch(/<script>|<b>node-/);
          expect(page.words, path).toContain(hostile);
        }
      });
    });

    describe('the search', () => {
      test('has passages, folders, filters with captions, and a line before hits with only some words', async () => {
        const folder = await makeFolder(school.anna, { name: newName('Physik') });
        const subject = { 'ccm:taxonid': 'http://w3id.org/openeduhub/vocabs/discipline/080' };
        await makeFile(school.anna, 'Ein Quarzkristall schwingt im Uhrwerk.', { parent: folder, properties: subject });
        await makeFile(school.anna, 'Noch ein Quarzkristall.', { parent: folder });
        const page = await visitor.get('/search?q=quarzkristall+uhrwerk', { 'accept-language': 'de' });
        expect(page.text).toContain('<mark>Quarzkristall</mark>');
        expect(page.words).toContain(`Meine Dateien/${folder.name}`);
        expect(page.words).toMatch(/2 Treffer\. 1 davon hat alle Wörter\..*Beste Treffer ohne alle Wörter/);
        expect(page.words).toMatch(/Fach Biologie 1/);
        const filtered = await visitor.get(
          `/search?q=quarzkristall&ccm:taxonid=${encodeURIComponent(subject['ccm:taxonid'])}`,
        );
        expect(filtered.words).toMatch(/1 hit\./);
        expect(filtered.text).toMatch(/<input[^>]* checked/);
        expect((await stranger.get('/search?q=quarzkristall')).words).toContain('Nothing found');
      });

      test('while typing gives the results alone, and leads to the sign-in if the session is lost', async () => {
        const part = await visitor.get('/search?q=nichtdaxyz', { 'hx-request': 'true' });
        expect(part.text).toMatch(/^<div id="results"/);
        const lost = await webVisitor(school.raw).send('GET', '/search?q=a', { headers: { 'hx-request': 'true' } });
        expect([lost.status, lost.headers['hx-redirect']]).toEqual([200, '/sign-in?to=%2Fsearch%3Fq%3Da']);
      });

      describe('suggestions', () => {
        const optionsIn = (text: string) =>
          [...text.matchAll(/<a role="option"[^>]*? href="([^"]*)"/g)].map(([, href = '']) =>
            href.replaceAll('&amp;', '&'),
          );

        test('lead to material, folders and collections, each only for who may read it', async () => {
          const word = newName('Zitronensaft').replaceAll('-', '');
          const folder = await makeFolder(school.anna, { name: word });
          const file = await makeFile(school.anna, 'x', {
            parent: folder,
            properties: { 'cclom:title': `${word} <b>` },
          });
          const { collection } = await school.anna.createCollection({
            ...{ repository, collection: '-root-' },
            body: { title: word, collection: { title: word, scope: 'MY' } },
          });
          const part = await visitor.get(`/suggest/material?q=${word.slice(0, -1)}`, { 'accept-language': 'de' });
          expect(optionsIn(part.text).sort()).toEqual([
            `/collection/${collection.ref.id}`,
            `/folder/${folder.ref.id}`,
            `/node/${file.ref.id}`,
          ]);
          expect(part.text).toMatch(/^<a role="option"/);
          expect(part.words).toContain(`${word} <b> Material · Meine Dateien/${word}`);
          expect(part.words).toMatch(new RegExp(`${word} Ordner · Meine Dateien.*${word} Sammlung|Sammlung.*Ordner`));
          expect((await stranger.get(`/suggest/material?q=${word}`)).text).toBe('');
        });

        test('of values are filters, each caption once, and at most eight are shown', async () => {
          const part = await visitor.get('/suggest/material?q=biologie', { 'accept-language': 'de' });
          expect(part.words).toContain('Biologie Fach');
          const address = optionsIn(part.text).find((href) => href.includes('discipline%2F080')) ?? '';
          expect((await visitor.get(address)).text).toMatch(/checked[^>]*>|value="[^"]*080"[^>]* checked/);
          const many = await visitor.get('/suggest/material?q=b');
          expect(optionsIn(many.text)).toHaveLength(8);
          const captions = many.text.match(/<bdi>.*?<\/a>/g) ?? [];
          expect(new Set(captions).size).toBe(captions.length);
        });

        test.each(['', '?q=', '?q=%20', '?q=%22(', '?q=xyzxyzxyz', '?name=a'])('for %s are none', async (query) => {
          const part = await visitor.get(`/suggest/material${query}`);
          expect([part.status, part.text]).toEqual([200, '']);
        });

        test('take a text of any length, and lead to the sign-in and back to the page if the session is lost', async () => {
          expect((await visitor.get(`/suggest/material?q=${'a%20'.repeat(1500)}`)).status).toBe(200);
          const headers = { 'hx-request': 'true', referer: `${school.raw.baseUrl.origin}/trash` };
          const lost = await webVisitor(school.raw).send('GET', '/suggest/material?q=a', { headers });
          expect([lost.status, lost.headers['hx-redirect']]).toEqual([200, '/sign-in?to=%2Ftrash']);
        });
      });

      test.each(['%22', '(((', '-', 'typ:', '<script>', '%F0%9F%98%80', ''])('takes any words: %s', async (words) => {
        expect((await visitor.get(`/search?q=${words}&kind=x&skip=99999`)).status).toBe(200);
      });
    });

    test('a search for a text that is too long is refused with a page that says why', async () => {
      const page = await visitor.get(`/search?q=${'a'.repeat(3000)}`);
      expect([page.status, page.headers['content-type']]).toEqual([400, 'text/html; charset=utf-8']);
    });

    describe('the page of a file', () => {
      test('gets the file of an earlier version as a new one, and keeps what is said about it', async () => {
        const file = await makeFile(school.anna, 'Text');
        await school.anna.uploadContent({ ...at(file), body: aFile('Neuer Text') });
        await school.anna.updateMetadata({ ...at(file), body: { 'cclom:title': ['In keiner Version'] } });
        const german = { 'accept-language': 'de' };
        const { text } = await visitor.get(`/node/${file.ref.id}`, german);
        const question = (label: string) =>
          new RegExp(`restore/${label.replace('.', '/')}"[^>]* data-confirm="([^"]*)"`).exec(text)?.[1];
        expect(question('1.1')).toMatch(/^Die Datei der Version 1.1 wiederherstellen\? .*Titel, Lizenz.* bleiben/);
        // It has no content.
        expect(question('1.0')).toBe(undefined);
        const { words } = await visitor.post(`/node/${file.ref.id}/restore/1/1`, {}, german);
        expect(words).toContain('In keiner Version');
        expect(words).toContain('Version 1.1');
        expect((await download(school.anna, file)).toString()).toBe('Text');
        expect((await download(school.anna, file, '1.2')).toString()).toBe('Neuer Text');
        await shareWith(school, file, 'bert');
        expect((await stranger.post(`/node/${file.ref.id}/restore/1/1`)).status).toBe(403);
      });

      test('that is a link goes back to a version with all that is said about it', async () => {
        const body = { 'cm:name': [newName('Link')], 'ccm:wwwurl': ['https://example.org'], 'cclom:title': ['Alt'] };
        const { node } = await school.anna.createNode({ ...at('-userhome-'), type: 'ccm:io', body });
        await school.anna.createMetadataVersion({ ...at(node), versionComment: 'x', body: { 'cclom:title': ['Neu'] } });
        const { text } = await visitor.get(`/node/${node.ref.id}`);
        expect(text).toMatch(/restore\/1\/0"[^>]* data-confirm="[^"]*details[^"]* go back to this version/);
        expect((await visitor.post(`/node/${node.ref.id}/restore/1/0`)).words).toContain('Alt');
      });

      test('takes a new version of itself', async () => {
        const file = await makeFile(school.anna, 'Entwurf', { properties: { 'cclom:title': ['Bleibt'] } });
        const to = `/node/${file.ref.id}/version`;
        expect((await visitor.get(`/node/${file.ref.id}`)).text).toContain(`${to}"`);
        const page = await visitor.upload(to, { name: 'anders.txt', bytes: 'Reinschrift' });
        for (const words of ['The new version is stored.', 'Reinschrift', 'Bleibt', file.name, 'Version 1.2'])
          expect(page.words).toContain(words);
        expect((await visitor.upload(to, undefined)).status).toBe(400);
        expect([403, 404]).toContain((await stranger.upload(to, { name: 'a.txt', bytes: 'x' })).status);
        expect((await download(school.anna, file)).toString()).toBe('Reinschrift');
      });

      test('offers only the own collections that it is not in, or a new one', async () => {
        const file = await makeFile(school.anna, 'gesammelt');
        const made = await visitor.post('/collections', { title: newName('Reihe') });
        const id = made.path.split(/[/?]/)[2] ?? '';
        expect((await visitor.get(`/node/${file.ref.id}`)).text).toContain(`<option value="${id}"`);
        await visitor.post(`/node/${file.ref.id}/collect`, { collection: id });
        expect((await visitor.get(`/node/${file.ref.id}`)).text).not.toContain(`<option value="${id}"`);
        await shareWith(school, file, 'bert');
        expect((await stranger.get(`/node/${file.ref.id}`)).words).toContain('New collection');
      });

      test('shows its text, fields with captions, versions, comments and rating', async () => {
        const properties = {
          'cclom:general_description': 'Für die Vertretung',
          'ccm:educationalcontext': 'http://w3id.org/openeduhub/vocabs/educationalContext/sekundarstufe_1',
        };
        const file = await makeFile(school.anna, 'Erste <Fassung>', { properties });
        await school.anna.uploadContent({ ...at(file), versionComment: 'Besser', body: aFile('Zweite Fassung') });
        const page = await visitor.get(`/node/${file.ref.id}`);
        for (const words of ['Zweite Fassung', 'Für die Vertretung', 'Besser', 'Version 1.2', 'current']) {
          expect(page.words).toContain(words);
        }
        expect(page.text).not.toContain('vocabs/educationalContext/sekundarstufe_1</dd>');
        expect(page.words).toContain('Subject Not stated Licence Not stated');
        const restored = await visitor.post(`/node/${file.ref.id}/restore/1/1`);
        expect(restored.words).toContain('Erste <Fassung>');
        expect((await visitor.post(`/node/${file.ref.id}/comment`, { comment: 'Gut\n<b>!' })).words).toContain(
          'Gut <b>!',
        );
        const rated = await visitor.post(`/node/${file.ref.id}/rate`, { rating: '4' });
        expect(rated.words).toContain('4 of 5 stars in 1 rating');
        expect((await visitor.post(`/node/${file.ref.id}/rate`, { rating: '0' })).words).toContain('No ratings yet');
        expect((await visitor.post(`/node/${file.ref.id}/rate`, { rating: '99' })).status).toBe(400);
        const comment = /comment\/([^/"]+)\/delete/.exec((await visitor.get(`/node/${file.ref.id}`)).text)?.[1] ?? '';
        expect((await visitor.post(`/node/${file.ref.id}/comment/${comment}/delete`)).words).not.toContain('Gut <b>!');
      });

      test('shows contents only from the address of the interface, which lets them run nothing', async () => {
        const file = await makeFile(school.anna, 'ID3', { mimeType: 'audio/mpeg', name: newName('ton') });
        const page = await visitor.get(`/node/${file.ref.id}`);
        const source = /<audio[^>]* src="([^"]+)"/.exec(page.text)?.[1] ?? '';
        const content = await visitor.send('GET', source.replaceAll('&amp;', '&'));
        expect([content.status, content.text]).toEqual([200, 'ID3']);
        expect(content.headers['content-security-policy']).toContain('sandbox');
        const page2 = await makeFile(school.anna, '<script>alert(1)</script>', { mimeType: 'text/html' });
        expect((await visitor.get(`/node/${page2.ref.id}`)).text).not.toContain('<script>alert');
      });

      test('leads to a link only if it is an address of the web', async () => {
        const link = (address: string) =>
          makeNode(school.anna, { type: 'ccm:io', name: newName(), properties: { 'ccm:wwwurl': address } });
        expect((await visitor.get(`/node/${(await link('https://example.org/a')).ref.id}`)).text).toContain(
          'href="https://example.org/a"',
        );
        const bad = await link('javascript:alert(1)');
        expect((await visitor.get(`/node/${bad.ref.id}`)).text).not.toContain('href="javascript');
      });

      test('deleted by a person who may not read its folder leads to the start page', async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'x', { parent: folder });
        await shareWith(school, file, 'bert', 'Coordinator');
        const page = await stranger.post(`/node/${file.ref.id}/delete`);
        expect([page.status, page.path]).toEqual([200, '/?notice=deleted']);
      });

      test('in a collection is that of the original, whoever owns the reference', async () => {
        const file = await makeFile(school.anna, 'Das Original', { name: newName('Original') });
        await shareWith(school, file, 'bert');
        const made = await stranger.post('/collections', { title: newName('Reihe') });
        const id = made.path.split(/[/?]/)[2] ?? '';
        await stranger.post(`/node/${file.ref.id}/collect`, { collection: id });
        const original = `/node/${file.ref.id}`;
        expect((await stranger.get(`/collection/${id}`)).text).toContain(`href="${original}"`);
        const { references } = await school.bert.listReferences({ repository, collection: id });
        const page = await stranger.get(`/node/${references[0]?.ref.id}`);
        expect([page.path, page.words.includes('Das Original')]).toEqual([original, true]);
        expect(page.words).toContain('Owner Anna Lehrerin');
        expect(page.text).toContain(`/collection/${id}`);
      });

      test('without a picture shows the text of the document', async () => {
        const file = await makeFile(school.anna, 'x', { mimeType: 'application/msword', name: newName('Brief') });
        expect((await visitor.get(`/node/${file.ref.id}`)).words).toContain('There is no preview');
        await school.anna.setTextContent({ ...at(file), mimetype: 'text/plain', body: 'Liebe Eltern <b>' });
        const { words } = await visitor.get(`/node/${file.ref.id}`);
        expect([words.includes('Liebe Eltern <b>'), words.includes('There is no preview')]).toEqual([true, false]);
      });

      test('is that of the owner and of those it is shared with', async () => {
        const file = await makeFile(school.anna, 'geheim');
        const refused = await stranger.get(`/node/${file.ref.id}`);
        expect([refused.status, refused.words.includes('geheim')]).toEqual([403, false]);
        expect(refused.words).toContain('You do not have the right');
        for (const form of ['rename', 'delete', 'comment', 'rate', 'restore/1/0', 'collect']) {
          const answer = await stranger.post(`/node/${file.ref.id}/${form}`, {
            name: 'x',
            comment: 'x',
            rating: '3',
            collection: 'x',
          });
          expect([403, 404], form).toContain(answer.status);
        }
        await shareWith(school, file, 'bert');
        const page = await stranger.get(`/node/${file.ref.id}`);
        expect([page.status, page.words.includes('geheim')]).toEqual([200, true]);
        expect(page.text).not.toContain(`/node/${file.ref.id}/delete`);
      });
    });

    describe('collections', () => {
      test('are made, filled, ordered by buttons and emptied', async () => {
        const made = await visitor.post('/collections', { title: newName('Reihe') });
        expect(made.words).toContain('The collection is created.');
        const title = newName('Umbenannt');
        const renamed = await visitor.post(`/node/${made.path.split(/[/?]/)[2]}/rename`, { name: title });
        expect(renamed.text).toContain(`<h1 dir="auto">${title}</h1>`);
        const id = made.path.split(/[/?]/)[2] ?? '';
        const files = [
          await makeFile(school.anna, '1', { name: newName('A') }),
          await makeFile(school.anna, '2', { name: newName('B') }),
        ];
        for (const file of files) {
          expect((await visitor.post(`/node/${file.ref.id}/collect`, { collection: id })).words).toContain(
            'is in the collection',
          );
        }
        const names = async () => {
          const { references } = await school.anna.listReferences({ repository, collection: id });
          return references.map(({ name }) => name);
        };
        const before = await names();
        const { references } = await school.anna.listReferences({ repository, collection: id });
        const item = references[1]?.ref.id ?? '';
        const page = await visitor.post(`/collection/${id}/change`, { item, change: 'up' });
        expect(page.words).toContain('The new order is saved.');
        expect(await names()).toEqual(before.toReversed());
        await visitor.post(`/collection/${id}/change`, { item, change: 'up' });
        expect(await names()).toEqual(before.toReversed());
        expect((await visitor.post(`/collection/${id}/change`, { item, change: 'sideways' })).status).toBe(400);
        await visitor.post(`/collection/${id}/change`, { item, change: 'remove' });
        expect(await names()).toHaveLength(1);
        expect((await visitor.get(`/node/${files[0]?.ref.id}`)).status).toBe(200);
        expect((await stranger.get(`/collection/${id}`)).status).toBe(403);
        expect((await visitor.get('/collections')).text).toContain(`/collection/${id}`);
        expect((await visitor.post('/collections', { title: '' })).status).toBe(400);
      });
    });

    describe('the trash', () => {
      test('gives back what was deleted, also without its folder, or deletes it for good', async () => {
        const folder = await makeFolder(school.anna, { name: newName('Weg') });
        const file = await makeFile(school.anna, 'x', { parent: folder, name: newName('Blatt') });
        await visitor.post(`/node/${file.ref.id}/delete`);
        await visitor.post(`/node/${folder.ref.id}/delete`);
        expect((await visitor.get('/trash')).words).toContain(file.name);
        const restored = await visitor.post(`/trash/${file.ref.id}/restore`, {});
        expect(restored.words).toContain('It is in “My files” now.');
        expect(await namesIn(school.anna, '-userhome-')).toContain(file.name);
        expect((await stranger.post(`/trash/${folder.ref.id}/purge`, {})).status).toBeGreaterThanOrEqual(400);
        await visitor.post(`/trash/${folder.ref.id}/purge`, {});
        expect((await visitor.get('/trash')).words).not.toContain(folder.name);
      });
    });

    describe('the own data', () => {
      test('are requested and downloaded', async () => {
        expect((await visitor.get('/my-data')).words).toContain('You have not requested your data yet.');
        expect((await visitor.post('/my-data')).words).toContain('is being put together');
        expect((await visitor.post('/my-data')).status).toBe(200);
        const administrator = webVisitor(school.raw);
        await administrator.signIn(admin);
        expect((await administrator.get('/admin/jobs')).words).toMatch(/anna .*requested/);
        expect((await administrator.post('/admin/jobs/exports')).words).toMatch(/anna .*finished/);
        const page = await visitor.get('/my-data');
        const address = /href="([^"]*eduservlet\/download[^"]*)"/.exec(page.text)?.[1] ?? '';
        const archive = await visitor.send('GET', address.replaceAll('&amp;', '&'));
        expect([archive.status, archive.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
      });
    });

    describe('the administration', () => {
      test('is for administrators', async () => {
        const administrator = webVisitor(school.raw);
        await administrator.signIn(admin);
        expect((await administrator.get('/admin')).words).toMatch(/Search index (?:ready|is being built)/);
        expect((await administrator.get('/admin/people?name=%C3%B6zde')).words).toMatch(
          /1 person Anna Lehrerin-Özdemir/,
        );
        for (const path of ['/admin', '/admin/people', '/admin/jobs']) {
          expect((await visitor.get(path)).status, path).toBe(403);
        }
        expect((await visitor.post('/admin/jobs/exports')).status).toBe(403);
      });
    });

    describe('an address without a page', () => {
      test.each([
        '/nothing',
        '/node/unknown',
        '/folder/00000000-0000-0000-0000-000000000000',
        '/collection/%3Cscript%3E',
        '/node/__proto__',
        '/node/x/y/z',
        '/edu-sharing/nothing',
      ])('%s is answered with a page for browsers', async (path) => {
        const page = await visitor.get(path);
        expect([page.status, page.headers['content-type']]).toEqual([404, 'text/html; charset=utf-8']);
        expect(page.words).toContain('There is nothing here');
      });

      test('is an error of the interface for programs, and below the interface for everyone', async () => {
        const accepting = ['*/*', 'application/json, text/html;q=0.9', 'text/html;q=0', 'text/html;q=0,'.repeat(1000)];
        const programs = accepting.map((accept) => visitor.send('GET', '/nothing', { headers: { accept } }));
        const below = visitor.send('GET', '/edu-sharing/rest/nothing');
        for (const answer of await Promise.all([...programs, below])) {
          expect([answer.status, answer.headers['content-type']]).toEqual([404, 'application/json; charset=utf-8']);
        }
      });

      test('that is broken is refused', async () => {
        expect((await visitor.send('GET', '/node/%ff')).status).toBe(400);
        expect((await visitor.send('GET', `/search?${'a=1&'.repeat(300)}`)).status).toBe(400);
        expect((await visitor.send('DELETE', '/trash')).status).toBe(404);
      });
    });

    test('pages below the context path lead to pages there', async () => {
      const below = webVisitor(school.raw, '/edu-sharing');
      const page = await below.signIn(anna);
      expect(page.status).toBe(200);
      expect(page.text).toContain('href="/edu-sharing/folder/-userhome-"');
      expect(page.text).not.toMatch(/href="\/(?:folder|trash)/);
    });

    test('a notice of the address is one of the program, or nothing', async () => {
      expect((await visitor.get('/trash?notice=purged')).words).toContain('It is deleted for good.');
      const page = await visitor.get('/trash?notice=%3Cb%3EPay%20here');
      expect(page.text).not.toContain('Pay here');
    });
  },
  { only: ['TCP'], overrides: { 'repository.dataprotection.enabled': 'true' } },
);
