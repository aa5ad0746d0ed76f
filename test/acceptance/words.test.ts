import { describe, expect, test } from 'vitest';
import { nodeNameProblem } from '../../src/base/node-name.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, at, makeFile, makeFolder, makeNode, namesIn, newName, pictureOf } from '../support/trees.ts';
import { leftAsideIn, namedIn } from '../support/unknown-words.ts';

const lom = 'http://www.campuscontent.de/model/lom/1.0';

withTransports((school) => {
  describe('a word of a node', () => {
    unknownWords(school);
    values(school);
    sentBack(school);
  });
  describe('a link', () => links(school));
});

function unknownWords(school: School): void {
  test('that nobody knows, of a registered namespace, is kept as text and named by the answer', async () => {
    const file = await makeFile(school.anna, 'text');
    const body = { 'ccm:seltsam': ['1', '2'], [`{${lom}}größe,x`]: [3, true, null], 'cclom:title': ['bekannt'] };
    const named = 'ccm:seltsam, cclom:gr%C3%B6%C3%9Fe%2Cx';
    const draft = { ...at('-userhome-'), type: 'ccm:io', body: { ...body, 'cm:name': [newName()] } };
    expect(await namedIn(school, 'createNode', draft)).toBe(named);
    expect(await namedIn(school, 'updateMetadata', { ...at(file), body })).toBe(named);
    expect(await namedIn(school, 'createMetadataVersion', { ...at(file), versionComment: '', body })).toBe(named);
    const { node } = await school.anna.getNode(at(file));
    expect(node.properties).toMatchObject({ 'ccm:seltsam': ['1', '2'], 'cclom:größe,x': ['3', 'true'] });
  });

  test('that is removed is not named, nor is one that is known or left aside', async () => {
    const file = await makeFile(school.anna, 'text');
    const body = { 'ccm:seltsam': null, 'ccm:leer': [], 'cclom:title': 'x', 'cm:creator': 'x', 'cm:created_LONG': 5 };
    expect(await namedIn(school, 'updateMetadata', { ...at(file), body })).toBeUndefined();
  });

  test('that the repository itself says is left aside, and named as such', async () => {
    const file = await makeFile(school.anna, 'text');
    const body = { 'cclom:title': 'x', 'cm:creator': 'bert', 'cm:created_LONG': 5, 'cclom:location': ['ccrep://a/b'] };
    const named = 'cm:creator, cm:created_LONG, cclom:location';
    expect(await leftAsideIn(school, 'updateMetadata', { ...at(file), body })).toBe(named);
    const { node } = await school.anna.getNode(at(file));
    expect(node.properties['cm:creator']).not.toEqual(['bert']);
    expect(await leftAsideIn(school, 'updateMetadata', { ...at(file), body: { 'cclom:title': 'y' } })).toBeUndefined();
  });

  test('is named with as many others as a header can carry, and all are kept', async () => {
    const file = await makeFile(school.anna, 'text');
    const names = Array.from({ length: 3_000 }, (_, at) => `ccm:unbekannt_${at}`);
    const body = Object.fromEntries(names.map((name) => [name, ['x']]));
    const named = (await namedIn(school, 'updateMetadata', { ...at(file), body })) ?? '';
    const shown = named.split(', ');
    expect(named.length).toBeLessThan(4_100);
    expect(shown.at(-1)).toBe(`+${names.length - (shown.length - 1)}`);
    const { node } = await school.anna.getNode(at(file));
    expect(Object.keys(node.properties)).toEqual(expect.arrayContaining(names));
  });

  test('whose namespace nobody registered is refused together with all others, short or long, and nothing is done', async () => {
    const folder = await makeFolder(school.anna);
    const file = await makeNode(school.anna, { type: 'ccm:io', parent: folder });
    const before = await pictureOf(school.anna, folder);
    const body = { 'cm:name': ['neu'], 'foo:bar': ['x'], '{http://x.example}y': null, 'cclom:title': ['x'] };
    const all = /registered: foo:bar, \{http:\/\/x\.example\}y\. Use a registered one \(cm, sys, ccm, cclom, virtual\)/;
    await expectRefused(school.anna.updateMetadata({ ...at(file), body }), 400, all);
    await expectRefused(school.anna.createMetadataVersion({ ...at(file), versionComment: '', body }), 400, all);
    await expectRefused(
      school.anna.createNode({ ...at(folder), type: 'ccm:io', aspects: ['oeh:a,ccm:b', 'frei'], body }),
      400,
      /registered: oeh:a, frei, foo:bar, \{http/,
    );
    expect(await pictureOf(school.anna, folder)).toEqual(before);
  });

  test('may be an aspect: repeated or parted by commas, short or long, each once; unknown ones are named', async () => {
    const aspects = ['ccm:published,cm:versionable', '{http://www.campuscontent.de/model/1.0}collection', 'ccm:fremd'];
    const draft = { ...at('-userhome-'), type: 'ccm:io', aspects: [...aspects, 'ccm:published'] };
    const name = newName();
    expect(await namedIn(school, 'createNode', { ...draft, body: { 'cm:name': [name] } })).toBe('ccm:fremd');
    const { node } = await school.anna.resolvePath({ ...at('-userhome-'), path: name });
    expect(node.aspects).toEqual(['ccm:published', 'cm:versionable', 'ccm:collection', 'ccm:fremd']);
  });

  test('that is a type nobody knows is refused, and the nearest one is named', async () => {
    for (const [type, nearest] of [
      ['ccm:maps', 'ccm:map'],
      ['cm:foldr', 'cm:folder'],
      ['io', 'ccm:io'],
      ['{http://www.campuscontent.de/model/1.0}savedsearch', 'ccm:saved_search'],
      ['foo:bar', ''],
      ['__proto__', ''],
      ['x'.repeat(5_000), ''],
    ] as const) {
      const attempt = makeNode(school.anna, { type, parent: '-userhome-' });
      await expectRefused(attempt, 400, new RegExp(`is not a node type\\. Did you mean ${nearest}`));
    }
  });
}

function values(school: School): void {
  const good = {
    'cclom:aggregationlevel': ['1', '-2.5', '+3', '.5', '1e3', ''],
    'ccm:license_to': [
      '2026',
      '2026-02',
      '2024-02-29',
      '2026-01-31T23:59',
      '2026-01-31 08:00:00.123456+02:00',
      '2026-01-31T08:00:00Z',
      '1767225600000',
      '',
    ],
    'ccm:questionsallowed': ['true', 'FALSE', 'True', ''],
  };
  const bad: readonly (readonly [string, string, RegExp])[] = [
    ['cclom:aggregationlevel', '1e999', /"1e999" of the property cclom:aggregationlevel .*number such as 12/],
    ['cclom:aggregationlevel', 'zwei', /"zwei" of the property cclom:aggregationlevel .*number such as 12/],
    ['cclom:aggregationlevel', '1,5', /number/],
    ['cclom:aggregationlevel', 'NaN', /number/],
    ['cclom:aggregationlevel', 'Infinity', /number/],
    ['cclom:aggregationlevel', '0x10', /number/],
    ['ccm:license_to', '31.12.2026', /"31\.12\.2026" .*ccm:license_to .*date such as 2026-01-31/],
    ['ccm:license_to', '2026-02-30', /date/],
    ['ccm:license_to', '2026-13-01', /date/],
    ['ccm:license_to', '2026-01-31T24:00', /date/],
    ['ccm:license_to', 'morgen', /date/],
    ['ccm:questionsallowed', 'ja', /"ja" .*ccm:questionsallowed .*true or false/],
    ['ccm:questionsallowed', '1', /true or false/],
  ];

  test('of a known type is kept as the text that was sent', async () => {
    const file = await makeFile(school.anna, 'text');
    for (const [name, texts] of Object.entries(good)) {
      for (const text of texts) {
        await school.anna.updateMetadata({ ...at(file), body: { [name]: text } });
        expect((await school.anna.getNode(at(file))).node.properties[name]).toEqual([text]);
      }
    }
  });

  test('that its property cannot have is refused with all others, naming property, value and form', async () => {
    const file = await makeFile(school.anna, 'text');
    const before = await pictureOf(school.anna, file);
    for (const [name, value, message] of bad) {
      await expectRefused(school.anna.updateMetadata({ ...at(file), body: { [name]: [value] } }), 400, message);
      await expectRefused(school.anna.setProperty({ ...at(file), property: name, value: [value] }), 400, message);
    }
    const body = { 'ccm:license_to': 'x', 'ccm:questionsallowed': 'y', 'cclom:title': ['a', 'b'], 'foo:z': 1 };
    const all = /foo:z.*"x".*"y".*cclom:title takes one value, and 2 were sent/;
    await expectRefused(school.anna.createMetadataVersion({ ...at(file), versionComment: '', body }), 400, all);
    await expectRefused(school.anna.updateMetadata({ ...at(file), body: { 'cm:name': ['a', 'b'] } }), 400, /one value/);
    expect(await pictureOf(school.anna, file)).toEqual(before);
  });

  test('may be a number, a truth value or a single text in place of a list; null, or no value, removes', async () => {
    const file = await makeFile(school.anna, 'text', { properties: { 'cm:description': 'x', 'ccm:notes': 'y' } });
    await school.anna.updateMetadata({
      ...at(file),
      body: {
        'cclom:aggregationlevel': 2,
        'ccm:questionsallowed': true,
        'cclom:title': 'Titel',
        'cclom:general_keyword': ['a', null, 'b'],
        'cm:description': null,
        'ccm:notes': [null],
      },
    });
    const { properties } = (await school.anna.getNode(at(file))).node;
    expect(properties).toMatchObject({
      'cclom:aggregationlevel': ['2'],
      'ccm:questionsallowed': ['true'],
      'cclom:title': ['Titel'],
      'cclom:general_keyword': ['a', 'b'],
    });
    for (const name of ['cm:description', 'ccm:notes']) expect(Object.hasOwn(properties, name)).toBe(false);
  });

  test('sent under the short and the long name of one property is refused', async () => {
    const file = await makeFile(school.anna, 'text');
    const body = { 'cclom:title': ['a'], [`{${lom}}title`]: ['b'] };
    await expectRefused(school.anna.updateMetadata({ ...at(file), body }), 400, /cclom:title was sent twice/);
  });
}

function sentBack(school: School): void {
  test('that the repository says itself is left aside when it comes back, as numbers too; so is an answer as a whole', async () => {
    const file = await makeFile(school.anna, 'text', { properties: { 'cclom:title': 'Titel' } });
    const { node } = await school.anna.updateMetadata({
      ...at(file),
      body: {
        ...file.properties,
        'cm:created': [Date.parse('2001-01-01')],
        'cm:created_LONG': Date.parse('2001-01-01'),
        'cm:modifiedISO8601': '2001-01-01',
        'cm:modifier': ['opencast importer'],
        'cm:versionLabel': 9.9,
        'sys:node-uuid': [1],
        'virtual:primaryparent_nodeid': ['x'],
        'ccm:taxonid_DISPLAYNAME': ['Mathematik'],
        'cclom:size': 5,
        'cclom:format': ['text/other'],
        'cclom:location': [`ccrep://repo/${file.ref.id}`],
      },
    });
    // The address of the preview has the time in it.
    const timeless = ({ modifiedAt: _, preview: _preview, properties, ...rest }: typeof node) => {
      const { 'cm:modified': _modified, 'cm:modifiedISO8601': _iso, ...others } = properties;
      return { ...rest, properties: others };
    };
    expect(timeless(node)).toEqual(timeless(file));
  });

  test('about content is the client’s as long as there is none, and the repository’s from then on', async () => {
    const body = { 'cclom:format': ['video/mp4'], 'cclom:size': ['5'], 'cclom:location': ['https://x.example/a'] };
    const made = await makeNode(school.anna, { type: 'ccm:io', properties: body });
    expect(made.properties).toMatchObject(body);
    const { node } = await school.anna.uploadContent({ ...at(made), mimetype: 'text/plain', body: aFile('drei') });
    expect(node.properties).toMatchObject({
      'cclom:format': ['text/plain'],
      'cclom:size': ['4'],
      'cclom:location': ['https://x.example/a'],
    });
  });

  test('can come as a media importer sends them: what it says of itself is kept, and nothing is refused', async () => {
    const file = await makeNode(school.anna, { type: 'ccm:io' });
    const id = file.ref.id;
    const { node } = await school.anna.createMetadataVersion({
      ...at(file),
      versionComment: 'METADATA_UPDATE',
      body: {
        'cm:name': ['vorlesung-1'],
        'ccm:original': [id],
        'sys:node-uuid': [id],
        'cclom:title': ['Vorlesung 1'],
        'ccm:create_version': ['true'],
        'cm:modifiedISO8601': ['2026-01-31T08:00:00Z'],
        'ccm:wwwurl': ['https://video.example/play/1'],
        'cm:creator': ['Erika Muster'],
        'cm:autoVersion': ['false'],
        'virtual:primaryparent_nodeid': ['x'],
        'cclom:general_language': [null],
        'cm:edu_forcemetadataset': ['false'],
        'cm:edu_metadataset': ['mds_oeh'],
        'cm:autoVersionOnUpdateProps': ['false'],
        'cclom:location': [`ccrep://repo/${id}`],
        'ccm:lifecyclecontributer_author': ['BEGIN:VCARD\nFN:A\nEND:VCARD', 'BEGIN:VCARD\nFN:B\nEND:VCARD'],
        'ccm:questionsallowed': ['true'],
        'cm:automaticUpdate': ['true'],
        'cm:initialVersion': ['false'],
        'ccm:commonlicense_key': ['CC_BY_SA'],
        'cm:created': [1_767_225_600_000],
        'cm:created_LONG': [1_767_225_600_000],
        'ccm:version_comment': ['Automatischer Import'],
        'cclom:general_keyword': ['Vorlesungsaufzeichnung', 'Opencast'],
        'ccm:taxonid': [''],
        'ccm:university': ['https://ror.example/1'],
        'cclom:typicallearningtime': ['PT1H30M'],
      },
    });
    expect(node).toMatchObject({ name: 'vorlesung-1', mediatype: 'link', contentVersion: '1.1', downloadUrl: null });
    expect(node.properties).toMatchObject({
      'cm:creator': ['anna'],
      'cm:edu_metadataset': ['mds_oeh'],
      'ccm:university': ['https://ror.example/1'],
      'cclom:typicallearningtime': ['PT1H30M'],
    });
    expect(Object.hasOwn(node.properties, 'cclom:location')).toBe(false);
  });
}

function links(school: School): void {
  test('is a node whose name comes from its address where none is sent, and which nothing can be downloaded from', async () => {
    const folder = await makeFolder(school.anna);
    const make = (url: string) =>
      school.anna.createNode({
        ...at(folder),
        type: 'ccm:io',
        body: { 'ccm:wwwurl': [url], 'ccm:linktype': ['USER'] },
      });
    const { node } = await make('https://de.wikipedia.org/wiki/Bruch%C3%BCbung');
    expect(node).toMatchObject({
      name: 'de.wikipedia.org_wiki_Bruchübung',
      mediatype: 'link',
      isDirectory: false,
      downloadUrl: null,
      size: null,
    });
    expect(node.properties).toMatchObject({ 'ccm:linktype': ['USER'] });
    const again = await make('https://de.wikipedia.org/wiki/Bruch%C3%BCbung');
    expect(again.node.name).toBe('de.wikipedia.org_wiki_Bruchübung - 1');
    const odd = [
      'https://x.example/',
      'x',
      '%%%',
      '///',
      '..',
      `https://x.example/${'ü'.repeat(5_000)}`,
      'a\u0000b\n',
      'javascript:alert(1)',
      '\ud83c',
    ];
    for (const url of odd) expect(nodeNameProblem((await make(url)).node.name), url).toBeUndefined();
    expect(await namesIn(school.anna, folder)).toHaveLength(odd.length + 2);
  });

  test('can have a name of its own, and is no link any more when its address goes', async () => {
    const link = await makeNode(school.anna, { type: 'ccm:io', properties: { 'ccm:wwwurl': 'https://x.example/a' } });
    expect(link.mediatype).toBe('link');
    for (const gone of [null, [], [null], ['']]) {
      const { node } = await school.anna.updateMetadata({ ...at(link), body: { 'ccm:wwwurl': gone } });
      expect(node.mediatype).not.toBe('link');
      await school.anna.updateMetadata({ ...at(link), body: { 'ccm:wwwurl': 'https://x.example/a' } });
    }
  });

  test('needs an address or a name', async () => {
    for (const address of [null, '', []]) {
      const attempt = school.anna.createNode({ ...at('-userhome-'), type: 'ccm:io', body: { 'ccm:wwwurl': address } });
      await expectRefused(attempt, 400, /cm:name is missing/);
    }
    const folder = school.anna.createNode({
      ...at('-userhome-'),
      type: 'ccm:map',
      body: { 'ccm:wwwurl': 'x.example' },
    });
    await expectRefused(folder, 400, /cm:name is missing/);
  });
}
