import { Readable } from 'node:stream';
import type { Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type ClosedBrowser, hasBrowser, openBrowser, requireBrowser } from '../support/browser.ts';
import { findings, picture, sizes } from '../support/looked-at.ts';
import { admin, anna, carla, type TestPerson } from '../support/people.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, makeNode, type WireNode } from '../support/trees.ts';

withTransports(
  (school) => {
    let browser: ClosedBrowser;
    let file: WireNode;
    let folder: WireNode;
    let collection: string;
    const origin = (): string => school.raw.baseUrl.origin;

    beforeAll(async () => {
      if (!hasBrowser) return;
      browser = await openBrowser(origin());
      folder = await makeFolder(school.anna, { name: 'Biologie' });
      const properties = {
        'cclom:title': 'Wie Pflanzen Zucker herstellen',
        'ccm:taxonid': 'http://w3id.org/openeduhub/vocabs/discipline/080',
        'cclom:general_description': 'Ein Arbeitsblatt zur Photosynthese.',
      };
      file = await makeFile(school.anna, 'Die Photosynthese beginnt im Blatt.', {
        parent: folder,
        name: 'Blatt.txt',
        properties,
      });
      await makeFolder(school.anna, { parent: folder, name: '<b>fett</b> \u202Eedrew' });
      await makeNode(school.anna, { type: 'ccm:io', parent: folder, name: 'Leer.odt' });
      await school.anna.addComment({ ...at(file), body: 'Gut erprobt.' });
      const made = await school.anna.createCollection({
        ...{ repository: '-home-', collection: '-root-' },
        body: { title: 'Herbst', collection: { title: 'Herbst', scope: 'MY' } },
      });
      collection = made.collection.ref.id;
      await school.anna.addReference({ repository: '-home-', collection, node: file.ref.id });
      const deleted = await makeFolder(school.anna, { name: 'Alt' });
      await school.anna.deleteNode(at(deleted));
    });
    afterAll(() => browser?.close());
    beforeEach((context) => requireBrowser(context));

    async function signedIn(person: TestPerson, size = sizes[0]): Promise<Page> {
      const page = await browser.newPage(size);
      await page.context().clearCookies();
      await page.goto(`${origin()}/sign-in`);
      await page.fill('#userName', person.userName);
      await page.fill('#password', person.password);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${origin()}/`);
      return page;
    }

    describe.each(sizes)('in a window of $width pixels', (size) => {
      test.each(['light', 'dark'] as const)('axe finds nothing on the pages, %s', async (colorScheme) => {
        const page = await signedIn(anna, size);
        await page.emulateMedia({ colorScheme });
        const paths = {
          start: '/',
          files: '/folder/-userhome-',
          folder: `/folder/${folder.ref.id}`,
          tiles: `/folder/${folder.ref.id}?view=tiles`,
          search: '/search?q=photosynthese+zucker+unbekannt',
          nothing: '/search?q=xyzxyzxyz',
          node: `/node/${file.ref.id}`,
          edit: `/node/${file.ref.id}/edit`,
          share: `/share/${file.ref.id}`,
          collections: '/collections',
          collection: `/collection/${collection}`,
          trash: '/trash?notice=deleted',
          'my-data': '/my-data',
          shared: '/shared',
          missing: '/nothing',
        };
        for (const [name, path] of Object.entries(paths)) {
          await page.goto(`${origin()}${path}`);
          await picture(page, `${name}-${size.width}-${colorScheme}`);
          expect(await findings(page), name).toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth'), name).toBeLessThanOrEqual(size.width);
        }
        // An open menu is a state of its own.
        await page.goto(`${origin()}/folder/${folder.ref.id}`);
        for (const menu of await page.locator('details.menu').all()) {
          await menu.locator('summary').click();
          expect(await findings(page), 'menu').toEqual([]);
          expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(size.width);
          await page.keyboard.press('Escape');
          expect(await menu.getAttribute('open')).toBeNull();
        }
        await page.close();
      });

      test('a person finds, looks at and takes material', async () => {
        const page = await signedIn(anna, size);
        await page.fill('#q', 'photosyntese');
        await page.keyboard.press('Enter');
        await page.getByRole('link', { name: 'Wie Pflanzen Zucker herstellen' }).click();
        expect(await page.locator('.text').innerText()).toContain('beginnt im Blatt');
        const [download] = await Promise.all([
          page.waitForEvent('download'),
          page.getByRole('link', { name: /^(?:Download|Herunterladen) \(/ }).click(),
        ]);
        expect(download.suggestedFilename()).toBe('Blatt.txt');
        await page.goBack();
        expect(await page.locator('#q').inputValue()).toBe('photosyntese');
        await page.close();
      });
    });

    test('axe finds nothing on the sign-in and on the pages for administrators', async () => {
      const page = await browser.newPage();
      await page.context().clearCookies();
      await page.goto(`${origin()}/sign-in?to=%2Ftrash`);
      expect(await findings(page)).toEqual([]);
      await page.close();
      const own = await signedIn(admin);
      for (const path of ['/admin', '/admin/people', '/admin/jobs']) {
        await own.goto(`${origin()}${path}`);
        expect(await findings(own), path).toEqual([]);
      }
      await own.close();
    });

    test('the results follow the typing, and the address with them', async () => {
      const page = await signedIn(anna);
      await page.goto(`${origin()}/search?q=xyzxyzxyz`);
      await page.locator('#q').fill('');
      await page.locator('#q').pressSequentially('pflanzen', { delay: 20 });
      await page.locator('#results .hit').first().waitFor();
      expect(await page.locator('#results .hit .title').first().innerText()).toBe('Wie Pflanzen Zucker herstellen');
      await page.waitForURL(/[?&]q=pflanzen/);
      await page.reload();
      expect(await page.locator('#q').inputValue()).toBe('pflanzen');
      await page.locator('.choice', { hasText: /^Biolog/ }).click();
      await page.waitForURL(/taxonid/);
      expect(await page.locator('.hit').count()).toBe(1);
      await page.close();
    });

    describe.each(sizes)('suggestions in a window of $width pixels', (size) => {
      const states = (page: Page) =>
        page.evaluate(`(() => {
          const field = document.querySelector('[data-suggests]');
          const active = document.getElementById(field.getAttribute('aria-activedescendant'));
          return [field.getAttribute('aria-expanded'), active?.textContent ?? null, document.activeElement === field];
        })()`);

      test('are chosen by keys: down, up, Escape and Enter', async () => {
        const page = await signedIn(anna, size);
        const field = page.getByRole('combobox', { name: /^(?:Search material|Material suchen)$/ });
        await field.pressSequentially('pflanz', { delay: 30 });
        const option = page.getByRole('option', { name: /^Wie Pflanzen Zucker herstellen Material · .*Biologie$/ });
        await option.waitFor();
        await picture(page, `suggestions-${size.width}`);
        expect(await findings(page)).toEqual([]);
        expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(size.width);
        expect(await states(page)).toEqual(['true', null, true]);
        await page.keyboard.press('ArrowDown');
        expect(await states(page)).toEqual(['true', expect.stringContaining('Wie Pflanzen'), true]);
        expect(await option.getAttribute('aria-selected')).toBe('true');
        expect(await findings(page)).toEqual([]);
        await page.keyboard.press('ArrowUp');
        expect(await states(page)).toEqual(['true', null, true]);
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Escape');
        expect(await states(page)).toEqual(['false', null, true]);
        expect(await option.isVisible()).toBe(false);
        expect(await field.inputValue()).toBe('pflanz');
        await page.keyboard.press('ArrowDown');
        await page.keyboard.press('Enter');
        await page.waitForURL(`${origin()}/node/${file.ref.id}`);
        await page.close();
      });
    });

    test('a suggested folder opens, a suggested value filters, and Enter alone searches the words', async () => {
      const page = await signedIn(anna);
      await page.locator('#q').pressSequentially('biolog');
      await page.getByRole('option', { name: /^Biologie (?:Folder|Ordner)/ }).click();
      await page.waitForURL(`${origin()}/folder/${folder.ref.id}`);
      await page.locator('#q').pressSequentially('biolog');
      await page.getByRole('option', { name: /^(?:Biologie|Biology) (?:Fach|Subject|School)/ }).click();
      await page.waitForURL(/\/search\?ccm%3Ataxonid=.*ccm%3Ataxonid=/);
      expect(await page.locator('.hit .title').allInnerTexts()).toEqual(['Wie Pflanzen Zucker herstellen']);
      await page.goto(`${origin()}/`);
      await page.locator('#q').pressSequentially('pflanzen');
      await page.getByRole('option').first().waitFor();
      await page.keyboard.press('Enter');
      await page.waitForURL(/\/search\?q=pflanzen$/);
      await page.close();
    });

    test('suggestions go away when the field is left or emptied, and when nothing is found', async () => {
      const page = await signedIn(anna);
      const options = page.getByRole('option');
      await page.locator('#q').pressSequentially('pflanzen');
      await options.first().waitFor();
      await page.keyboard.press('Tab');
      expect(await options.count()).toBe(0);
      await page.locator('#q').pressSequentially('x');
      await page.locator('#q').fill('pflanz');
      await options.first().waitFor();
      for (const text of ['', 'xyzxyzxyz']) {
        await page.locator('#q').fill('pflanz');
        await options.first().waitFor();
        await page.locator('#q').fill(text);
        await options.first().waitFor({ state: 'hidden' });
        expect(await page.locator('#q').getAttribute('aria-expanded')).toBe('false');
      }
      await page.close();
    });

    test('everything can be done by keys: skip to the content, search, menus, and the focus is seen', async () => {
      const page = await signedIn(anna);
      await page.goto(`${origin()}/folder/${folder.ref.id}`);
      await page.keyboard.press('Tab');
      expect(await page.evaluate('document.activeElement.className')).toBe('skip');
      await page.keyboard.press('Enter');
      expect(await page.evaluate('document.activeElement.id')).toBe('content');
      await page.keyboard.press('/');
      expect(await page.evaluate('document.activeElement.id')).toBe('q');
      const outline = await page.evaluate('getComputedStyle(document.activeElement).outlineStyle');
      expect(outline).toBe('solid');
      const menu = page.locator('main details.menu', { has: page.locator('form[action$="/new"]') });
      await menu.locator('summary').focus();
      await page.keyboard.press('Enter');
      await menu.locator('#name:focus').waitFor();
      await page.keyboard.type('Neu mit Tasten');
      await page.keyboard.press('Enter');
      await page.locator('.notice').waitFor();
      expect(await page.locator('h1').innerText()).toBe('Neu mit Tasten');
      await page.close();
    });

    test('a deletion is asked for first, and comes back from the trash', async () => {
      const extra = await makeFolder(school.anna, { name: 'Frage' });
      const page = await signedIn(anna);
      await page.goto(`${origin()}/folder/${extra.ref.id}`);
      const press = async (answer: 'accept' | 'dismiss') => {
        page.once('dialog', (dialog) => void dialog[answer]());
        await page.locator('.heading details.menu').last().locator('summary').click();
        await page.locator('button.warn').click();
      };
      await press('dismiss');
      expect(page.url()).toContain(extra.ref.id);
      await page.reload();
      await press('accept');
      await page.locator('.notice').waitFor();
      await page.goto(`${origin()}/trash`);
      await page.locator('.entry', { hasText: 'Frage' }).getByRole('button').first().click();
      await page.locator('.notice').waitFor();
      expect((await school.anna.getNode(at(extra))).node.name).toBe('Frage');
      await page.close();
    });

    test('a restore of a version is asked for first, with what it changes', async () => {
      const versioned = await makeFile(school.anna, 'eins', { name: 'Versionen.txt' });
      const upload = (text: string) =>
        school.anna.uploadContent({
          ...at(versioned),
          mimetype: 'text/plain',
          body: { name: 'x.txt', mimeType: 'text/plain', bytes: Readable.from([Buffer.from(text)]) },
        });
      await upload('zwei');
      await upload('drei');
      const { versions } = await school.anna.describeVersions(at(versioned));
      const labels = versions.map(({ version }) => `${version.major}.${version.minor}`);
      const page = await signedIn(anna);
      await page.goto(`${origin()}/node/${versioned.ref.id}`);
      const press = async (label: string | undefined, answer: 'accept' | 'dismiss'): Promise<string> => {
        const asked = page.waitForEvent('dialog').then(async (dialog) => {
          await dialog[answer]();
          return dialog.message();
        });
        await page
          .getByRole('button', { name: new RegExp(`${label} wiederherstellen|Restore version ${label}`) })
          .click();
        return asked;
      };
      expect(await press(labels.at(-2), 'dismiss')).toMatch(/details stay as they are|Angaben bleiben, wie sie sind/);
      expect((await school.anna.getTextContent(at(versioned))).text).toBe('drei');
      await press(labels.at(-2), 'accept');
      await page.locator('.notice').waitFor();
      expect((await school.anna.getTextContent(at(versioned))).text).toBe('zwei');
      await page.close();
    });

    test.each([1280, 1200, 1000, 800, 360])(
      'menus open inside the content, in a window of %i pixels',
      async (width) => {
        const page = await signedIn(anna, { width, height: 860 });
        const title = `Für ${width}`;
        const body = { title, collection: { title, scope: 'MY' as const } };
        await school.anna.createCollection({ repository: '-home-', collection: '-root-', body });
        // Its words are longer.
        await page.context().addCookies([{ name: 'edu-repo-language', value: 'de', url: origin() }]);
        await page.goto(`${origin()}/node/${file.ref.id}`);
        const menus = await page.locator('main .heading details.menu').all();
        expect(menus).toHaveLength(2);
        for (const [index, menu] of menus.entries()) {
          await menu.locator('summary').click();
          await picture(page, `menu-${index}-${width}`);
          await expect
            .poll(() =>
              page.evaluate(`(() => {
              const main = document.querySelector('main').getBoundingClientRect();
              const panel = document.querySelector('details.menu[open] .panel').getBoundingClientRect();
              return panel.left >= main.left && panel.right <= main.right;
            })()`),
            )
            .toBe(true);
          await page.keyboard.press('Escape');
        }
        await page.close();
      },
    );

    test('files are put into a folder, those that exist are asked about, and details are edited', async () => {
      const target = await makeFolder(school.anna, { name: 'Hochgeladen' });
      await makeFile(school.anna, 'alt', { parent: target, name: 'da.txt' });
      const page = await signedIn(anna);
      await page.goto(`${origin()}/folder/${target.ref.id}?notice=uploaded`);
      await page
        .locator('details.menu', { has: page.locator('form.upload') })
        .locator('summary')
        .click();
      await page.setInputFiles('#file', [
        { name: 'neu.txt', mimeType: 'text/plain', buffer: Buffer.from('neuer Text') },
        { name: 'da.txt', mimeType: 'text/plain', buffer: Buffer.from('zweiter Text') },
      ]);
      await page.locator('form.upload button.main').click();
      await page.locator('.uploads li.stored').waitFor();
      await page.locator('.uploads li.exists').waitFor();
      // That of an earlier upload would say that all is stored.
      expect(await page.locator('.notice').count()).toBe(0);
      expect(await findings(page)).toEqual([]);
      await page.locator('.uploads li.exists button').first().click();
      await page.locator('.notice').waitFor();
      const names = (await school.anna.listChildren(at(target))).nodes.map(({ name }) => name);
      expect(names.sort()).toEqual(['da.txt', 'neu.txt']);
      const { node: uploaded } = await school.anna.resolvePath({ ...at(target), path: 'neu.txt' });
      expect((await school.anna.describeVersions(at(uploaded))).versions).toHaveLength(1);
      await page.getByRole('link', { name: 'neu.txt' }).first().click();
      expect(await page.locator('.text').innerText()).toContain('neuer Text');
      await page.goto(`${page.url().split('?')[0]}/edit`);
      await page.locator('[name="cclom:title"]').fill('Ein neuer Titel');
      await page.locator('form.edit button.main').click();
      await page.locator('.notice').waitFor();
      expect(await page.locator('h1').innerText()).toBe('Ein neuer Titel');
      await page.close();
    });

    test('a refused field of the details has the focus, and the top of the page leads to it', async () => {
      const page = await signedIn(anna);
      await page.goto(`${origin()}/node/${file.ref.id}/edit`);
      const field = 'ccm:educationaltypicalagerange_from';
      await page.locator(`[id="${field}"]`).fill('zwölf');
      await page.locator('form.edit button.main').click();
      await page.locator('[role="alert"]').waitFor();
      expect(await page.evaluate('document.activeElement.id')).toBe(field);
      await picture(page, 'edit-refused');
      expect(await findings(page)).toEqual([]);
      await page.locator('[role="alert"] a').click();
      expect(page.url()).toMatch(/#ccm:educationaltypicalagerange_from$/);
      await page.locator(`[id="${field}"]`).fill('12');
      await page.locator('form.edit button.main').click();
      await page.locator('.notice').waitFor();
      await page.close();
    });

    test('a node is shared with a person by name, and no longer', async () => {
      const shared = await makeFile(school.anna, 'x', { name: 'geteilt.txt' });
      const page = await signedIn(anna);
      await page.goto(`${origin()}/share/${shared.ref.id}`);
      await page.locator('#name').fill(carla.userName);
      await page.locator('form.share button.main').click();
      await page.locator('.granted li', { hasText: carla.userName }).waitFor();
      expect((await school.carla.getNode(at(shared))).node.name).toBe('geteilt.txt');
      await page.locator('.granted li', { hasText: carla.userName }).getByRole('button').click();
      await page.locator('.notice').waitFor();
      await expect(school.carla.getNode(at(shared))).rejects.toMatchObject({ status: 403 });
      await page.close();
    });

    test.each(sizes)('a group is found by typing, and shared with, in a window of $width pixels', async (size) => {
      const name = `kollegium-${size.width}`;
      await school.admin.createGroup({ repository: '-home-', group: name, body: { displayName: 'Das Kollegium' } });
      const page = await signedIn(admin, size);
      await page.goto(`${origin()}/share/${file.ref.id}`);
      await page.locator('#name').pressSequentially(`kollegium ${size.width}`);
      await page.getByRole('option', { name: `Das Kollegium Group · ${name}` }).waitFor();
      await picture(page, `suggested-group-${size.width}`);
      expect(await findings(page)).toEqual([]);
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      expect(await page.locator('#name').inputValue()).toBe(name);
      expect(await page.locator('#name').getAttribute('aria-expanded')).toBe('false');
      await page.locator('form.share button.main').click();
      await page.locator('.granted li', { hasText: name }).waitFor();
      await page.close();
    });

    test('a session that ended meanwhile leads to the sign-in and back', async () => {
      const page = await signedIn(carla);
      await page.context().clearCookies();
      await page.goto(`${origin()}/collections`);
      await page.fill('#userName', carla.userName);
      await page.fill('#password', carla.password);
      await page.keyboard.press('Enter');
      await page.waitForURL(`${origin()}/collections`);
      await page.close();
    });

    test('pages work without scripts', async () => {
      const page = await signedIn(anna);
      await page.route(/\.js$/, (route) => route.abort());
      await page.goto(`${origin()}/search?q=photosynthese`);
      await page.locator('.hit .title').first().click();
      expect(await page.locator('h1').innerText()).toBe('Wie Pflanzen Zucker herstellen');
      await page.close();
    });

    test('the pages asked no other server for anything, and their policy refused nothing', () => {
      expect(browser.triedElsewhere).toEqual([]);
      // htmx reports a search that the next letter replaced.
      const expected = /status of (?:400|403|404|409)|net::ERR_FAILED|^htmx:(?:sendAbort|afterRequest),/;
      expect(browser.complaints.filter((complaint) => !expected.test(complaint))).toEqual([]);
    });
  },
  { only: ['TCP'] },
);
