import { expect } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import type { UploadedFile } from '../../src/contract/file-body.ts';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { anna, basic } from '../support/people.ts';
import { middleOf, pictureIn, plainImage } from '../support/pictures.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import {
  aFile,
  at,
  bytesOf,
  download,
  makeFile,
  makeFolder,
  makeNode,
  newName,
  versionsOf,
  type WireNode,
} from '../support/trees.ts';

const unknownNode = '00000000-0000-4000-8000-000000000000';
const drawing =
  '<svg xmlns="http://www.w3.org/2000/svg" width="90" height="60"><rect width="90" height="60" fill="#0a0"/></svg>';

withTransports((school) => {
  describeGetPreview(school);
  describeUploadPreview(school);
  describeDeletePreview(school);
});

const makeImage = async (client: Client, extent = { width: 800, height: 600 }, colour?: string): Promise<WireNode> =>
  makeFile(client, await plainImage('png', extent, colour), { mimeType: 'image/png' });

const anImage = (bytes: Buffer | string): UploadedFile => aFile(bytes, { name: 'a.png', mimeType: 'image/png' });

const cardOf = async (client: Client, nodeId: string, size = {}): Promise<string> => {
  const file = await client.getPreview({ nodeId, ...size });
  expect(file.mimeType).toBe('image/svg+xml');
  return (await bytesOf(file)).toString();
};

const previewOf = async (client: Client, node: WireNode) => (await client.getNode(at(node))).node.preview;

