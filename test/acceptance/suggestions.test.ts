import { beforeAll, expect, test, vi } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { makeFile, makeFolder } from '../support/trees.ts';

const repository = '-home-';

withTransports(describeSuggestNames);
withTransports(describeFollowedChanges);

/** A word that no other test has, and that is no typing error of one. */
let words = 0;
function newWord(): string {
  words += 1;
  const syllables = ['be', 'ka', 'lu', 'mi', 'no', 'pri', 'scho', 'tra', 'wu', 'ze'];
  const digits = [...String(words * 6211 + 301_357)].map((digit) => syllables[Number(digit)]);
  return `v${digits.join('')}`;
}

type Person = School['anna'];

/** The first calls may come before the server has read all names. Later ones wait for what is new. */
const untilComplete = async (school: School): Promise<void> => {
  const check = async () => expect((await school.admin.suggestNames({ q: 'x' })).complete).toBe(true);
  // A test says so if they are never read.
  await vi.waitFor(check, { timeout: 10_000 }).catch(() => undefined);
};

const idsFor = async (person: Person, q: string): Promise<string[]> =>
  (await person.suggestNames({ q })).suggestions.map(({ id }) => id).sort();

function describeSuggestNames(school: School): void {
  beforeAll(() => untilComplete(school));

  describeOperation('suggestNames', school, {
    effect: {
      'files, folders and collections are found by the beginnings of their words, with the path of their folder':
        async () => {
          const [word, keyword] = [newWord(), newWord()];
          const folder = await makeFolder(school.anna, { name: `Ordner ${word}` });
          const file = await makeFile(school.anna, 'x', {
            parent: folder.ref.id,
            properties: { 'cclom:title': `${word} in Klasse 7`, 'cclom:general_keyword': [keyword] } as never,
          });
          const { suggestions, complete } = await school.anna.suggestNames({ q: word.slice(0, -2) });
          expect(complete).toBe(true);
          expect(suggestions.map(({ id, kind, label }) => [id, kind, label])).toEqual([
            [file.ref.id, 'file', `${word} in Klasse 7`],
            [folder.ref.id, 'folder', `Ordner ${word}`],
          ]);
          expect(suggestions[0]?.folder).toMatch(new RegExp(`^~/.*${word}$`));
          expect(await idsFor(school.anna, `kla ${word}`)).toEqual([file.ref.id]);
          expect(await idsFor(school.anna, keyword.toUpperCase())).toEqual([file.ref.id]);
        },
      'only the requested kinds are found': async () => {
        const word = newWord();
        await makeFile(school.anna, 'x', { properties: { 'cclom:title': word } });
        const folder = await makeFolder(school.anna, { name: word });
        const { suggestions } = await school.anna.suggestNames({ q: word, kind: ['folder', 'collection'] });
        expect(suggestions.map(({ id }) => id)).toEqual([folder.ref.id]);
      },
      'ten of a kind are suggested at most': async () => {
        const word = newWord();
        for (let count = 0; count < 12; count += 1) {
          await makeFile(school.anna, 'x', { properties: { 'cclom:title': `${word} ${count}` } });
        }
        expect(await idsFor(school.anna, word)).toHaveLength(10);
      },
      'values are found by their captions, in the language of the caller': async () => {
        const { suggestions } = await school.anna.suggestNames({ q: 'Mathem', kind: ['value'] });
        expect(suggestions).toContainEqual(
          expect.objectContaining({ kind: 'value', label: 'Mathematik', property: 'ccm:taxonid', folder: null }),
        );
      },
      'a typing error is allowed if nothing matches': async () => {
        const word = newWord();
        const file = await makeFile(school.anna, 'x', { properties: { 'cclom:title': word } });
        expect(await idsFor(school.anna, `${word.slice(0, 4)}x${word.slice(5)}`)).toEqual([file.ref.id]);
      },
      'administrators find people and groups': async () => {
        const { suggestions } = await school.admin.suggestNames({ q: 'ann', kind: ['person'] });
        expect(suggestions).toContainEqual(expect.objectContaining({ kind: 'person', id: 'anna', folder: null }));
        const group = newWord();
        await school.admin.createGroup({ repository, group, body: { displayName: `Fachschaft ${group}` } });
        expect((await school.admin.suggestNames({ q: `fach ${group}` })).suggestions).toEqual([
          { kind: 'group', id: `GROUP_${group}`, label: `Fachschaft ${group}`, folder: null, property: null },
        ]);
      },
    },
    refusal: {
      'what the caller may not read, and people and groups, are not suggested': async () => {
        const word = newWord();
        await makeFile(school.anna, 'x', { properties: { 'cclom:title': word } });
        expect(await idsFor(school.bert, word)).toEqual([]);
        // Nor does a hidden word change what a typing error finds.
        expect(await idsFor(school.bert, `${word.slice(0, 4)}x${word.slice(5)}`)).toEqual([]);
        expect((await school.bert.suggestNames({ q: 'anna', kind: ['person', 'group'] })).suggestions).toEqual([]);
        await expectRefused(school.nobody.suggestNames({ q: word }), 401, /Sign in/);
      },
    },
    badInput: {
      'texts without words find nothing': async () => {
        for (const q of ['', '   ', '\u0001\u0007', '\u200f\u202e', '*?"-']) {
          expect(await school.anna.suggestNames({ q, kind: ['file', 'person'] }), q).toEqual({
            suggestions: [],
            complete: true,
          });
        }
      },
      'unknown kinds, a missing text and one of 10,000 characters are refused': async () => {
        await expectRefused(school.anna.suggestNames({ q: 'a', kind: ['node' as 'file'] }), 400, /kind/);
        await expectRefused(school.anna.suggestNames({} as never), 400, /q/);
        await expectRefused(school.anna.suggestNames({ q: 'x'.repeat(1_001) }), 400, /q/);
        await expectRefused(school.anna.suggestNames({ q: 'x'.repeat(10_000) }), 400, /./);
      },
    },
  });

  test('right-to-left text is found', async () => {
    const file = await makeFile(school.anna, 'x', { properties: { 'cclom:title': 'שברים לכיתה ז' } });
    expect(await idsFor(school.anna, 'שבר לכי')).toEqual([file.ref.id]);
  });

  test('the kind may be repeated or separated by commas', async () => {
    if (school.transport === 'in-process') return;
    for (const kinds of ['kind=folder&kind=collection', 'kind=folder,collection']) {
      const path = `/edu-repo/v1/suggest?q=qqq&${kinds}`;
      const response = await rawRequest(school.raw, { method: 'GET', path, headers: basic(anna) });
      expect(response.json()).toEqual({ suggestions: [], complete: true });
    }
  });
}

