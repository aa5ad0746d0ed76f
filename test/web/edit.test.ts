import { beforeAll, describe, expect, test } from 'vitest';
import { anna, bert } from '../support/people.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFile, type WireNode } from '../support/trees.ts';
import { type WebVisitor, webVisitor } from '../support/web-visitor.ts';

const biology = 'http://w3id.org/openeduhub/vocabs/discipline/080';

/** The fields of a form of the page, as a browser without scripts would send them. */
const hiddenIn = (text: string): Record<string, string> =>
  Object.fromEntries(
    [...text.matchAll(/name="(was:[^"]+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
      name,
      value.replaceAll('&quot;', '"').replaceAll('&amp;', '&'),
    ]),
  );

withTransports(
  (school) => {
    let visitor: WebVisitor;
    let file: WireNode;
    beforeAll(async () => {
      visitor = webVisitor(school.raw);
      await visitor.signIn(anna);
      file = await makeFile(school.anna, 'x', {
        name: 'Blatt.txt',
        properties: { 'cclom:title': 'Alt', 'ccm:taxonid': biology, 'ccm:author_freetext': 'A' },
      });
    });
    const propertiesOf = async () =>
      (await school.anna.getNode({ ...at(file), propertyFilter: ['-all-'] })).node.properties;

    test('a form shows the fields of the set and stores only what changed', async () => {
      const page = await visitor.get(`/node/${file.ref.id}/edit`);
      expect(page.status).toBe(200);
      const was = hiddenIn(page.text);
      expect(was['was:cclom:title']).toBe('["Alt"]');
      const title = 'was:cclom:title';
      const saved = await visitor.post(`/node/${file.ref.id}/edit`, {
        [title]: was[title] ?? '',
        'cclom:title': 'Neu',
      });
      expect(saved.words).toContain('The details are saved.');
      const now = await propertiesOf();
      expect([now['cclom:title'], now['ccm:taxonid'], now['ccm:author_freetext']]).toEqual([['Neu'], [biology], ['A']]);
    });

    test('a form may have a field for each of many values', async () => {
      const subjects = Array.from({ length: 120 }, (_, at) => `Fach ${at}`);
      const saved = await visitor.post(`/node/${file.ref.id}/edit`, {
        'was:cclom:title': '["Neu"]',
        'cclom:title': 'Viele',
        ...Object.fromEntries(subjects.map((subject) => [subject, subject])),
      });
      expect(saved.words).toContain('The details are saved.');
      expect((await propertiesOf())['cclom:title']).toEqual(['Viele']);
    });

    test('values that were not touched stay as they are, with their spaces', async () => {
      const spaced = await makeFile(school.anna, 'x', {
        properties: { 'cclom:title': ' Weit  ', 'cclom:general_description': 'a\r\nb ' },
      });
      const page = await visitor.get(`/node/${spaced.ref.id}/edit`);
      const was = hiddenIn(page.text);
      const saved = await visitor.post(`/node/${spaced.ref.id}/edit`, {
        ...Object.fromEntries(
          ['cclom:title', 'cclom:general_description'].map((name) => [`was:${name}`, was[`was:${name}`] ?? '']),
        ),
        ...{ 'cclom:title': ' Weit  ', 'cclom:general_description': 'a\r\nb, neu' },
      });
      expect(saved.words).toContain('The details are saved.');
      const { properties } = (await school.anna.getNode({ ...at(spaced), propertyFilter: ['-all-'] })).node;
      expect([properties['cclom:title'], properties['cclom:general_description']]).toEqual([
        [' Weit  '],
        ['a\nb, neu'],
      ]);
    });

    test('a caption that was typed stands for its value', async () => {
      const page = await visitor.get(`/node/${file.ref.id}/edit`, { 'accept-language': 'de' });
      const field = 'was:ccm:taxonid';
      const was = hiddenIn(page.text)[field] ?? '';
      await visitor.post(
        `/node/${file.ref.id}/edit`,
        { [field]: was, 'ccm:taxonid': 'Chemie' },
        { 'accept-language': 'de' },
      );
      expect((await propertiesOf())['ccm:taxonid']).toEqual(['http://w3id.org/openeduhub/vocabs/discipline/100']);
    });

    describe('of two values with one caption', () => {
      const subject = (number: string) => `http://w3id.org/openeduhub/vocabs/hochschulfaechersystematik/${number}`;
      // Both are called "Evang. Theologie, -Religionslehre".
      const [wider, narrower, other] = [subject('n02'), subject('n053'), subject('n169')];

      /** Sends the form as the page has it, with a new title and these further subjects. */
      const edited = async (before: readonly string[], without: number, further: readonly string[] = []) => {
        const node = await makeFile(school.anna, 'x', {
          properties: { 'cm:edu_metadataset': 'university', 'cclom:title': 'Alt', 'ccm:taxonid': [...before] },
        });
        const { text } = await visitor.get(`/node/${node.ref.id}/edit`, { 'accept-language': 'de' });
        const shown = [...text.matchAll(/<input[^>]* name="ccm:taxonid" value(?:="([^"]*)")? list/g)].map(
          ([, value = '']) => value,
        );
        expect(shown).toHaveLength(before.length + 1);
        const hidden = hiddenIn(text);
        const fields = [
          ...['cclom:title', 'ccm:taxonid'].map((name) => [`was:${name}`, hidden[`was:${name}`] ?? '']),
          ['cclom:title', 'Neu'],
          ...[...shown.slice(without), ...further].map((value) => ['ccm:taxonid', value]),
        ];
        const token = /name="token" value="([^"]+)"/.exec(text)?.[1] ?? '';
        const answer = await visitor.send('POST', `/node/${node.ref.id}/edit`, {
          body: Buffer.from(new URLSearchParams([['token', token], ...fields]).toString()),
          headers: { 'content-type': 'application/x-www-form-urlencoded', 'accept-language': 'de' },
        });
        expect(answer.status).toBe(303);
        const { properties } = (await school.anna.getNode({ ...at(node), propertyFilter: ['-all-'] })).node;
        expect(properties['cclom:title']).toEqual(['Neu']);
        return properties['ccm:taxonid'];
      };

      test.each([[[wider]], [[narrower]], [[wider, narrower]], [[narrower, other, wider]]])(
        'those that were there stay, in their order: %j',
        async (before) => {
          expect(await edited(before, 0)).toEqual(before);
          expect(await edited(before, 0, ['Geschichte'])).toEqual([...before, subject('n068')]);
        },
      );

      test('one that is taken out or added is the other one', async () => {
        expect(await edited([other, narrower], 1)).toEqual([narrower]);
        const caption = 'Evang. Theologie, -Religionslehre';
        expect(await edited([narrower], 0, [caption])).toEqual([narrower, wider]);
        expect(await edited([wider], 0, [caption])).toEqual([wider, narrower]);
      });
    });

    test('what another person changed meanwhile is reported and kept', async () => {
      const title = 'cclom:title';
      const page = await visitor.get(`/node/${file.ref.id}/edit`);
      const before = hiddenIn(page.text)[`was:${title}`] ?? '';
      await school.anna.updateMetadata({ ...at(file), body: { [title]: ['Von anderen'] } });
      const refused = await visitor.post(`/node/${file.ref.id}/edit`, { [`was:${title}`]: before, [title]: 'Meins' });
      expect([refused.status, refused.words.includes('Von anderen')]).toEqual([409, true]);
      expect((await propertiesOf())[title]).toEqual(['Von anderen']);
    });

    test('without the right, nothing is stored', async () => {
      const stranger = webVisitor(school.raw);
      await stranger.signIn(bert);
      expect((await stranger.get(`/node/${file.ref.id}/edit`)).status).toBe(403);
      expect((await stranger.post(`/node/${file.ref.id}/edit`, { 'cclom:title': 'x' })).status).toBe(403);
    });
  },
  { only: ['TCP'] },
);
