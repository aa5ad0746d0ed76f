import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { bagitSource } from '../../../../src/cli/import/sources/bagit.ts';
import { epubSource } from '../../../../src/cli/import/sources/epub.ts';
import { h5pSource } from '../../../../src/cli/import/sources/h5p.ts';
import { commonCartridgeSource, imsSource, scormSource } from '../../../../src/cli/import/sources/learning-packages.ts';
import { lomSource } from '../../../../src/cli/import/sources/lom.ts';
import { moodleSource } from '../../../../src/cli/import/sources/moodle.ts';
import { zipSource } from '../../../../src/cli/import/sources/zip.ts';
import { corpusDirectory } from '../../../support/corpus.ts';
import { inputAt, itemsOf, opened, placesOf, valuesOf } from '../../../support/import-sources.ts';

const kinds = [
  lomSource,
  scormSource,
  commonCartridgeSource,
  imsSource,
  h5pSource,
  epubSource,
  moodleSource,
  bagitSource,
  zipSource,
];

describe('the packages of the corpus', () => {
  test('each is recognised as what it is, before a plain ZIP archive', async (context) => {
    const folder = corpusDirectory(context);
    const recognised = async (file: string) => {
      const found: string[] = [];
      for (const kind of kinds) if (await kind.recognises(await inputAt(join(folder, file)))) found.push(kind.name);
      return found[0];
    };
    expect(await recognised('packages/scorm12-single-sco.zip')).toBe('scorm');
    expect(await recognised('packages/scorm12-missing-organization.zip')).toBe('scorm');
    expect(await recognised('packages/accordion-oer.h5p')).toBe('h5p');
    expect(await recognised('packages/oer-im-unterricht.epub')).toBe('epub');
    expect(await recognised('lom-xml/full-example-a.xml')).toBe('lom');
    expect(await recognised('lom-xml/rights-example.xml')).toBe('lom');
    expect(await recognised('lom-xml/profil.html')).toBeUndefined();
    expect(await recognised('vocabs-skos')).toBeUndefined();
  });

  test('an H5P file keeps title, author, language and licence', async (context) => {
    const source = await opened(h5pSource, join(corpusDirectory(context), 'packages/accordion-oer.h5p'));
    const [item] = await itemsOf(source);
    expect(source).toMatchObject({ understoodAs: 'H5P content', total: 1 });
    expect(item).toMatchObject({ name: 'accordion-oer.h5p', folders: [], content: { kind: 'file' }, problems: [] });
    expect(item && valuesOf(item)).toEqual({
      'cclom:title': ['OER im Unterricht – Überblick'],
      'cclom:general_language': ['de'],
      'ccm:author_freetext': ['Hendrik Bunke'],
      'ccm:commonlicense_key': ['CC_BY'],
      'ccm:commonlicense_cc_version': ['4.0'],
    });
  });

  test('an EPUB book keeps what its package document says', async (context) => {
    const source = await opened(epubSource, join(corpusDirectory(context), 'packages/oer-im-unterricht.epub'));
    const [item] = await itemsOf(source);
    expect(source.understoodAs).toBe('an EPUB 3.0 book');
    expect(item).toMatchObject({
      key: 'urn:uuid:6f1d1b1e-0000-4000-8000-000000000001',
      name: 'oer-im-unterricht.epub',
    });
    expect(item && valuesOf(item)).toEqual({
      'cclom:title': ['OER im Unterricht'],
      'cclom:general_language': ['de'],
      'cclom:general_identifier': ['urn:uuid:6f1d1b1e-0000-4000-8000-000000000001'],
      'ccm:author_freetext': ['Hendrik Bunke'],
      'ccm:commonlicense_key': ['CC_BY'],
      'ccm:commonlicense_cc_version': ['4.0'],
    });
  });

  test('a SCORM package is one file, with a warning for each missing file', async (context) => {
    const source = await opened(scormSource, join(corpusDirectory(context), 'packages/scorm12-single-sco.zip'));
    const [item] = await itemsOf(source);
    expect(source.understoodAs).toBe('a SCORM 1.2 package');
    expect(item && valuesOf(item)).toEqual({ 'cclom:title': ['Golf Explained - CP Single SCO'] });
    expect(item).toMatchObject({ key: 'com.scorm.golfsamples.contentpackaging.singlesco.12', kind: 'file' });
    expect(item?.problems.map(({ severity, why }) => [severity, /"(.*)"/.exec(why)?.[1]])).toEqual([
      ['warning', 'Etiquette/questions.js'],
      ['warning', 'Handicapping/questions.js'],
      ['warning', 'HavingFun/questions.js'],
      ['warning', 'Playing/questions.js'],
      ['warning', 'shared/contentfunctions.js'],
      ['warning', 'shared/scormfunctions.js'],
    ]);
  });

  test('an unpacked SCORM package has the folders of its organization, then the other files', async (context) => {
    const path = join(corpusDirectory(context), 'packages/scorm12-multi-sco.zip');
    const items = await itemsOf(await opened(scormSource, path, true));
    const top = 'Golf Explained - Minimum Run-time Calls';
    expect(placesOf(items).slice(0, 13)).toEqual([
      `${top}/`,
      `${top}/Playing the Game/`,
      `${top}/Playing the Game/How to Play.html`,
      `${top}/Playing the Game/Par?.html`,
      `${top}/Playing the Game/Keeping Score.html`,
      `${top}/Playing the Game/Other Scoring Systems.html`,
      `${top}/Playing the Game/The Rules of Golf.html`,
      `${top}/Playing the Game/Playing Golf Quiz.html`,
      `${top}/Having Fun/`,
      `${top}/Having Fun/How to Have Fun Playing Golf.html`,
      `${top}/Having Fun/How to Make Friends Playing Golf.html`,
      `${top}/Having Fun/Having Fun Quiz.html`,
      `${top}/HavingFun/friends.jpg`,
    ]);
    expect(placesOf(items).filter((place) => /\.xsd$|imsmanifest/.test(place))).toEqual([]);
    expect(items.find(({ name }) => name === 'Par?.html')).toMatchObject({
      where: 'Playing/Par.html',
      content: { size: 2335 },
    });
    expect(new Set(items.map(({ key }) => key)).size).toBe(items.length);
  });

  test('a package without an organization has its files, and the name of its file', async (context) => {
    const path = join(corpusDirectory(context), 'packages/scorm12-missing-organization.zip');
    const items = await itemsOf(await opened(scormSource, path, true));
    expect(placesOf(items).slice(0, 3)).toEqual([
      'scorm12-missing-organization/',
      'scorm12-missing-organization/missingorg_shared/assessmenttemplate.html',
      'scorm12-missing-organization/sso/background.jpg',
    ]);
    expect(items[0]?.problems).toHaveLength(2);
  });
});