function describeFollowedChanges(school: School): void {
  beforeAll(() => untilComplete(school));

  test('suggestions follow renaming, moving, deleting, restoring and shares at once', async () => {
    const [before, after] = [newWord(), newWord()];
    const [folder, other] = [
      await makeFolder(school.anna, { name: `A ${before}x` }),
      await makeFolder(school.anna, { name: `B ${newWord()}` }),
    ];
    const file = await makeFile(school.anna, 'x', { parent: folder.ref.id, properties: { 'cclom:title': before } });
    const node = file.ref.id;
    const folderOf = async (): Promise<string | null | undefined> =>
      (await school.anna.suggestNames({ q: after, kind: ['file'] })).suggestions[0]?.folder;

    await school.anna.updateMetadata({ repository, node, body: { 'cclom:title': [after] } });
    expect([await idsFor(school.anna, `${before} `), await idsFor(school.anna, after)]).toEqual([
      [folder.ref.id],
      [node],
    ]);
    expect(await folderOf()).toContain(folder.name);
    await school.anna.moveNode({ repository, node: other.ref.id, source: node });
    expect(await folderOf()).toContain(other.name);

    expect(await idsFor(school.bert, after)).toEqual([]);
    const body = {
      inherited: true,
      permissions: [
        { authority: { authorityName: 'bert', authorityType: 'USER' as const }, permissions: ['Consumer'] },
      ],
    };
    await school.anna.setPermissions({ repository, node: other.ref.id, body });
    expect(await idsFor(school.bert, after)).toEqual([node]);
    // Bert may not read the folders above.
    expect((await school.bert.suggestNames({ q: after })).suggestions[0]?.folder).toBe(other.name);
    await school.anna.setPermissions({
      ...{ repository, node: other.ref.id },
      body: { inherited: true, permissions: [] },
    });
    expect(await idsFor(school.bert, after)).toEqual([]);

    await school.anna.deleteNode({ repository, node: other.ref.id, recycle: true });
    expect(await idsFor(school.anna, after)).toEqual([]);
    await school.anna.restoreArchived({ repository, archivedNodeIds: [other.ref.id] });
    expect(await idsFor(school.anna, after)).toEqual([node]);
    await school.anna.deleteNode({ repository, node, recycle: false });
    expect(await idsFor(school.anna, after)).toEqual([]);
  });
}
