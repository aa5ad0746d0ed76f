import { expect } from 'vitest';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { aFile, at, makeFile, makeFolder, makeNode, type WireNode } from '../support/trees.ts';

const unknown = '00000000-0000-4000-8000-000000000000';

/** Whether all tags and attributes are among those that a snippet may have. */
function expectSafe(snippet: string): void {
  const tags = [...snippet.matchAll(/<\/?([a-z]+)((?: [a-z]+(?:="[^"<>]*")?)*)>/g)];
  expect(snippet.replaceAll(/<\/?[a-z]+(?: [a-z]+(?:="[^"<>]*")?)*>/g, '')).not.toMatch(/[<>]/);
  for (const [, tag, attributes = ''] of tags) {
    expect(['figure', 'figcaption', 'strong', 'p', 'pre', 'img', 'a', 'audio', 'video']).toContain(tag);
    for (const [, name] of attributes.matchAll(/ ([a-z]+)/g)) expect(name).not.toMatch(/^(?:on|style)/);
    for (const [, address] of attributes.matchAll(/(?:src|href|poster)="([^"]*)"/g))
      expect(address).toMatch(/^https?:/);
  }
}

withTransports((school) => {
  const snippetOf = async (node: WireNode, more = {}): Promise<string> => {
    const { detailsSnippet } = await school.anna.getRenderingDetails({ ...at(node), ...more });
    expectSafe(detailsSnippet);
    return detailsSnippet;
  };
  const properties = { 'cclom:title': 'A title', 'cclom:general_description': 'A description' };
  const file = (mimeType: string, bytes: string | Buffer = 'x') =>
    makeFile(school.anna, bytes, { mimeType, properties });

  describeOperation('getRenderingDetails', school, {
    effect: {
      'each kind of content has its own element': async () => {
        const gif = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
        const image = await file('image/gif', gif);
        expect(await snippetOf(image)).toContain(`<img src="${image.downloadUrl}" alt="A title">`);
        const audio = await file('audio/mpeg');
        expect(await snippetOf(audio)).toContain(`<audio controls preload="metadata" src="${audio.downloadUrl}"`);
        const video = await file('video/mp4');
        expect(await snippetOf(video)).toContain(
          `<video controls preload="metadata" src="${video.downloadUrl}" poster="`,
        );
        const pdf = await file('application/pdf', '%PDF-1.4\n%%EOF\n');
        expect(await snippetOf(pdf)).toContain(
          `<a href="${pdf.downloadUrl}" target="_blank" rel="noopener noreferrer"><img src="`,
        );
        expect(await snippetOf(await file('text/plain', 'All the text'))).toContain(
          '<pre dir="auto">All the text</pre>',
        );
        const other = await file('application/zip', 'PK');
        expect(await snippetOf(other)).toContain('edu-repo-zip');
        expect(await snippetOf(await makeFolder(school.anna, { properties }))).toContain('edu-repo-folder');
      },
      'a link leads to its page, if it is one': async () => {
        const link = (address: string) =>
          makeNode(school.anna, { type: 'ccm:io', properties: { ...properties, 'ccm:wwwurl': address } });
        const page = await snippetOf(await link('https://wiki.example/a?b=1&c="2"'));
        expect(page).toContain('href="https://wiki.example/a?b=1&amp;c=%222%22"');
        expect(await snippetOf(await link('javascript:alert(1)'))).not.toContain('href');
      },
      'all texts are escaped, and a long text is cut': async () => {
        const hostile = '"><script>alert(1)</script><img src=x onerror=alert(1)>\'&';
        const node = await makeFile(school.anna, hostile, {
          properties: { 'cclom:title': hostile, 'cclom:general_description': hostile },
        });
        const snippet = await snippetOf(node);
        expect(snippet.match(/&lt;script&gt;/g)).toHaveLength(3);
        expect((await snippetOf(await makeFile(school.anna, 'y'.repeat(50_000)))).length).toBeLessThan(21_500);
      },
      'the answer has the node and its type, and shows the requested version': async () => {
        const node = await file('text/plain', 'words');
        const details = await school.anna.getRenderingDetails(at(node));
        expect(details).toMatchObject({ mimeType: 'text/plain', node: { ref: node.ref, name: node.name } });
        expect(details.node).toEqual((await school.anna.getNode(at(node))).node);
        expect(await snippetOf(node, { version: '1.1' })).toContain('version=1.1');
        for (const version of ['', '0', '-1', 'null'])
          expect(await snippetOf(node, { version })).toBe(details.detailsSnippet);
        const folder = await makeFolder(school.anna);
        expect((await school.anna.getRenderingDetails(at(folder))).mimeType).toBe('');
      },
      'the node of a requested version is that version, and its URLs lead there': async () => {
        const node = await makeFile(school.anna, 'first', { properties: { 'cclom:title': 'First' } });
        await school.anna.uploadContent({ ...at(node), mimetype: 'text/html', body: aFile('<p>second') });
        const changed = { 'cclom:title': ['Second'] };
        await school.anna.createMetadataVersion({ ...at(node), versionComment: 'x', body: changed });
        const current = (await school.anna.getNode(at(node))).node;
        const old = (await school.anna.getRenderingDetails({ ...at(node), version: '1.1' })).node;
        const url = `${current.downloadUrl}&version=1.1`;
        expect(old).toMatchObject({
          ...{ ref: node.ref, title: 'First', mimetype: 'text/plain', size: '5', contentVersion: '1.1' },
          ...{ contentUrl: url, downloadUrl: url, content: { url, version: '1.1', hash: node.content.hash } },
        });
        const { node: latest } = await school.anna.getRenderingDetails({ ...at(node), version: '1.3' });
        expect(latest).toMatchObject({ title: 'Second', downloadUrl: `${current.downloadUrl}&version=1.3` });
        expect((await school.anna.getNode(at(node))).node).toEqual(current);
      },
      'a version without content is shown without it': async () => {
        const node = await makeNode(school.anna, { type: 'ccm:io', properties });
        await school.anna.uploadContent({
          ...at(node),
          versionComment: 'new',
          mimetype: 'text/plain',
          body: aFile('x'),
        });
        const { detailsSnippet, node: empty } = await school.anna.getRenderingDetails({ ...at(node), version: '1.0' });
        expect(detailsSnippet).toContain('A title');
        expect(empty).toMatchObject({ mimetype: null, downloadUrl: null, contentVersion: '1.0' });
      },
      'embedded, the content stands alone': async () => {
        const node = await file('audio/mpeg');
        expect(await snippetOf(node, { displayMode: 'embed' })).not.toContain('figcaption');
        for (const displayMode of ['inline', 'dynamic', 'prerender', 'other']) {
          expect(await snippetOf(node, { displayMode })).toMatch(
            /<strong dir="auto">.*A title.*<p dir="auto">A description/,
          );
        }
      },
      'a POST is answered alike, whatever its body is': overHttp(async () => {
        const node = await file('text/plain', 'words');
        const path = `/rendering/v1/details/-home-/${node.ref.id}?displayMode=inline`;
        const type = { ...basic(anna), 'content-type': 'application/json' };
        const got = await rawRequest(school.raw, { path, headers: basic(anna) });
        for (const body of ['null', '', '{"a":1}', 'no json']) {
          const response = await rawRequest(school.raw, { method: 'POST', path, headers: type, body });
          expect([response.status, response.json()]).toEqual([200, got.json()]);
        }
      }),
    },
    refusal: {
      'a node that the caller may not read': async () => {
        const node = await file('text/plain');
        await expectRefused(school.bert.getRenderingDetails(at(node)), 403);
        await expectRefused(school.nobody.getRenderingDetails(at(node)), 401);
      },
      'content that the caller may not read is not shown': async () => {
        const node = await file('text/plain', 'the secret words');
        const body = { permissions: [{ authority: { authorityName: 'bert' }, permission: 'ConsumerMetadata' }] };
        await school.anna.setPermissions({ ...at(node), body });
        const { detailsSnippet } = await school.bert.getRenderingDetails(at(node));
        expect(detailsSnippet).toContain('A title');
        expect(detailsSnippet).not.toMatch(/secret|download/);
      },
    },
    badInput: {
      'a node or a version that does not exist': async () => {
        const node = await file('text/plain');
        for (const id of [unknown, 'x']) await expectRefused(school.anna.getRenderingDetails(at(id)), 404);
        await expectRefused(school.anna.getRenderingDetails({ ...at(node), version: '9.9' }), 404, /Version/);
        await expectRefused(school.anna.getRenderingDetails({ ...at(node), version: 'new' }), 400, /version/);
        await expectRefused(school.anna.getRenderingDetails({ ...at(node), displayMode: 'x'.repeat(101) }), 400);
      },
    },
  });
});
