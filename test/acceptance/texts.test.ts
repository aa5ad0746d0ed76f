import { setTimeout as wait } from 'node:timers/promises';
import { expect } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import {
  aFile,
  at,
  download,
  makeFile,
  makeFolder,
  makeNode,
  newName,
  versionsOf,
  type WireNode,
} from '../support/trees.ts';
import { archiveOf, docxSaying, pdfOf } from '../support/written-documents.ts';

const unknownNode = '00000000-0000-4000-8000-000000000000';
const pdfType = 'application/pdf';
const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

withTransports((school) => {
  describeGetTextContent(school);
  describeSetTextContent(school);
});

const textOf = (client: Client, node: WireNode) => client.getTextContent(at(node));

async function isFound(client: Client, node: WireNode, query: string): Promise<boolean> {
  const { nodes } = await client.searchNodes({ repository: '-home-', query, maxItems: 1000 });
  return nodes.some(({ ref }) => ref.id === node.ref.id);
}

/** Waits until every text is read. Only a server reads texts. */
async function allRead({ admin }: School): Promise<void> {
  while ((await admin.getStatus()).texts.waiting > 0) await wait(50);
}

/** A word that stands nowhere else, and is no typo away from another one. */
const newWord = (): string =>
  `w${newName('')
    .slice(1)
    .replaceAll(/\d/g, (digit) => 'bcfghjkmnp'[Number(digit)] ?? '')}`;

const letCarlaRead = (school: School, node: WireNode) =>
  school.anna.setPermissions({
    ...at(node),
    body: { permissions: [{ authority: { authorityName: 'carla' }, permissions: ['Consumer'] }] },
  });

