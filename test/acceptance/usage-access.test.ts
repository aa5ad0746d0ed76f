import { expect, test } from 'vitest';
import { asUpload, registrationOf } from '../support/apps.ts';
import { basic, bert } from '../support/people.ts';
import { type RawResponse, rawRequest } from '../support/raw-request.ts';
import { expectRefusal, expectRefused, expectUsageRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, at, bytesOf, makeFile, makeFolder, makeNode, newName, type WireNode } from '../support/trees.ts';
import { newPlace, newPlatform, type Place, type Platform, stated } from '../support/usages.ts';

const repository = '-home-';
const unknown = '00000000-0000-4000-8000-000000000000';

/** A file of Anna's that only she may read, used by a platform. */
async function usedFile(school: School): Promise<{ platform: Platform; file: WireNode; place: Place; usage: string }> {
  const [platform, file, place] = [await newPlatform(school), await makeFile(school.anna, 'secret'), newPlace()];
  const { nodeId } = await platform.uses(file, place);
  return { platform, file, place, usage: nodeId };
}

/** All calls that a usage opens. */
const readings: Readonly<Record<string, (client: School['anna'], node: WireNode | string) => Promise<unknown>>> = {
  metadata: (client, node) => client.getNode(at(node)),
  content: async (client, node) => bytesOf(await client.downloadContent({ nodeId: at(node).node })),
  preview: async (client, node) => bytesOf(await client.getPreview({ nodeId: at(node).node })),
  rendering: (client, node) => client.getRenderingDetails(at(node)),
};

const text = async (client: School['anna'], node: WireNode, version?: string): Promise<string> =>
  (
    await bytesOf(await client.downloadContent({ nodeId: node.ref.id, ...(version === undefined ? {} : { version }) }))
  ).toString();