describe('the LOM records of the corpus', () => {
  test('a record without prefixes, of the binding of IMS', async (context) => {
    const source = await opened(lomSource, join(corpusDirectory(context), 'lom-xml/full-example-a.xml'));
    const [item] = await itemsOf(source);
    expect(source).toMatchObject({ understoodAs: 'LOM metadata with 1 record', total: 1 });
    expect(item).toMatchObject({
      where: 'record 1',
      key: 'c0a478bd-b5f0-4d67-89c5-4a49dfefddcf',
      content: undefined,
      problems: [],
    });
    expect(item && valuesOf(item)).toEqual({
      'cclom:title': ['Introduction to Difference Equations'],
      'cclom:general_description': ['Vorbereitung auf einen Kurs zur Zeitreihenanalyse'],
      'cclom:general_keyword': ['Differenzengleichung', 'Difference Equation'],
      'cclom:general_language': ['en'],
      'cclom:general_identifier': [
        'c0a478bd-b5f0-4d67-89c5-4a49dfefddcf',
        'http://hdl.handle.net/10900.3/OER_ZZxWvFJV',
      ],
      'ccm:lifecyclecontributer_author': [
        'BEGIN:VCARD\r\nVERSION:3.0\r\nN:Meier;Thomas\r\nFN:Thomas Meier\r\nURL:https://orcid.org/0000-0003-3415-7412\r\nEND:VCARD',
      ],
      'ccm:educationallearningresourcetype': ['video', 'course'],
      'ccm:taxonid': [
        'http://w3id.org/class/hochschulfaechersystematik/n276#',
        'http://w3id.org/class/hochschulfaechersystematik/n30#',
      ],
      'ccm:commonlicense_key': ['CC_0'],
      'ccm:commonlicense_cc_version': ['1.0'],
      'ccm:wwwurl': ['http://hdl.handle.net/10900.3/OER_ZZxWvFJV'],
    });
    expect(item?.fields.find(({ property }) => property === 'ccm:taxonid')?.values[1]).toEqual([
      'http://w3id.org/class/hochschulfaechersystematik/n30#',
      'Wirtschaftswissenschaften',
      'http://w3id.org/class/hochschulfaechersystematik/n3#',
      'Rechts-, Wirtschafts- und Sozialwissenschaften',
    ]);
  });

  test('a record with several authors, and a licence by its address', async (context) => {
    const [item] = await itemsOf(await opened(lomSource, join(corpusDirectory(context), 'lom-xml/full-example-b.xml')));
    const values = item === undefined ? {} : valuesOf(item);
    expect(values['ccm:lifecyclecontributer_author']?.map((card) => /FN: ?(.*)/.exec(card)?.[1]?.trim())).toEqual([
      'Annika Kolb',
      'Ingrid Vonrhein',
      'Marita Schocker',
    ]);
    expect(values).toMatchObject({ 'ccm:commonlicense_key': ['CC_BY_SA'], 'ccm:commonlicense_cc_version': ['4.0'] });
    expect(values['cclom:general_keyword']).toEqual([
      'Aktionsforschung',
      'forschungsorientierte Lehre',
      'Unterrichtsforschung',
    ]);
  });

  test.for([
    [
      'general-example.xml',
      { 'cclom:title': ['Baustein 5 Classroom Action Research'], 'cclom:general_language': ['de'] },
    ],
    ['rights-example.xml', { 'ccm:commonlicense_key': ['CC_BY_SA'], 'ccm:commonlicense_cc_version': ['4.0'] }],
    ['educational-example.xml', { 'ccm:educationallearningresourcetype': ['video'] }],
  ] as const)('the fragment %s', async ([name, expected], context) => {
    const [item] = await itemsOf(await opened(lomSource, join(corpusDirectory(context), 'lom-xml', name)));
    expect(item && valuesOf(item)).toMatchObject(expected);
  });
});