function describeGetTextContent(school: School): void {
  describeOperation('getTextContent', school, {
    effect: {
      'the words of a plain text and of a page are told at once': async () => {
        const node = await makeFile(school.anna, 'Zwei Wörter');
        expect(await textOf(school.anna, node)).toEqual({
          text: 'Zwei Wörter',
          state: 'text',
          given: false,
          cut: false,
        });
        const page = await makeFile(school.anna, '<p>Ein <b>Blatt</b></p>', { mimeType: 'text/html' });
        expect((await textOf(school.anna, page)).text.trim()).toBe('Ein Blatt');
      },
      'a text in Windows-1252 keeps the umlaut that is its last byte': async () => {
        const node = await makeFile(school.anna, Buffer.from('Viel Spaß', 'latin1'));
        expect((await textOf(school.anna, node)).text).toBe('Viel Spaß');
        expect(await isFound(school.anna, node, 'Spaß')).toBe(true);
      },
      'a page and XML that are not UTF-8 are read in the encoding that they declare': async () => {
        // "Żółć" in ISO 8859-2, and "Ёж" in Windows-1251.
        const polish = `\xaf\xf3\xb3\xe6 ${newWord()}`;
        const russian = '\xa8\xe6';
        for (const [mimeType, text, expected] of [
          ['text/html', `<html><head><meta charset="ISO-8859-2"></head><p>${polish}</p>`, 'Żółć'],
          ['text/html', `<meta http-equiv=Content-Type content="text/html; charset=iso-8859-2"><p>${polish}`, 'Żółć'],
          ['text/xml', `<?xml version='1.0' encoding='windows-1251'?><a>${russian}</a>`, 'Ёж'],
          ['text/html', `<meta charset="unknown-8"><p>Gr\xf6\xdfe</p>`, 'Größe'],
          ['text/html', `<meta charset="utf-8"><p>Gr\xf6\xdfe</p>`, 'Größe'],
        ] as const) {
          const node = await makeFile(school.anna, Buffer.from(text, 'latin1'), { mimeType });
          expect((await textOf(school.anna, node)).text).toContain(expected);
          expect(await isFound(school.anna, node, expected)).toBe(true);
        }
      },
      'a folder, a link, an empty file and a picture have none': async () => {
        const link = await makeNode(school.anna, { type: 'ccm:io', properties: { 'ccm:wwwurl': 'https://a.example' } });
        const image = await makeFile(school.anna, Buffer.from('\x89PNG\r\n\x1a\n\0\0', 'latin1'), {
          mimeType: 'image/png',
        });
        for (const node of [await makeFolder(school.anna), link, await makeFile(school.anna, ''), image]) {
          expect(await textOf(school.anna, node)).toEqual({ text: '', state: 'none', given: false, cut: false });
        }
      },
      'a PDF that is sent as a plain text is read as what it is': overHttp(async () => {
        const word = newWord();
        const node = await makeFile(school.anna, pdfOf(word), { mimeType: 'text/plain' });
        expect(node.mimetype).toBe(pdfType);
        await allRead(school);
        expect(await textOf(school.anna, node)).toMatchObject({ state: 'text', text: word });
        expect(await isFound(school.anna, node, word)).toBe(true);
        expect(await isFound(school.anna, node, `${word} AND endobj`)).toBe(false);
      }),
      'a document is found by its metadata at once, and by its text when that was read': overHttp(async () => {
        const [word, title] = [newWord(), newWord()];
        const properties = { 'cclom:title': title };
        const pdf = await makeFile(school.anna, pdfOf(`Hier steht ${word}.`), { mimeType: pdfType, properties });
        expect(await isFound(school.anna, pdf, title)).toBe(true);
        const docx = await makeFile(school.anna, docxSaying(`Und ${word} hier`), { mimeType: docxType });
        await allRead(school);
        expect((await textOf(school.anna, pdf)).text).toBe(`Hier steht ${word}.`);
        expect(await textOf(school.anna, docx)).toMatchObject({
          text: `Und ${word} hier`,
          state: 'text',
          given: false,
        });
        expect(await isFound(school.anna, pdf, word)).toBe(true);
        expect(await isFound(school.anna, docx, word)).toBe(true);
      }),
      'the same content in another node is found too, and new content by its own words only': overHttp(async () => {
        const [word, other] = [newWord(), newWord()];
        const first = await makeFile(school.anna, pdfOf(word), { mimeType: pdfType });
        await allRead(school);
        const second = await makeFile(school.anna, pdfOf(word), { mimeType: pdfType });
        await allRead(school);
        expect(await isFound(school.anna, second, word)).toBe(true);
        const body = aFile(docxSaying(other), { mimeType: docxType });
        await school.anna.uploadContent({ ...at(first), mimetype: docxType, body });
        await allRead(school);
        expect([await isFound(school.anna, first, word), await isFound(school.anna, first, other)]).toEqual([
          false,
          true,
        ]);
      }),
      'what a file is, its bytes tell, not its name': overHttp(async () => {
        const word = newWord();
        const lies: readonly (readonly [string, string, Buffer])[] = [
          ['a.pdf', pdfType, docxSaying(word)],
          ['a.docx', docxType, pdfOf(word)],
          ['a.bin', 'application/octet-stream', pdfOf(word)],
          ['a.txt', 'text/plain', pdfOf(word)],
          ['a.doc', 'application/msword', Buffer.from(`Nur ${word} als Text`)],
          ['b.pdf', pdfType, Buffer.from(`<html><body>Nur ${word}</body></html>`)],
        ];
        const nodes = await Promise.all(
          lies.map(([name, mimeType, bytes]) => makeFile(school.anna, bytes, { name: newName(name), mimeType })),
        );
        await allRead(school);
        for (const [index, node] of nodes.entries()) {
          expect([lies[index]?.[0], await isFound(school.anna, node, word)]).toEqual([lies[index]?.[0], true]);
        }
      }),
      'a scan, a broken file and one behind a password are told, and keep nothing else from being found': overHttp(
        async () => {
          const before = (await school.admin.getStatus()).texts;
          const word = newWord();
          const scan = await makeFile(school.anna, pdfOf('', ''), { mimeType: pdfType });
          const broken = await makeFile(school.anna, docxSaying(newWord()).subarray(0, 90), { mimeType: docxType });
          const encrypted = await makeFile(
            school.anna,
            archiveOf({ 'content.xml': newWord(), 'META-INF/manifest.xml': '<manifest:encryption-data/>' }),
            { mimeType: 'application/vnd.oasis.opendocument.text' },
          );
          const good = await makeFile(school.anna, docxSaying(word), { mimeType: docxType });
          await allRead(school);
          const states = [scan, broken, encrypted].map(async (node) => (await textOf(school.anna, node)).state);
          expect(await Promise.all(states)).toEqual(['scan', 'damaged', 'encrypted']);
          expect(await isFound(school.anna, good, word)).toBe(true);
          const { scans, failed } = (await school.admin.getStatus()).texts;
          expect([scans - before.scans, failed - before.failed]).toEqual([1, 2]);
        },
      ),
    },
    refusal: {
      'who may not read the content is told no text, and does not find it': async () => {
        const word = newWord();
        const node = await makeFile(school.anna, word);
        await expectRefused(textOf(school.bert, node), 403, /needs the right \w+ on/);
        await expectRefused(textOf(school.nobody, node), 401);
        expect(await isFound(school.bert, node, word)).toBe(false);
        await letCarlaRead(school, node);
        expect((await textOf(school.carla, node)).text).toBe(word);
      },
    },
    badInput: {
      'an unknown node is missing': async () => {
        await expectRefused(school.anna.getTextContent(at(unknownNode)), 404, /does not exist/);
      },
    },
  });
}