function describeGetPreview(school: School): void {
  describeOperation('getPreview', school, {
    effect: {
      'an image is shown small, and the node tells how large and by another address': async () => {
        const node = await makeImage(school.anna);
        const { format, width, height, bytes } = await pictureIn(await school.anna.getPreview({ nodeId: node.ref.id }));
        expect({ format, width, height }).toEqual({ format: 'jpeg', width: 400, height: 300 });
        const [red = 0, green = 0] = await middleOf(bytes);
        expect(red).toBeGreaterThan(150);
        expect(green).toBeLessThan(80);
        const after = await previewOf(school.anna, node);
        expect(after).toMatchObject({ width: 400, height: 300, isIcon: false, isGenerated: true });
        expect(after.url).toContain('?');
        expect(after.url).not.toBe(node.preview.isIcon ? node.preview.url : '');
      },
      'every format of images that schools have is shown': async () => {
        for (const format of ['jpeg', 'png', 'webp', 'gif', 'tiff', 'avif'] as const) {
          const node = await makeFile(school.anna, await plainImage(format, { width: 60, height: 40 }));
          const picture = await pictureIn(await school.anna.getPreview({ nodeId: node.ref.id }));
          expect({ format, width: picture.width, height: picture.height }).toEqual({ format, width: 60, height: 40 });
        }
      },
      'a drawing is shown as large as a picture gets, with what is clear in it': async () => {
        const svg = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><circle cx="4" cy="4" r="3"/></svg>';
        const node = await makeFile(school.anna, svg, { mimeType: 'image/svg+xml' });
        const picture = await pictureIn(await school.anna.getPreview({ nodeId: node.ref.id }));
        expect(picture).toMatchObject({ format: 'png', width: 400, height: 400 });
      },
      'sizes are answered as clients ask for them, and nothing is enlarged': async () => {
        const { ref } = await makeImage(school.anna, { width: 1000, height: 500 });
        const sizes = [
          [{ maxWidth: 100 }, 100, 50],
          [{ maxWidth: 100, maxHeight: 20 }, 40, 20],
          [{ width: 200, height: 200 }, 200, 100],
          [{ maxWidth: 300, maxHeight: 300, crop: true }, 300, 300],
          [{ width: 300, height: 100, crop: true }, 300, 100],
          [{ maxWidth: 200, crop: true }, 200, 100],
          [{ crop: true }, 400, 200],
          [{ maxWidth: 5000 }, 1000, 500],
          [{ maxWidth: 2000, maxHeight: 2000, crop: true }, 500, 500],
          [{ maxWidth: 1 }, 1, 1],
        ] as const;
        for (const [wanted, width, height] of sizes) {
          const picture = await pictureIn(await school.anna.getPreview({ nodeId: ref.id, ...wanted }));
          expect({ wanted, width: picture.width, height: picture.height }).toEqual({ wanted, width, height });
        }
      },
      'new content shows its own picture, and content without one shows a card': async () => {
        const node = await makeImage(school.anna);
        await school.anna.getPreview({ nodeId: node.ref.id });
        const green = await plainImage('jpeg', { width: 300, height: 300 }, '#10c010');
        await school.anna.uploadContent({ ...at(node), body: anImage(green) });
        const picture = await pictureIn(await school.anna.getPreview({ nodeId: node.ref.id }));
        expect((await middleOf(picture.bytes))[1]).toBeGreaterThan(150);
        expect(await previewOf(school.anna, node)).toMatchObject({ width: 300, height: 300, isIcon: false });
        await school.anna.uploadContent({ ...at(node), body: aFile('only words') });
        expect(await cardOf(school.anna, node.ref.id)).toContain('<svg');
        expect(await previewOf(school.anna, node)).toMatchObject({ width: 400, height: 300, isIcon: true });
      },
      'a card has the kind and the title, whatever is in it, and the size that was told': async () => {
        const name = newName('x.pdf');
        const title = '<b>Brüche & "Anteile"</b> \u202eevil\u0007';
        const pdf = await makeFile(school.anna, 'no PDF', {
          name,
          mimeType: 'application/pdf',
          properties: { 'cclom:title': title },
        });
        const card = await cardOf(school.anna, pdf.ref.id);
        expect(card).toMatch(/^<svg [^>]*width="400" height="300"/);
        expect(card).toContain('PDF');
        expect(card).toContain('&lt;b&gt;Brüche &amp;');
        expect(card).not.toMatch(/<b>|\u202e|\p{Cc}(?!$)/u);
        expect(pdf.preview).toMatchObject({ width: 400, height: 300, isIcon: true, isGenerated: true });
        const folder = await makeFolder(school.anna, {
          name: 'Ein sehr langer Name, der auf keiner Karte in eine Zeile passt',
        });
        const ofFolder = await cardOf(school.anna, folder.ref.id, { maxWidth: 100, maxHeight: 100, crop: true });
        expect(ofFolder).toMatch(/^<svg [^>]*width="100" height="100"/);
        expect(ofFolder).toContain('Ein sehr langer Name,');
      },
      'parameters of older clients do no harm': overHttp(async () => {
        const { ref } = await makeImage(school.anna);
        const query = `nodeId=${ref.id}&storeProtocol=workspace&storeId=SpacesStore&repoId=local&crop=true&maxWidth=80&maxHeight=80&dontcache=17&quality=50&type=ccm:io`;
        const path = '^/edu-sharing/preview?';
        const response = await rawRequest(school.raw, { path: path + query, headers: basic(anna) });
        expect(response).toMatchObject({ status: 200, headers: { 'content-type': 'image/jpeg' } });
      }),
      'whoever has the picture already is not sent it again': overHttp(async () => {
        const { ref } = await makeImage(school.anna);
        const path = `^/edu-sharing/preview?nodeId=${ref.id}`;
        const first = await rawRequest(school.raw, { path, headers: basic(anna) });
        const known = { ...basic(anna), 'if-none-match': first.headers.etag };
        const second = await rawRequest(school.raw, { path, headers: known });
        expect([second.status, second.bytes.length]).toEqual([304, 0]);
        await school.anna.uploadContent({ ...at(ref.id), body: anImage(drawing) });
        expect((await rawRequest(school.raw, { path, headers: known })).status).toBe(200);
      }),
    },
    refusal: {
      'a stranger gets no picture and no card': async () => {
        for (const node of [await makeImage(school.anna), await makeFile(school.anna, 'x')]) {
          await expectRefused(school.bert.getPreview({ nodeId: node.ref.id }), 403, /ReadPreview/);
          await expectRefused(school.nobody.getPreview({ nodeId: node.ref.id }), 401, /Sign in/);
        }
      },
      'who may see the picture alone is not told the title': async () => {
        const node = await makeFile(school.anna, 'x', { name: newName('geheim') });
        await school.anna.setPermissions({
          ...at(node),
          body: { permissions: [{ authority: { authorityName: 'carla' }, permissions: ['ReadPreview'] }] },
        });
        const card = await cardOf(school.carla, node.ref.id);
        expect(card).not.toContain('geheim');
        expect(await cardOf(school.anna, node.ref.id)).toContain('geheim');
      },
    },
    badInput: {
      'an unknown node is missing, and a missing id is refused': async () => {
        await expectRefused(school.anna.getPreview({ nodeId: unknownNode }), 404, /does not exist/);
        // The types forbid what is tried here.
        await expectRefused(school.anna.getPreview({ nodeId: undefined as unknown as string }), 400, /nodeId/);
      },
      'a size that is none is refused': overHttp(async () => {
        const { ref } = await makeImage(school.anna);
        for (const size of [
          'maxWidth=0',
          'maxHeight=-5',
          'width=100000',
          'height=1.5',
          'maxWidth=many',
          'crop=maybe',
        ]) {
          const path = `^/edu-sharing/preview?nodeId=${ref.id}&${size}`;
          const response = await rawRequest(school.raw, { path, headers: basic(anna) });
          expect([size, response.status]).toEqual([size, 400]);
        }
      }),
    },
  });
}