withTransports((school) => {
  test('a usage lets its app read the node, by its signature alone', async () => {
    const { platform, file, place } = await usedFile(school);
    const app = platform.alone(stated(file.ref.id, place));
    const { node } = await app.getNode(at(file));
    expect(node.properties).toEqual(file.properties);
    expect(node.access).toEqual(['Read', 'ReadPreview', 'ReadAll', 'DownloadContent', 'ReadChildren']);
    expect(node.isPublic).toBe(false);
    expect(await text(app, file)).toBe('secret');
    for (const read of Object.values(readings)) await read(app, file);
  });

  test('the headers may be query parameters', async () => {
    if (school.transport === 'in-process') return;
    const { platform, file, place } = await usedFile(school);
    const query = new URLSearchParams({ nodeId: file.ref.id });
    const parameters = { ...platform.signature(), ...stated(file.ref.id, place) };
    for (const [name, value] of Object.entries(parameters)) query.set(name.replace('x-edu', 'X-Edu'), value);
    const { pathname } = school.raw.baseUrl;
    const path = `^${pathname.replace(/\/rest$/, '')}/eduservlet/download?${query}`;
    expect((await rawRequest(school.raw, { path })).text).toBe('secret');
  });

  test('an app sends the browser of a person to a signed URL, which calls from another host', async () => {
    if (school.transport !== 'TCP') return;
    const [platform, file, place] = [await newPlatform(school), await makeFile(school.anna, 'secret'), newPlace()];
    await platform.uses(file, place);
    const { entries } = platform.app;
    await school.admin.removeApplication({ application: platform.app.id, keepUsages: true });
    const moved = registrationOf({ ...entries, host: '192.0.2.7', domain: 'lms.example' });
    await school.admin.registerApplication({ body: asUpload(moved) });
    const signed = { ...platform.signature(), ...stated(file.ref.id, place) };
    const { node } = await school.anna.getNode(at(file));
    const follow = (url: string, parameters: Readonly<Record<string, string>>) => {
      const target = new URL(url);
      for (const [name, value] of Object.entries(parameters)) target.searchParams.set(name, value);
      return rawRequest(school.raw, { path: `^${target.pathname}${target.search}` });
    };
    expect((await follow(node.contentUrl ?? '', { ...signed, closeOnBack: 'true' })).text).toBe('secret');
    expect((await follow(node.downloadUrl ?? '', signed)).text).toBe('secret');
    expect((await follow(node.preview.url, signed)).status).toBe(200);
    // Everything else still has to come from the host of the app.
    const host = /not registered for calls from/;
    const { href } = school.raw.baseUrl;
    expectRefusal(await follow(`${href}/node/v1/nodes/-home-/${file.ref.id}/metadata`, signed), 403, host);
    expectRefusal(await follow(`${href}/rendering/v1/details/-home-/${file.ref.id}`, signed), 403, host);
    expectRefusal(await follow(node.downloadUrl ?? '', platform.signature()), 403, host);
    await expectRefused(text(platform.alone(stated(file.ref.id, place)), file), 403, host);
    const forged = { ...signed, 'x-edu-app-sig': Buffer.from('forged').toString('base64') };
    expect((await follow(node.downloadUrl ?? '', forged)).status).toBe(401);
    const outdated = { ...platform.signature({ timestamp: Date.now() - 60_000 }), ...stated(file.ref.id, place) };
    expectRefusal(await follow(node.downloadUrl ?? '', outdated), 400, /60 seconds old/);
  });

  /** The URLs in the snippet of a file that a platform requested by a usage. */
  const linksIn = (snippet: string): string[] =>
    [...snippet.matchAll(/(?:src|href|poster)="([^"]*)"/g)].map(([, url = '']) => url.replaceAll('&amp;', '&'));
  const open = (url: string, headers: Readonly<Record<string, string>> = {}) => {
    const { pathname, search } = new URL(url);
    return rawRequest(school.raw, { path: `^${pathname}${search}`, headers });
  };

  const usageException = 'org.edu_sharing.restservices.UsageException';
  const expectUsageException = (response: RawResponse, message = /\S/) => {
    expect(response.status, response.text).toBe(403);
    expect(response.json()).toMatchObject({ error: usageException, message: expect.stringMatching(message) });
  };

  test('what a snippet shows opens in a browser without a sign-in, until the usage or the app is gone', async () => {
    if (school.transport === 'in-process') return;
    const [platform, place] = [await newPlatform(school), newPlace()];
    const file = await makeFile(school.anna, 'moving', { mimeType: 'video/mp4' });
    const { nodeId: usage } = await platform.uses(file, place);
    const app = () => platform.alone(stated(file.ref.id, place));
    const links = linksIn((await app().getRenderingDetails(at(file))).detailsSnippet);
    expect(links).toHaveLength(4);
    for (const link of links) expect((await open(link)).status).toBe(200);
    expect((await open(links[0] ?? '')).text).toBe('moving');
    expect((await open(links[0] ?? '', { range: 'bytes=0-2' })).text).toBe('mov');
    expect((await open(links[0] ?? '', basic(bert))).text).toBe('moving');
    await platform.alone().deleteUsage({ nodeId: file.ref.id, usageId: usage });
    for (const link of links) expectUsageException(await open(link), /This link .* has ended/);
    await platform.uses(file, place);
    const again = linksIn((await app().getRenderingDetails(at(file))).detailsSnippet);
    expect((await open(again[0] ?? '')).status).toBe(200);
    await school.admin.removeApplication({ application: platform.app.id, keepUsages: true });
    for (const link of again) expectUsageException(await open(link), /This link .* has ended/);
  });

  test('a link of a snippet opens nothing else, and cannot be forged', async () => {
    if (school.transport === 'in-process') return;
    const { platform, file, place } = await usedFile(school);
    const other = await makeFile(school.anna, 'other');
    await school.anna.uploadContent({ ...at(file), mimetype: 'text/plain', body: aFile('newer') });
    await school.anna.uploadContent({ ...at(file), mimetype: 'text/plain', body: aFile('newest') });
    const app = platform.alone(stated(file.ref.id, place));
    const [link = ''] = linksIn((await app.getRenderingDetails(at(file))).detailsSnippet);
    expect((await open(link)).text).toBe('newest');
    const { href } = school.raw.baseUrl;
    const usageLink = new URL(link).searchParams.get('usageLink') ?? '';
    const [node = '', usage = '', until = '', signature = ''] = usageLink.split('.');
    const later = String(Number(until) + 3_600_000);
    const refused = [
      link.replace(file.ref.id, other.ref.id),
      `${link}&version=1.2`,
      ...[
        [other.ref.id, usage, until, signature],
        [node, other.ref.id, until, signature],
        [node, usage, later, signature],
        [node, usage, until, signature.slice(1)],
        [node, usage, until, ''],
        [node, usage, until],
        [node, usage, until, signature, signature],
        [''],
      ].map((parts) => link.replace(usageLink, parts.join('.'))),
    ];
    for (const url of refused) expectUsageException(await open(url));
    for (const path of ['metadata', 'children', 'permissions']) {
      const url = `${href}/node/v1/nodes/-home-/${file.ref.id}/${path}?usageLink=${usageLink}`;
      expectRefusal(await open(url), 401);
    }
    // Everyone else gets the usual URLs.
    const { detailsSnippet } = await school.anna.getRenderingDetails(at(file));
    expect(detailsSnippet).not.toContain('usageLink');
    await school.anna.deleteNode(at(file));
    expectRefusal(await open(link), 404);
  });

  test('other nodes, children and other calls stay closed', async () => {
    const { platform, file, place } = await usedFile(school);
    const folder = await makeFolder(school.anna);
    const child = await makeFile(school.anna, 'x', { parent: folder });
    await platform.uses(folder, place);
    const other = await makeFile(school.anna, 'x');
    for (const node of [child, other]) {
      for (const read of Object.values(readings)) {
        await expectUsageRefused(read(platform.alone(stated(file.ref.id, place)), node));
        await expectUsageRefused(read(platform.alone(stated(folder.ref.id, place)), node));
      }
    }
    const inFolder = platform.alone(stated(folder.ref.id, place));
    await inFolder.getNode(at(folder));
    const app = platform.alone(stated(file.ref.id, place));
    const closed = [
      inFolder.listChildren(at(folder)),
      app.searchNodes({ repository, query: '*:*' }),
      app.searchBySet({ repository, metadataset: '-default-', query: 'ngsearch' }),
      app.listVersions(at(file)),
      app.getVersion({ ...at(file), major: 1, minor: 0 }),
      app.getTextContent(at(file)),
      app.getPermissions(at(file)),
      app.listComments(at(file)),
      app.updateMetadata({ ...at(file), body: { 'cclom:title': 'mine' } }),
      app.uploadContent({ ...at(file), mimetype: 'text/plain', body: aFile('mine') }),
      app.deleteNode(at(file)),
      app.getPerson({ repository, person: '-me-' }),
    ];
    for (const call of closed) await expectRefused(call, 401);
    expect((await school.anna.getNode(at(file))).node).toEqual(file);
  });

  test('without a signature, for another app, or for another place there is no usage', async () => {
    const { platform, file, place } = await usedFile(school);
    const other = await newPlatform(school);
    for (const read of Object.values(readings)) {
      await expectRefused(read(school.withHeaders(stated(file.ref.id, place)), file), 401);
      const forged = { ...platform.signature(), 'x-edu-app-sig': 'AAAA' };
      await expectRefused(
        read(school.withHeaders({ ...forged, ...stated(file.ref.id, place) }), file),
        401,
        /signature/,
      );
      await expectRefused(read(platform.alone(), file), 401);
      await expectUsageRefused(read(other.alone(stated(file.ref.id, place)), file));
      for (const wrong of [{ courseId: newName() }, { resourceId: newName() }, { courseId: '' }]) {
        await expectUsageRefused(read(platform.alone(stated(file.ref.id, { ...place, ...wrong })), file));
      }
    }
  });

  test('a person who signs in beside it reads no less and no more', async () => {
    const { platform, file, place } = await usedFile(school);
    const both = school.withHeaders({ ...platform.signature(), ...stated(file.ref.id, place), ...basic(bert) });
    expect(await text(both, file)).toBe('secret');
    await expectRefused(both.listVersions(at(file)), 403);
    const own = await makeFile(school.bert, 'of Bert');
    expect(await text(both, own)).toBe('of Bert');
  });

  test('a usage that is gone is 403, a node that is gone 404', async () => {
    const { platform, file, place, usage } = await usedFile(school);
    const each = async (expectOf: (call: Promise<unknown>) => Promise<unknown>, node = file.ref.id) => {
      for (const read of Object.values(readings)) await expectOf(read(platform.alone(stated(node, place)), node));
    };
    const isMissing = (call: Promise<unknown>) => expectRefused(call, 404);
    await school.anna.deleteNode(at(file));
    await each(isMissing);
    await school.anna.restoreArchived({ repository, archivedNodeIds: [file.ref.id] });
    await each((call) => call);
    await platform.alone().deleteUsage({ nodeId: file.ref.id, usageId: usage });
    await each((call) => expectUsageRefused(call));
    await school.anna.deleteNode({ ...at(file), recycle: false });
    await each(isMissing);
    await each(isMissing, unknown);
    await each(isMissing, 'x');
  });

  test('a usage ends with its app', async () => {
    const { platform, file, place } = await usedFile(school);
    await school.admin.removeApplication({ application: platform.app.id });
    for (const read of Object.values(readings)) {
      await expectRefused(read(platform.alone(stated(file.ref.id, place)), file), 400, /not registered/);
    }
  });

  test('through a reference the original is read, and only there', async () => {
    const [platform, place, file] = [await newPlatform(school), newPlace(), await makeFile(school.anna, 'original')];
    const { collection } = await school.anna.createCollection({
      ...{ repository, collection: '-root-' },
      body: { title: newName('collection') },
    });
    const reference = await school.anna.addReference({ repository, collection: collection.ref.id, node: file.ref.id });
    await platform.uses(reference.node, place);
    const app = platform.alone(stated(reference.node.ref.id, place));
    expect(await text(app, reference.node)).toBe('original');
    const { node } = await app.getNode(at(reference.node));
    expect(node.originalId).toBe(file.ref.id);
    expect(node.accessOriginal).toContain('ReadAll');
    for (const read of Object.values(readings)) await read(app, reference.node);
    await expectUsageRefused(app.getNode(at(collection)));
    await school.anna.deleteNode(at(file));
    await expectRefused(text(app, reference.node), 404);
  });

  test('versions: the current one and the one that was recorded', async () => {
    const [platform, place, file] = [await newPlatform(school), newPlace(), await makeFile(school.anna, 'first')];
    await platform.uses(file, place);
    for (const content of ['second', 'third']) {
      await school.anna.uploadContent({ ...at(file), mimetype: 'text/plain', body: aFile(content) });
    }
    const app = platform.alone(stated(file.ref.id, place));
    expect([await text(app, file), await text(app, file, '1.3'), await text(app, file, '1.1')]).toEqual([
      'third',
      'third',
      'first',
    ]);
    await expectUsageRefused(text(app, file, '1.2'));
    await expectUsageRefused(app.getRenderingDetails({ ...at(file), version: '1.2' }));
    await app.getRenderingDetails({ ...at(file), version: '1.1' });
    const shared = { permissions: [{ authority: { authorityName: 'bert' }, permission: 'Consumer' }] };
    await school.anna.setPermissions({ ...at(file), body: shared });
    const both = school.withHeaders({ ...platform.signature(), ...stated(file.ref.id, place), ...basic(bert) });
    expect(await text(both, file, '1.2')).toBe('second');
  });

  test('a link is read by its usage too', async () => {
    const [platform, place] = [await newPlatform(school), newPlace()];
    const link = await makeNode(school.anna, { type: 'ccm:io', properties: { 'ccm:wwwurl': 'https://wiki.example/' } });
    await platform.uses(link, place);
    const { detailsSnippet } = await platform.alone(stated(link.ref.id, place)).getRenderingDetails(at(link));
    expect(detailsSnippet).toContain('href="https://wiki.example/"');
  });
});