function describeSetTextContent(school: School): void {
  const post = (node: WireNode, contentType: string, body: string | Buffer, query = '?mimetype=text/plain') =>
    rawRequest(school.raw, {
      method: 'POST',
      path: `/node/v1/nodes/-home-/${node.ref.id}/textContent${query}`,
      headers: { ...basic(anna), 'content-type': contentType, 'content-length': Buffer.byteLength(body) },
      body,
    });

  describeOperation('setTextContent', school, {
    effect: {
      'the node is found by it and not by the text in its content, which stays as it is': async () => {
        const [own, given] = [newWord(), newWord()];
        const node = await makeFile(school.anna, own);
        const versions = await versionsOf(school.anna, node);
        await school.anna.setTextContent({ ...at(node), body: `Ein ${given}\n` });
        expect(await textOf(school.anna, node)).toEqual({
          text: `Ein ${given}\n`,
          state: 'text',
          given: true,
          cut: false,
        });
        expect([await isFound(school.anna, node, own), await isFound(school.anna, node, given)]).toEqual([false, true]);
        expect(String(await download(school.anna, node))).toBe(own);
        expect(await versionsOf(school.anna, node)).toEqual(versions);
      },
      'a link is found by the text of the page that it leads to': async () => {
        const word = newWord();
        const properties = { 'ccm:wwwurl': 'https://a.example' };
        const link = await makeNode(school.anna, { type: 'ccm:io', properties });
        await school.anna.setTextContent({ ...at(link), mimetype: 'text/html', body: `<p class="hidden">${word}</p>` });
        expect((await textOf(school.anna, link)).text.trim()).toBe(word);
        expect([await isFound(school.anna, link, word), await isFound(school.anna, link, 'hidden')]).toEqual([
          true,
          false,
        ]);
      },
      'new content is found by its own text, and by the given one when it is taken back': async () => {
        const [own, given, next] = [newWord(), newWord(), newWord()];
        const node = await makeFile(school.anna, own);
        await school.anna.setTextContent({ ...at(node), body: given });
        await school.anna.uploadContent({ ...at(node), body: aFile(next) });
        expect((await textOf(school.anna, node)).text).toBe(next);
        expect([await isFound(school.anna, node, given), await isFound(school.anna, node, next)]).toEqual([
          false,
          true,
        ]);
        await school.anna.revertVersion({ ...at(node), major: 1, minor: 1 });
        expect((await textOf(school.anna, node)).text).toBe(given);
      },
      'an empty text takes it away': async () => {
        const node = await makeFile(school.anna, 'eigen');
        await school.anna.setTextContent({ ...at(node), body: 'anders' });
        await school.anna.setTextContent({ ...at(node), body: '' });
        expect(await textOf(school.anna, node)).toMatchObject({ text: 'eigen', given: false });
      },
      'a copy has it, too': async () => {
        const word = newWord();
        const node = await makeFile(school.anna, 'eigen');
        await school.anna.setTextContent({ ...at(node), body: word });
        const folder = await makeFolder(school.anna);
        const copy = await school.anna.copyNode({ ...at(folder), source: node.ref.id, withChildren: true });
        expect((await textOf(school.anna, copy.node)).text).toBe(word);
      },
      'bulk importers name a form without a boundary and send the bare text': overHttp(async () => {
        const node = await makeFile(school.anna, 'eigen');
        const text = 'Größe & {"kein": "JSON"}\r\n--b\r\nkein Formular';
        const response = await post(node, 'multipart/form-data', text);
        expect(response.status, response.text).toBe(200);
        expect((await textOf(school.anna, node)).text).toBe(text);
      }),
      'a form with parts brings it as a field or as a file, and bare text in any type': overHttp(async () => {
        const node = await makeFile(school.anna, 'eigen');
        const part = (disposition: string, text: string) =>
          `--b\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${text}\r\n--b--\r\n`;
        const forms: readonly (readonly [string, string, string])[] = [
          ['multipart/form-data; boundary=b', part('name="text"', 'als Feld ü'), 'als Feld ü'],
          ['multipart/form-data; boundary=b', part('name="file"; filename="a.txt"', 'als Datei ü'), 'als Datei ü'],
          ['text/plain; charset=utf-8', 'als Text ü', 'als Text ü'],
          ['application/json', '{"a": 1}', '{"a": 1}'],
        ];
        for (const [type, body, text] of forms) {
          const response = await post(node, type, body);
          expect([type, response.status]).toEqual([type, 200]);
          expect((await textOf(school.anna, node)).text).toBe(text);
        }
      }),
      'text stays given while its document is read': overHttp(async () => {
        const [own, given] = [newWord(), newWord()];
        const node = await makeFile(school.anna, docxSaying(own), { mimeType: docxType });
        await school.anna.setTextContent({ ...at(node), body: given });
        await allRead(school);
        expect([await isFound(school.anna, node, own), await isFound(school.anna, node, given)]).toEqual([false, true]);
      }),
    },
    refusal: {
      'who may not write the content cannot give a text': async () => {
        const node = await makeFile(school.anna, 'eigen');
        await letCarlaRead(school, node);
        const set = (client: Client) => client.setTextContent({ ...at(node), body: 'fremd' });
        await expectRefused(set(school.carla), 403, /needs the right Write on/);
        await expectRefused(set(school.bert), 403);
        await expectRefused(set(school.nobody), 401);
        expect((await textOf(school.anna, node)).text).toBe('eigen');
      },
    },
    badInput: {
      'a folder, an unknown node and a type that is no text are refused': async () => {
        const set = (node: string | WireNode, mimetype = 'text/plain') =>
          school.anna.setTextContent({ ...at(node), mimetype, body: 'x' });
        await expectRefused(set(await makeFolder(school.anna)), 400, /is a folder/);
        await expectRefused(set(unknownNode), 404);
        await expectRefused(set(await makeFile(school.anna, 'x'), 'image/png'), 400, /image\/png.*text\/plain/);
        await expectRefused(set(await makeFile(school.anna, 'x'), 'nonsense'), 400, /text\/plain/);
      },
      'a form that breaks off and bytes that are no text are refused': overHttp(async () => {
        const node = await makeFile(school.anna, 'eigen');
        const broken = await post(node, 'multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-da');
        expect([broken.status, broken.text]).toEqual([400, expect.stringContaining('form')]);
        const bytes = await post(node, 'text/plain', Buffer.from([0xff, 0x00, 0xfe]));
        expect([bytes.status, bytes.text]).toEqual([400, expect.stringContaining('UTF-8')]);
        expect((await textOf(school.anna, node)).text).toBe('eigen');
      }),
      'more than a body may have is too large': overHttp(async () => {
        const node = await makeFile(school.anna, 'x');
        // More than other bodies may have: texts of whole books are sent.
        expect((await post(node, 'text/plain', 'x'.repeat(1_100_000))).status).toBe(200);
        expect((await post(node, 'text/plain', 'x'.repeat(10_000_001))).status).toBe(413);
      }),
    },
  });
}