function describeUploadPreview(school: School): void {
  describeOperation('uploadPreview', school, {
    effect: {
      'the picture takes the place of the one of the content, without a new version': async () => {
        const node = await makeImage(school.anna);
        const versions = await versionsOf(school.anna, node);
        const { node: after } = await school.anna.uploadPreview({
          ...at(node),
          mimetype: 'image/svg+xml',
          body: anImage(drawing),
        });
        expect(after.preview).toMatchObject({ width: 400, height: 267, isIcon: false, isGenerated: false });
        expect(await previewOf(school.anna, node)).toEqual(after.preview);
        const picture = await pictureIn(await school.anna.getPreview({ nodeId: node.ref.id }));
        expect((await middleOf(picture.bytes))[1]).toBeGreaterThan(120);
        expect(await versionsOf(school.anna, node)).toEqual(versions);
        expect((await download(school.anna, node)).length).toBe(Number(node.size));
      },
      'it stays when the content changes, and another one takes its place': async () => {
        const node = await makeImage(school.anna);
        await school.anna.uploadPreview({ ...at(node), body: anImage(drawing) });
        await school.anna.uploadContent({
          ...at(node),
          body: anImage(await plainImage('png', { width: 7, height: 7 })),
        });
        expect(await previewOf(school.anna, node)).toMatchObject({ width: 400, isGenerated: false });
        const before = await previewOf(school.anna, node);
        const small = await plainImage('webp', { width: 32, height: 16 });
        await school.anna.uploadPreview({ ...at(node), body: anImage(small) });
        const after = await previewOf(school.anna, node);
        expect(after).toMatchObject({ width: 32, height: 16 });
        expect(after.url).not.toBe(before.url);
      },
      'folders, links and nodes without content can have one': async () => {
        const link = await makeNode(school.anna, {
          type: 'ccm:io',
          properties: { 'ccm:wwwurl': 'https://example.org' },
        });
        for (const node of [await makeFolder(school.anna), await makeNode(school.anna, { type: 'ccm:io' }), link]) {
          await school.anna.uploadPreview({ ...at(node), body: anImage(drawing) });
          expect(await previewOf(school.anna, node)).toMatchObject({ isIcon: false, isGenerated: false });
          await pictureIn(await school.anna.getPreview({ nodeId: node.ref.id }));
        }
      },
      'the field may be called image or file, and come in chunks': overHttp(async () => {
        for (const field of ['image', 'file']) {
          const node = await makeFolder(school.anna);
          const body = `--b\r\nContent-Disposition: form-data; name="${field}"; filename="a.svg"\r\n\r\n${drawing}\r\n--b--\r\n`;
          const response = await rawRequest(school.raw, {
            method: 'POST',
            path: `/node/v1/nodes/-home-/${node.ref.id}/preview?mimetype=image/svg`,
            headers: {
              ...basic(anna),
              'content-type': 'multipart/form-data; boundary=b',
              'transfer-encoding': 'chunked',
            },
            body,
          });
          expect(response.status, response.text).toBe(200);
          expect(await previewOf(school.anna, node)).toMatchObject({ isGenerated: false });
        }
      }),
    },
    refusal: {
      'who may not write cannot put up a picture': async () => {
        const node = await makeImage(school.anna);
        await school.anna.setPermissions({
          ...at(node),
          body: { permissions: [{ authority: { authorityName: 'carla' }, permissions: ['Consumer'] }] },
        });
        const put = (client: Client) => client.uploadPreview({ ...at(node), body: anImage(drawing) });
        await expectRefused(put(school.carla), 403, /needs the right Write on/);
        await expectRefused(put(school.bert), 403);
        await expectRefused(put(school.nobody), 401);
        expect(await previewOf(school.anna, node)).toMatchObject({ isGenerated: true });
      },
    },
    badInput: {
      'what is no image that can be read is refused, and the node stays as it is': async () => {
        const node = await makeFolder(school.anna);
        const image = await plainImage('jpeg', { width: 300, height: 300 });
        const broken = { words: 'words', nothing: '', 'half a JPEG': image.subarray(0, 500), 'a PDF': '%PDF-1.4' };
        for (const bytes of Object.values(broken)) {
          await expectRefused(
            school.anna.uploadPreview({ ...at(node), body: anImage(bytes) }),
            400,
            /cannot be shown as an image/,
          );
        }
        expect((await school.anna.getNode(at(node))).node).toEqual(node);
      },
      'more than 20 MB are too large, and an unknown node is missing': async () => {
        const node = await makeFolder(school.anna);
        const large = Buffer.concat([await plainImage('png', { width: 3, height: 3 }), Buffer.alloc(20_000_001)]);
        await expectRefused(school.anna.uploadPreview({ ...at(node), body: anImage(large) }), 413, /20 MB/);
        await expectRefused(school.anna.uploadPreview({ ...at(unknownNode), body: anImage(drawing) }), 404);
      },
    },
  });
}

