import { describe, expect, test } from 'vitest';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { at, download, makeFile, makeFolder, makeNode, namesIn, pictureOf } from '../support/trees.ts';

const badNames: readonly (readonly [string, string, RegExp])[] = [
  ['empty', '', /must not be empty/],
  ['a dot', '.', /folder in paths/],
  ['two dots', '..', /folder in paths/],
  ['one with a zero byte', 'a\0b', /control characters/],
  ['one with a line break', 'a\nb', /control characters/],
  ['one with a tabulator', '\ta', /control characters/],
  ['one with an escape', 'a\u001b[31m', /control characters/],
  ['one with a delete character', 'a\u007f', /control characters/],
  ['one with a control character of Latin-1', 'a\u0085', /control characters/],
  ['256 bytes', 'a'.repeat(256), /at most 255 bytes.* 256/],
  ['128 umlauts, which are 256 bytes', 'ü'.repeat(128), /at most 255 bytes.* 256/],
  ['64 emoji, which are 256 bytes', '🎒'.repeat(64), /at most 255 bytes.* 256/],
  ['half a character', 'a\ud83c', /well-formed/],
  ['one of a megabyte', 'x'.repeat(500_000), /at most 255 bytes/],
];

const goodNames: readonly string[] = [
  'a'.repeat(255),
  `${'ü'.repeat(127)}a`,
  'u\u0308ben',
  '\u00fcben',
  'Übung',
  'übung',
  '🎒 Rucksack 👩‍🏫',
  'CON',
  'nul.txt',
  'a:b',
  'a\\b',
  '"*?<>|\'',
  '%2F',
  '%',
  '+ & = ? #',
  ' vorn und hinten ',
  'Punkt.',
  '...',
  '~',
  '-home-',
  '-userhome-',
  '__proto__',
  'constructor',
  'hasOwnProperty',
  '\u200fמתמטיקה\u200e',
  '数学 第七课',
  '\ufeffBOM',
  'a\u200bb',
  '<b>fett&lt;',
  '$HOME `id`',
];

withTransports((school) => {
  describe('a name', () => {
    test.each(badNames)(
      'that is %s is refused, when a node is made and when it is renamed',
      async (_, name, message) => {
        const folder = await makeFolder(school.anna);
        const file = await makeNode(school.anna, { type: 'ccm:io', parent: folder });
        const before = await pictureOf(school.anna, folder);
        await expectRefused(makeNode(school.anna, { type: 'ccm:io', parent: folder, name }), 400, message);
        const body = { 'cm:name': [name] };
        await expectRefused(school.anna.updateMetadata({ ...at(file), body }), 400, message);
        await expectRefused(school.anna.createMetadataVersion({ ...at(file), versionComment: '', body }), 400, message);
        expect(await pictureOf(school.anna, folder)).toEqual(before);
      },
    );

    test.each([
      ['a/b', 'a_b'],
      ['/', '_'],
      ['Kapitel 1/2: Zellen.pdf', 'Kapitel 1_2: Zellen.pdf'],
    ])(
      '%s gets _ for each slash, as other servers of the interface clean it, wherever it comes in; the answer has it',
      async (sent, stored) => {
        const [folder, other] = [await makeFolder(school.anna), await makeFolder(school.anna)];
        const made = await makeNode(school.anna, { type: 'ccm:io', parent: folder, name: sent });
        expect(made.name).toBe(stored);
        const second = await makeFile(school.anna, 'x', { parent: other, name: 'before' });
        const body = { 'cm:name': [sent] };
        expect((await school.anna.updateMetadata({ ...at(second), body })).node.name).toBe(stored);
        expect((await school.anna.createMetadataVersion({ ...at(second), versionComment: '', body })).node.name).toBe(
          stored,
        );
        await expectRefused(makeNode(school.anna, { type: 'ccm:io', parent: folder, name: sent }), 409, /name/);
        const copy = { ...at(await makeFolder(school.anna)), source: second.ref.id, withChildren: false, name: sent };
        expect((await school.anna.copyNode(copy)).node.name).toBe(stored);
        const target = await makeFolder(school.anna);
        expect((await school.anna.moveNode({ ...at(target), source: second.ref.id, name: sent })).node.name).toBe(
          stored,
        );
        expect(await namesIn(school.anna, target)).toEqual([stored]);
      },
    );

    test('of any other kind is kept exactly as it was sent, beside all the others', async () => {
      const folder = await makeFolder(school.anna);
      for (const name of goodNames) await makeFile(school.anna, name, { parent: folder, name });
      expect((await namesIn(school.anna, folder)).sort()).toEqual([...goodNames].sort());
      for (const name of goodNames) {
        const { node } = await school.anna.resolvePath({ ...at(folder), path: name });
        expect(node.name).toBe(name);
        expect(node.properties['cm:name']).toEqual([name]);
        expect((await download(school.anna, node)).toString()).toBe(name);
        const file = await school.anna.downloadContent({ nodeId: node.ref.id });
        file.bytes.resume();
        expect(file.fileName).toBe(name);
      }
    });

    test('is compared by code points: other case and other Unicode form are other names, the same is a conflict', async () => {
      const folder = await makeFolder(school.anna);
      for (const name of ['u\u0308', '\u00fc', '\u00dc', 'ss', 'ß', 'SS']) {
        await makeNode(school.anna, { type: 'ccm:io', parent: folder, name });
        await expectRefused(makeNode(school.anna, { type: 'ccm:map', parent: folder, name }), 409, /another name/);
      }
      expect(await namesIn(school.anna, folder)).toHaveLength(6);
    });

    test('that cannot be one is cleaned where the caller accepts another one, and refused elsewhere', async () => {
      const folder = await makeFolder(school.anna);
      const odd = ['Teil 1/2.txt', 'Teil\t1', '..', `${'ü'.repeat(200)}.txt`];
      const create = (name: string, renameIfExists: boolean) =>
        school.anna.createNode({ ...at(folder), type: 'ccm:io', renameIfExists, body: { 'cm:name': [name] } });
      // A slash alone is always cleaned, see above.
      for (const name of odd.slice(1)) await expectRefused(create(name, false), 400, /name/);
      await expectRefused(create('', true), 400, /empty/);
      expect(await namesIn(school.anna, folder)).toEqual([]);
      for (const name of [...odd, 'Teil 1_2.txt']) await create(name, true);
      const names = ['Teil 1_2.txt', 'Teil 1', '__', `${'ü'.repeat(125)}.txt`, 'Teil 1_2 - 1.txt'];
      expect((await namesIn(school.anna, folder)).sort()).toEqual(names.sort());
    });

    test('that is as long as it may be still gets another form where it is taken', async () => {
      const folder = await makeFolder(school.anna);
      const name = `${'🎒'.repeat(62)}abc.txt`;
      const names = [name];
      for (let count = 0; count < 3; count += 1) {
        const { node } = await school.anna.createNode({
          ...at(folder),
          type: 'ccm:io',
          renameIfExists: true,
          body: { 'cm:name': [name] },
        });
        expect(Buffer.byteLength(node.name)).toBeLessThanOrEqual(255);
        expect(node.name.isWellFormed()).toBe(true);
        if (count > 0) {
          expect(node.name).toMatch(new RegExp(` - ${count}\\.txt$`));
          names.push(node.name);
        }
      }
      expect((await namesIn(school.anna, folder)).sort()).toEqual(names.sort());
    });
  });
});
