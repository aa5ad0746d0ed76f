import { readFileSync } from 'node:fs';
import { mkdir, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { corpusDirectory } from '../support/corpus.ts';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { filesOf, fileWith, metadataSamples } from '../support/metadata-files.ts';
import { inLines } from '../support/metadata-transfer.ts';
import { admin, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefusal, expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, bytesOf, newName } from '../support/trees.ts';

const repository = '-home-';
const subject = 'ccm:taxonid';

withTransports((school) => {
  describeImport(school);
  describeExport(school);

  test('lists that are given to one set at once all get there', async () => {
    const id = newName('zugleich');
    const fields = 'fields: [{ property: ccm:taxonid }, { property: ccm:educationalcontext }]';
    await school.admin.importMetadata({ repository, body: own(`id: ${id}\n${fields}`) });
    const give = (property: string, list: string) =>
      school.admin.importMetadata({
        ...{ repository, id, list: [`${property}=${list}`] },
        body: own(`id: ${list}\nentries: [a, b]`, `${list}.yaml`),
      });
    await Promise.all([give(subject, `${id}-1`), give('ccm:educationalcontext', `${id}-2`)]);
    expect(await valuesOf(school, id, subject)).toHaveLength(2);
    expect(await valuesOf(school, id, 'ccm:educationalcontext')).toHaveLength(2);
  });

  test('where one of the files cannot be written, none of them comes in', async () => {
    const [id, other] = [newName('halb'), newName('liste')];
    // A name that nothing can take the place of.
    await mkdir(join(school.dataDirectory, 'metadata-sets', `${id}.yaml`), { recursive: true });
    const text = `id: ${id}\nfields: [{ property: a, values: ${other} }]\n---\nid: ${other}\nentries: [a]\n`;
    await expect(school.admin.importMetadata({ repository, body: own(text) })).rejects.toThrow(/could not be saved/);
    const lists = await readdir(join(school.dataDirectory, 'metadata-sets', 'values')).catch(() => []);
    expect(lists.join()).not.toContain(other);
    await rm(join(school.dataDirectory, 'metadata-sets', `${id}.yaml`), { recursive: true });
    await school.admin.importMetadata({ repository, body: own(text) });
    expect(await valuesOf(school, id, 'a')).toHaveLength(1);
  });

  test.each(['../../evil', '..', 'a/b', '字'.repeat(90), '-default-'])('the id %s is refused', async (id) => {
    const call = { repository, id, body: own('id: gut') };
    await expectRefused(
      school.admin.importMetadata(call),
      400,
      /^The ID ".*" (?:must|is too long).*Nothing was imported\.$/,
    );
  });

  test('labels with a region are shown to readers of the language, in any spelling of the tag', async () => {
    const id = newName('region');
    await school.admin.importMetadata({
      repository,
      body: own(`id: ${id}\nfields: [{ property: ccm:taxonid, caption: { DE-de: Fach, en_gb: Subject } }]`),
    });
    const text = turtle(
      '<a> a skos:Concept ; skos:prefLabel "Apfel"@de-DE, "apple"@en-GB ; skos:altLabel "Boskoop"@de-AT, "Jonagold" .',
    );
    const files = [{ name: 'obst.ttl', bytes: Buffer.from(text), beside: false }];
    await school.admin.importMetadata({ repository, id, list: [`${subject}=obst.ttl`], body: inLines(files) });
    const cases = { de: 'Apfel', de_DE: 'Apfel', 'de-at': 'Apfel', EN_us: 'apple', 'en-GB': 'apple', fr: 'Apfel' };
    for (const [locale, caption] of Object.entries(cases)) {
      const reader = school.withHeaders({ ...basic(admin), locale });
      for (const pattern of ['-all-', ...(locale.startsWith('de') ? ['boskoop'] : []), 'jonagold']) {
        const { values } = await reader.getValues({
          repository,
          metadataset: id,
          body: { property: subject, pattern },
        });
        expect(values, `${locale} ${pattern}`).toMatchObject([{ displayString: caption }]);
      }
      const { widgets } = await reader.getMetadataSet({ repository, metadataset: id });
      expect(widgets?.[0]?.caption).toBe(/^en/i.test(locale) ? 'Subject' : 'Fach');
    }
  });

  test('vocabularies of the corpus become the values of properties', async (context) => {
    const folder = join(corpusDirectory(context), 'vocabs-skos');
    const names = ['discipline.ttl', 'hochschulfaechersystematik.ttl', 'languageLevel.ttl'];
    const files = names.map((name) => ({ name, bytes: readFileSync(join(folder, name)), beside: false }));
    const id = newName('fach');
    await school.admin.importMetadata({
      repository,
      body: own(`id: ${id}\nfields: [{ property: ccm:taxonid, caption: Fach }]`),
    });
    const list = [
      'ccm:taxonid=discipline.ttl',
      '{http://www.campuscontent.de/model/1.0}educationalcontext=languageLevel',
    ];
    const report = await school.admin.importMetadata({ repository, id, list, body: inLines(files) });
    expect(report.valueLists.map(({ entries, below }) => [entries, below])).toEqual([
      [70, 0],
      [344, 335],
      [15, 12],
    ]);
    const found = await valuesOf(school, id, subject, 'physik');
    expect(found[0]).toMatchObject({
      displayString: 'Physik',
      key: 'http://w3id.org/openeduhub/vocabs/discipline/460',
    });
    const english = school.withHeaders({ ...basic(admin), locale: 'en_GB' });
    const body = { property: subject, pattern: 'Physics' };
    expect((await english.getValues({ repository, metadataset: id, body })).values[0]).toMatchObject({
      displayString: 'Physics',
    });
    expect(await valuesOf(school, id, 'ccm:educationalcontext')).toHaveLength(15);
  });
});

const own = (text: string, name = 'set.yaml') => aFile(text, { name, mimeType: 'application/yaml' });

const idsIn = async (school: School): Promise<string[]> =>
  (await school.anna.getMetadataSets({ repository })).metadatasets.map(({ id }) => id);

const valuesOf = async (school: School, metadataset: string, property: string, pattern = '-all-') =>
  (await school.anna.getValues({ repository, metadataset, body: { property, pattern } })).values;

const exported = async (school: School, metadataset: string): Promise<string> =>
  (await bytesOf(await school.admin.exportMetadata({ repository, metadataset }))).toString();

/** A vocabulary as it is written in Turtle. */
const turtle = (concepts: string) =>
  `@prefix skos: <http://www.w3.org/2004/02/skos/core#> . @base <http://example.org/v/> .\n${concepts}`;

const small = turtle(
  '<a> a skos:Concept ; skos:prefLabel "Eins"@de, "One"@en . <b> a skos:Concept ; skos:prefLabel "Zwei"@de ; skos:broader <a> .',
);

function describeImport(school: School): void {
  describeOperation('importMetadata', school, {
    effect: {
      'a set of the newer form with its value lists and bundles is in force at once': async () => {
        const id = newName('neu');
        const files = filesOf(join(metadataSamples, 'newer')).filter(({ name }) => !name.endsWith('kurs.xml'));
        const report = await school.admin.importMetadata({ repository, id, body: inLines(files) });
        expect(report.sets).toEqual([
          {
            ...{
              id,
              file: 'xml/mds.xml',
              form: 'xml',
              replaces: false,
              differs: false,
              types: 0,
              fields: 4,
              forms: 0,
              views: 2,
            },
            ...{ groups: 1, lists: 1, sorts: 1, queries: 2, criteria: 1 },
          },
        ]);
        expect(report.valueLists).toMatchObject([
          { id: `${id}.valuespace_stufe`, entries: 3, below: 2, languages: ['de', 'en', 'und'] },
        ]);
        expect(await idsIn(school)).toContain(id);
        expect(await valuesOf(school, id, 'ccm:educationalcontext')).toMatchObject([
          { key: 'schule', displayString: 'Schule' },
          { key: 'sek1', displayString: 'Mittelstufe' },
          { key: 'sek2', displayString: 'Oberstufe' },
        ]);
      },
      'a set of the older form has the objects of the contract': async () => {
        const id = newName('alt');
        await school.admin.importMetadata({ repository, id, body: inLines(filesOf(join(metadataSamples, 'older'))) });
        const { mds } = await school.anna.getMetadataSet({ repository, metadataset: id });
        expect(mds.types).toMatchObject([
          { type: 'ccm:io', properties: [{ name: 'cm:name', processtype: 'copyfromrequest' }, {}] },
        ]);
        expect(mds.forms).toMatchObject([
          {
            id: 'blatt',
            panels: [
              {
                name: 'grund',
                label: 'Gründliches',
                multiUpload: true,
                properties: [{ name: subject, label: 'Fächer' }],
              },
            ],
          },
        ]);
        expect(mds.queries.queries).toMatchObject([
          { criteriaboxid: 'hauptsuche', handlerclass: 'org.example.Handler', join: 'OR' },
        ]);
        expect((await valuesOf(school, id, subject)).map(({ displayString }) => displayString)).toContain('Mathematik');
      },
      'a dry run tells the same and keeps nothing': async () => {
        const id = newName('probe');
        const call = () => ({ repository, id, body: inLines(filesOf(join(metadataSamples, 'older'))) });
        const tried = await school.admin.importMetadata({ ...call(), dryRun: true });
        expect(await idsIn(school)).not.toContain(id);
        const done = await school.admin.importMetadata(call());
        expect({ ...tried, dryRun: false }).toEqual(done);
        const again = await school.admin.importMetadata(call());
        expect([again.sets[0]?.replaces, again.valueLists[0]?.replaces]).toEqual([true, true]);
      },
      'what was left out is told by file and line': async () => {
        const text =
          '<metadataset id="x">\n<widgets>\n<wigdet/>\n</widgets>\n<queries><query id="q"><property name="cm:name"><statement>cm:name:("${value}"</statement></property></query></queries></metadataset>';
        const body = aFile(text, { name: 'mds.xml', mimeType: 'text/xml' });
        const { notes, moreNotes } = await school.admin.importMetadata({ repository, dryRun: true, body });
        expect(notes).toEqual([
          {
            file: 'mds.xml',
            lines: [3],
            kind: 'unknown',
            message: expect.stringMatching(/<wigdet> in <widgets>.*widget/),
          },
          {
            file: 'mds.xml',
            lines: [],
            kind: 'unusable',
            message: expect.stringMatching(/the query q, cm:name: the statement cannot be used in a search/),
          },
        ]);
        expect(moreNotes).toBe(0);
      },
      'files in pieces are put together, and one that lies beside is read where it is named': async () => {
        const id = newName('teile');
        const set =
          '<metadataset id="a"><widgets><widget><id>ccm:taxonid</id><valuespace>v.ttl</valuespace></widget></widgets></metadataset>';
        const files = [fileWith('mds.xml', set), fileWith('v.ttl', small, true), fileWith('w.ttl', 'no turtle', true)];
        await school.admin.importMetadata({ repository, id, body: inLines(files, 7) });
        expect((await valuesOf(school, id, subject)).map(({ displayString }) => displayString)).toEqual([
          'Eins',
          'Zwei',
        ]);
      },
      'a list of a hundred thousand entries comes in, and others are answered meanwhile': async () => {
        const id = newName('viele');
        const entry = (at: number) => `<${at}> a skos:Concept ; skos:prefLabel "Wert ${at}"@de, "Value ${at}"@en .`;
        const bytes = Buffer.from(turtle(Array.from({ length: 100_000 }, (_, at) => entry(at)).join('\n')));
        const running = school.admin.importMetadata({
          ...{ repository, id: '-default-', dryRun: true, list: [`${subject}=v.ttl`] },
          body: inLines([{ name: 'v.ttl', bytes, beside: false }], 500_000),
        });
        let isRunning = true;
        const ended = running.finally(() => {
          isRunning = false;
        });
        let answered = 0;
        while (isRunning) {
          await school.anna.getAbout();
          // In this process an answer alone lets nobody else work.
          await setImmediate();
          answered += 1;
        }
        expect((await ended).valueLists).toMatchObject([{ id: 'v', entries: 100_000, languages: ['de', 'en'] }]);
        expect(answered).toBeGreaterThan(5);
        expect(await idsIn(school)).not.toContain(id);
      },
    },
    refusal: {
      'only an administrator brings sets': async () => {
        const id = newName('fremd');
        await expectRefused(school.anna.importMetadata({ repository, body: own(`id: ${id}`) }), 403);
        await expectRefused(school.nobody.importMetadata({ repository, body: own(`id: ${id}`) }), 401);
        expect(await idsIn(school)).not.toContain(id);
      },
    },
    badInput: {
      'one file that cannot be read keeps all others out, and is told with its line': async () => {
        const id = newName('halb');
        const files = [
          fileWith('good.yaml', `id: ${id}`),
          fileWith('bad.xml', '<metadataset>\n<name>\n</metadataset>'),
        ];
        await expectRefused(
          school.admin.importMetadata({ repository, body: inLines(files) }),
          400,
          /bad\.xml cannot be read: line 3: it is not well-formed XML.*Nothing was imported/,
        );
        expect(await idsIn(school)).not.toContain(id);
      },
      'mistakes in Turtle and YAML are told with their line': async () => {
        await expectRefused(
          school.admin.importMetadata({
            repository,
            body: aFile(turtle('<a> a skos:Concept\n<b> .'), { name: 'v.ttl' }),
          }),
          400,
          /v\.ttl cannot be read: line 3: it is not valid Turtle/,
        );
        await expectRefused(
          school.admin.importMetadata({ repository, body: own('id: a\n---\nid: b\nfeilds: []\n') }),
          400,
          /set\.yaml:\d+:\d+: feilds is not a valid key here; the nearest one is fields/,
        );
      },
      'files that are not what their name says, and files of no kind at all': async () => {
        const pdf = Buffer.from('%PDF-1.7\n%\u0000\u0001', 'latin1');
        for (const name of ['mds.xml', 'v.ttl', 'set.yaml']) {
          await expectRefused(
            school.admin.importMetadata({ repository, body: aFile(pdf, { name }) }),
            400,
            /it is not a text file/,
          );
        }
        await expectRefused(
          school.admin.importMetadata({ repository, body: aFile('hello', { name: 'a.txt' }) }),
          400,
          /no metadata set/,
        );
        await expectRefused(
          school.admin.importMetadata({ repository, body: aFile('', { name: 'a.xml' }) }),
          400,
          /a\.xml cannot be read/,
        );
      },
      'an XML bomb takes no memory and no time': async () => {
        const entities = Array.from(
          { length: 40 },
          (_, at) => `<!ENTITY e${at} "${at === 0 ? 'ha' : `&e${at - 1};`.repeat(10)}">`,
        );
        const text = `<!DOCTYPE a [${entities.join('')}<!ENTITY x SYSTEM "file:///etc/passwd">]><metadataset id="a"><name>&e39;&x;</name></metadataset>`;
        const report = await school.admin.importMetadata({
          repository,
          dryRun: true,
          body: aFile(text, { name: 'a.xml' }),
        });
        expect(report.notes.map(({ message }) => message).join()).toMatch(
          /XML does not predefine; its name stays in the text/,
        );
      },
      'lines that are none': async () => {
        const lines = (text: string) => aFile(text, { name: 'a.jsonl', mimeType: 'application/x-ndjson' });
        for (const text of ['hello', '{"name":"a.xml"}', '{"name":"a.xml","base64":"?"}', '[]']) {
          await expectRefused(
            school.admin.importMetadata({ repository, body: lines(`\n${text}\n`) }),
            400,
            /Line 2 of the upload/,
          );
        }
        await expectRefused(
          school.admin.importMetadata({ repository, body: lines('\n'.repeat(20_001)) }),
          400,
          /more than 20000 lines/,
        );
        await expectRefused(
          school.admin.importMetadata({ repository, body: lines('x'.repeat(2_000_000)) }),
          400,
          /Split the file into several lines/,
        );
      },
      'ids that are not clear, and lists that were not brought': async () => {
        const two = inLines([fileWith('a.yaml', 'id: a'), fileWith('b.yaml', 'id: b')]);
        await expectRefused(
          school.admin.importMetadata({ repository, id: 'c', body: two }),
          400,
          /the import has 2 metadata sets/,
        );
        const twice = inLines([fileWith('a.yaml', 'id: a'), fileWith('b.yaml', 'id: a')]);
        await expectRefused(
          school.admin.importMetadata({ repository, body: twice }),
          400,
          /a is in both a\.yaml and b\.yaml/,
        );
        const list = [`${subject}=disziplin.ttl`];
        const body = () => aFile(small, { name: 'discipline.ttl' });
        await expectRefused(
          school.admin.importMetadata({ repository, list, body: body() }),
          400,
          /no value list disziplin\.ttl. Did you mean discipline/,
        );
        const named = { repository, id: 'nobody', list: [`${subject}=discipline.ttl`] };
        await expectRefused(school.admin.importMetadata({ ...named, body: body() }), 404, /no metadata set "nobody"/);
        await expectRefused(
          school.admin.importMetadata({ repository, list: ['discipline.ttl'], body: body() }),
          400,
          /must have the form PROPERTY=FILE/,
        );
        await expectRefused(school.admin.importMetadata({ repository, id: 'a/b', body: own('name: x') }), 400);
      },
      'a body that is no file is refused': overHttp(async () => {
        const headers = { ...basic(admin), 'content-type': 'application/json' };
        const response = await rawRequest(school.raw, {
          method: 'POST',
          path: '/mds/v1/metadatasets/-home-',
          headers,
          body: '{}',
        });
        expectRefusal(response, 400);
      }),
    },
  });
}

function describeExport(school: School): void {
  describeOperation('exportMetadata', school, {
    effect: {
      'what is given out comes in again as the same set': async () => {
        for (const form of ['older', 'newer']) {
          const id = newName(form);
          const files = filesOf(join(metadataSamples, form)).filter(({ name }) => !name.endsWith('kurs.xml'));
          await school.admin.importMetadata({ repository, id, body: inLines(files) });
          const before = await exported(school, id);
          const { mds } = await school.anna.getMetadataSet({ repository, metadataset: id });
          const report = await school.admin.importMetadata({ repository, body: own(before) });
          expect(report.notes.filter(({ kind }) => kind !== 'unusable')).toEqual([]);
          expect(await exported(school, id)).toBe(before);
          expect((await school.anna.getMetadataSet({ repository, metadataset: id })).mds).toEqual(mds);
        }
      },
      'under another id it is a set of its own, with lists of its own': async () => {
        const [first, second] = [newName('eins'), newName('zwei')];
        const files = filesOf(join(metadataSamples, 'older'));
        await school.admin.importMetadata({ repository, id: first, body: inLines(files) });
        const text = await exported(school, first);
        await school.admin.importMetadata({ repository, id: second, body: own(text) });
        expect(await exported(school, second)).toBe(text.replaceAll(first, second));
        expect(await exported(school, first)).toBe(text);
      },
      'the default set is given out under any of its names, with its value lists': async () => {
        const text = await exported(school, '-default-');
        expect(text).toMatch(/^id: default\n/);
        expect(text).toMatch(/\n--- # values\/licences\.yaml\n/);
        expect(await exported(school, 'mds_oeh')).toBe(text);
      },
    },
    refusal: {
      'only an administrator takes sets out': async () => {
        await expectRefused(school.anna.exportMetadata({ repository, metadataset: '-default-' }), 403);
        await expectRefused(school.nobody.exportMetadata({ repository, metadataset: '-default-' }), 401);
      },
    },
    badInput: {
      'an unknown set names the nearest': async () => {
        const call = { repository, metadataset: 'defualt' };
        await expectRefused(school.admin.exportMetadata(call), 404, /no metadata set "defualt".*"default"/);
      },
    },
  });
}
