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

    test.each([
      ['caption', 'Chemie', '100'],
      ['synonym', 'Mathe', '380'],
      ['caption in another language', 'Physics', '460'],
    ])('a %s that was typed stands for its value: %s', async (_, text, number) => {
      const page = await visitor.get(`/node/${file.ref.id}/edit`, { 'accept-language': 'de' });
      const field = 'was:ccm:taxonid';
      const was = hiddenIn(page.text)[field] ?? '';
      await visitor.post(
        `/node/${file.ref.id}/edit`,
        { [field]: was, 'ccm:taxonid': text },
        { 'accept-language': 'de' },
      );
      expect((await propertiesOf())['ccm:taxonid']).toEqual([`http://w3id.org/openeduhub/vocabs/discipline/${number}`]);
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

    describe('a refused save', () => {
      const german = { 'accept-language': 'de' };
      const send = (fields: Readonly<Record<string, string>>) =>
        visitor.post(
          `/node/${file.ref.id}/edit`,
          { ...Object.fromEntries(Object.keys(fields).map((name) => [`was:${name}`, '[]'])), ...fields },
          german,
        );

      test('is reported at the top in words of the page, with a link to the field, which has the focus', async () => {
        const field = 'ccm:educationaltypicalagerange_from';
        const page = await send({ [field]: 'zwölf' });
        expect(page.status).toBe(400);
        const [top = '', form = ''] = page.text.split('class="card edit"');
        expect(top).toContain(`<a href="#${field}">Alter von</a>`);
        for (const part of [top, form])
          expect(part).toContain('„zwölf“ passt nicht zu Alter von. Erwartet wird eine Zahl, zum Beispiel 12.');
        const input = /<input id="ccm:educationaltypicalagerange_from"[^>]*>/.exec(form)?.[0] ?? '';
        expect(input).toContain('value="zwölf"');
        expect(input).toContain(' autofocus');
        expect(input).toContain(`aria-describedby="${field}-problem"`);
        expect(page.text.match(/ autofocus/g)).toHaveLength(1);
        expect(page.words).not.toMatch(/ccm:|invalid/);
        expect((await propertiesOf())[field]).toBeUndefined();
      });

      test('has each text that is not in a long list, unless it was there before', async () => {
        const before = (await propertiesOf())['ccm:taxonid'];
        const page = await send({ 'ccm:taxonid': 'Rechnen' });
        expect(page.status).toBe(400);
        const problem = '„Rechnen“ steht nicht in der Liste von Fach. Wählen Sie einen Eintrag aus der Liste.';
        expect(page.words).toContain(problem);
        expect((await propertiesOf())['ccm:taxonid']).toEqual(before);
        const odd = await makeFile(school.anna, 'x', { properties: { 'ccm:taxonid': 'Rechnen' } });
        const body = new URLSearchParams([
          ['token', /name="token" value="([^"]+)"/.exec(page.text)?.[1] ?? ''],
          ['was:ccm:taxonid', '["Rechnen"]'],
          ['ccm:taxonid', 'Rechnen'],
          ['ccm:taxonid', 'Chemie'],
        ]);
        const saved = await visitor.send('POST', `/node/${odd.ref.id}/edit`, {
          body: Buffer.from(body.toString()),
          headers: { 'content-type': 'application/x-www-form-urlencoded', ...german },
        });
        expect(saved.status).toBe(303);
      });
    });

    test('a field with a value in each line says so', async () => {
      const { text } = await visitor.get(`/node/${file.ref.id}/edit`);
      const describedBy = (property: string) =>
        new RegExp(`<textarea id="${property}"[^>]* aria-describedby="([^"]*)"`).exec(text)?.[1];
      expect(describedBy('cclom:general_keyword')).toBe('cclom:general_keyword-hint');
      expect(text).toMatch(/id="cclom:general_keyword-hint"[^>]*>One per line\.</);
      expect(text).toContain('<textarea id="cclom:general_description"');
      expect(describedBy('cclom:general_description')).toBeUndefined();
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