function describeDeletePreview(school: School): void {
  describeOperation('deletePreview', school, {
    effect: {
      'the node shows its content again': async () => {
        const node = await makeImage(school.anna);
        await school.anna.uploadPreview({ ...at(node), body: anImage(drawing) });
        await school.anna.deletePreview(at(node));
        const picture = await pictureIn(await school.anna.getPreview({ nodeId: node.ref.id }));
        expect(picture).toMatchObject({ width: 400, height: 300 });
        expect(await previewOf(school.anna, node)).toMatchObject({ isIcon: false, isGenerated: true, height: 300 });
      },
      'a node without one stays as it is': async () => {
        const node = await makeFolder(school.anna);
        await school.anna.deletePreview(at(node));
        expect((await school.anna.getNode(at(node))).node).toEqual(node);
      },
    },
    refusal: {
      'who may not write cannot take it away': async () => {
        const node = await makeFolder(school.anna);
        await school.anna.uploadPreview({ ...at(node), body: anImage(drawing) });
        await expectRefused(school.bert.deletePreview(at(node)), 403);
        await expectRefused(school.nobody.deletePreview(at(node)), 401);
        expect(await previewOf(school.anna, node)).toMatchObject({ isGenerated: false });
      },
    },
    badInput: {
      'an unknown node is missing': async () => {
        await expectRefused(school.anna.deletePreview(at(unknownNode)), 404, /does not exist/);
      },
    },
  });
}
