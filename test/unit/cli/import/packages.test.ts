import { describe, expect, test } from 'vitest';
import type { SourceKind } from '../../../../src/cli/import/source.ts';
import { epubSource } from '../../../../src/cli/import/sources/epub.ts';
import { h5pSource } from '../../../../src/cli/import/sources/h5p.ts';
import { commonCartridgeSource, imsSource, scormSource } from '../../../../src/cli/import/sources/learning-packages.ts';
import { lomSource } from '../../../../src/cli/import/sources/lom.ts';
import {
  bytesOf,
  type FilesByPath,
  inputAt,
  itemsOf,
  opened,
  placesOf,
  valuesOf,
  writtenFile,
  zipFile,
} from '../../../support/import-sources.ts';

const lom = `<lom xmlns="http://ltsc.ieee.org/xsd/LOM"><general>
  <title><string language="en">Water</string><string language="de">Wasser</string></title>
  <language>de</language>
  <description><string language="de">  Kreislauf
     des Wassers </string></description>
  <keyword><string language="de">Wasser</string><string language="en">water</string></keyword>
</general><lifeCycle><contribute><role><source>LOMv1.0</source><value>author</value></role><entity>Erika Muster</entity></contribute>
<contribute><role><value>publisher</value></role><entity>BEGIN:VCARD
VERSION:3.0
ORG:Verlag
END:VCARD</entity></contribute></lifeCycle>
<educational><learningResourceType><source>LOMv1.0</source><value>exercise</value></learningResourceType>
<context><value>school</value></context><typicalAgeRange><string language="x-none">10-12</string></typicalAgeRange></educational>
<rights><copyrightAndOtherRestrictions><value>yes</value></copyrightAndOtherRestrictions>
<description><string language="de">Lizenz: https://creativecommons.org/licenses/by-nc/3.0/de/ gilt.</string></description></rights></lom>`;

const lomValues = {
  'cclom:title': ['Wasser'],
  'cclom:general_description': ['Kreislauf\ndes Wassers'],
  'cclom:general_keyword': ['Wasser', 'water'],
  'cclom:general_language': ['de'],
  'ccm:author_freetext': ['Erika Muster'],
  'ccm:lifecyclecontributer_publisher': ['BEGIN:VCARD\r\nVERSION:3.0\r\nORG:Verlag\r\nEND:VCARD'],
  'ccm:educationallearningresourcetype': ['exercise'],
  'ccm:educationalcontext': ['school'],
  'ccm:educationaltypicalagerange': ['10-12'],
  'ccm:commonlicense_key': ['CC_BY_NC'],
  'ccm:commonlicense_cc_version': ['3.0'],
  'ccm:commonlicense_cc_locale': ['DE'],
  'cclom:rights_description': ['Lizenz: https://creativecommons.org/licenses/by-nc/3.0/de/ gilt.'],
};

const manifest = (parts: { metadata?: string; organizations?: string; resources?: string }): string =>
  `<?xml version="1.0"?><manifest identifier="M1" xmlns:adlcp="x" xmlns:xlink="y"><metadata>${parts.metadata ?? ''}</metadata>` +
  `<organizations>${parts.organizations ?? ''}</organizations><resources>${parts.resources ?? ''}</resources></manifest>`;

const refusalOf = async (kind: SourceKind, path: string): Promise<string | undefined> =>
  opened(kind, path, true).then(
    () => undefined,
    (error: Error & { why: string }) => error.why,
  );

const recognisedAs = async (path: string): Promise<string[]> => {
  const names: string[] = [];
  for (const kind of [scormSource, commonCartridgeSource, imsSource]) {
    if (await kind.recognises(await inputAt(path))) names.push(kind.name);
  }
  return names;
};

describe('an IMS content package', () => {
  const files: FilesByPath = {
    'imsmanifest.xml': manifest({
      metadata: lom,
      organizations:
        '<organization><title>Kurs</title><item identifier="A"><title>Teil/1</title>' +
        '<item identifier="B" identifierref="R1"><title>Seite</title></item><item identifier="C" identifierref="R1"><title>seite</title></item></item>' +
        '<item identifier="D" identifierref="R2"><title>Netz</title></item><item identifier="E" identifierref="R9"><title>Weg</title></item></organization>',
      resources:
        '<resource identifier="R1" xml:base="Inhalt/" type="webcontent" href="erste%20Seite.html?x=1"><file href="erste%20Seite.html"/><file href="fehlt.css"/></resource>' +
        '<resource identifier="R2" type="webcontent" href="https://example.org/a"/>',
    }),
    'inhalt/Erste Seite.html': '<p>',
    'Bilder/a.png': 'png',
    'ims_xml.xsd': 'schema',
  };

  test('has what its LOM record says', async () => {
    const path = await zipFile('wasser.zip', files);
    expect(await recognisedAs(path)).toEqual(['ims']);
    const [item] = await itemsOf(await opened(imsSource, path));
    expect(item).toMatchObject({ key: 'M1', name: 'wasser.zip', content: { kind: 'file', path } });
    expect(item && valuesOf(item)).toEqual(lomValues);
    expect(item?.problems.map(({ why }) => why)).toEqual([
      'The manifest lists "Inhalt/fehlt.css", which the package does not have.',
      'The manifest lists "R9", which the package does not have.',
    ]);
  });

  test('unpacked has folders by its organization, different names, links, and the other files', async () => {
    const items = await itemsOf(await opened(imsSource, await zipFile('wasser.zip', files), true));
    expect(placesOf(items)).toEqual([
      'Wasser/',
      'Wasser/Teil-1/',
      'Wasser/Teil-1/Seite.html',
      'Wasser/Teil-1/seite - 2.html',
      'Wasser/Netz',
      'Wasser/Bilder/a.png',
    ]);
    expect(items.map(({ key }) => key)).toEqual([
      'M1',
      'M1/folder A',
      'M1/item B',
      'M1/item C',
      'M1/item D',
      'M1/file Bilder/a.png',
    ]);
    const { 'cclom:title': title, ...others } = lomValues;
    expect(items[0] && valuesOf(items[0])).toEqual({ 'cm:title': title, ...others });
    expect(items[4] && valuesOf(items[4])).toEqual({
      'cclom:title': ['Netz'],
      'ccm:wwwurl': ['https://example.org/a'],
    });
    expect(await bytesOf(items[2]?.content)).toBe('<p>');
  });

  test.each([
    ['../x', '../x'],
    ['%2e%2e/x', '%2e%2e/x'],
    ['a\\..\\..\\x', 'a\\..\\..\\x'],
    ['/etc/passwd', '/etc/passwd'],
  ])('is refused if its manifest names %s', async (href, shown) => {
    const path = await zipFile('a.zip', {
      'imsmanifest.xml': manifest({ resources: `<resource identifier="R" href="${href}"/>` }),
    });
    expect(await refusalOf(imsSource, path)).toBe(
      `imsmanifest.xml in it names "${shown}", which is outside of the package.`,
    );
  });

  test.each([
    ['is cut off', '<manifest><metadata>', /unclosed tag/],
    ['declares entities', '<!DOCTYPE m [<!ENTITY a "b">]><m>&a;</m>', /It declares entities/],
    ['is nested too deep', '<item>'.repeat(300), /nested more than 200 deep/],
    ['is empty', '', /root element|empty/],
    ['is larger than a manifest', `<m>${'x'.repeat(16_100_000)}</m>`, /more than 16 MB/],
    ['has another encoding', Buffer.from('<?xml version="1.0"?><manifest a="\xe4"/>', 'latin1'), /encoding/],
  ])('is refused with a sentence if its manifest %s', async (_case, content, why) => {
    const path = await zipFile('a.zip', { 'imsmanifest.xml': content });
    expect(await recognisedAs(path)).toEqual(['ims']);
    expect(await refusalOf(imsSource, path)).toMatch(why);
  });
});

describe('a SCORM 2004 package', () => {
  test('has its metadata in a file of its own; a broken one is a warning', async () => {
    const metadata =
      '<schema>ADL SCORM</schema><schemaversion>2004 4th Edition</schemaversion><adlcp:location>meta.xml</adlcp:location>';
    const files = {
      'imsmanifest.xml': manifest({
        metadata,
        resources: '<resource identifier="R" adlcp:scormType="sco" href="a.html"/>',
      }),
      'a.html': 'a',
    };
    const path = await zipFile('a.zip', { ...files, 'meta.xml': lom });
    expect(await recognisedAs(path)).toEqual(['scorm']);
    const source = await opened(scormSource, path);
    expect(source.understoodAs).toBe('a SCORM 2004 4th Edition package');
    const [item] = await itemsOf(source);
    expect(item && valuesOf(item)).toEqual(lomValues);
    const [broken] = await itemsOf(
      await opened(scormSource, await zipFile('golf.zip', { ...files, 'meta.xml': '<lom>' })),
    );
    expect(broken && valuesOf(broken)).toEqual({ 'cclom:title': ['golf'] });
    expect(broken?.problems).toMatchObject([
      { severity: 'warning', why: expect.stringMatching(/^meta\.xml cannot be read\. It is not well-formed XML/) },
    ]);
  });
});

describe('a Common Cartridge', () => {
  test('has its title, and links as links when it is unpacked', async () => {
    const metadata = `<schema>IMS Common Cartridge</schema><schemaversion>1.3.0</schemaversion>${lom}`;
    const organizations =
      '<organization structure="rooted-hierarchy"><item identifier="root"><item identifier="m"><title>Modul</title>' +
      '<item identifier="w" identifierref="W"><title>Video</title></item><item identifier="f" identifierref="F"><title>Blatt</title></item></item></item></organization>';
    const resources =
      '<resource identifier="W" type="imswl_xmlv1p3"><file href="w.xml"/></resource>' +
      '<resource identifier="F" type="webcontent" href="blatt.pdf"><file href="blatt.pdf"/></resource>';
    const path = await zipFile('kurs.imscc', {
      'imsmanifest.xml': manifest({ metadata, organizations, resources }),
      'w.xml':
        '<webLink xmlns="z"><title>Video</title><url href="https://example.org/v?a=1&amp;b=2" target="_blank"/></webLink>',
      'blatt.pdf': 'pdf',
    });
    expect(await recognisedAs(path)).toEqual(['common-cartridge']);
    const source = await opened(commonCartridgeSource, path, true);
    const items = await itemsOf(source);
    expect(source.understoodAs).toBe('a Common Cartridge 1.3.0, unpacked');
    expect(placesOf(items)).toEqual(['Wasser/', 'Wasser/Modul/', 'Wasser/Modul/Video', 'Wasser/Modul/Blatt.pdf']);
    expect(items[2]).toMatchObject({ content: undefined });
    expect(items[2] && valuesOf(items[2])['ccm:wwwurl']).toEqual(['https://example.org/v?a=1&b=2']);
  });
});

describe('an EPUB book', () => {
  const container = '<container><rootfiles><rootfile full-path="O/b.opf"/></rootfiles></container>';
  const book = (opf: string, files: FilesByPath = {}) =>
    zipFile('buch.epub', {
      mimetype: 'application/epub+zip',
      'META-INF/container.xml': container,
      'O/b.opf': opf,
      ...files,
    });

  test('of version 2 has subjects, description, rights, authors and its cover', async () => {
    const opf =
      '<?xml version="1.0" encoding="ISO-8859-1"?><package version="2.0"><metadata xmlns:dc="d"><dc:title>Bl\xe4tter</dc:title><dc:title>Untertitel</dc:title>' +
      '<dc:creator>A</dc:creator><dc:creator>B</dc:creator><dc:subject>Biologie</dc:subject><dc:description>&lt;p&gt;Eins&lt;/p&gt;&lt;p&gt;Zwei&lt;/p&gt;</dc:description>' +
      '<dc:language>und</dc:language><dc:rights>Alle Rechte vorbehalten</dc:rights><meta name="cover" content="c"/></metadata>' +
      '<manifest><item id="c" href="Bilder/mein%20Bild.jpg" media-type="image/jpeg"/></manifest></package>';
    const path = await book(opf, { 'O/Bilder/mein Bild.jpg': 'jpg' });
    // Written in Latin-1, as it declares.
    const latin = await zipFile('buch.epub', {
      mimetype: 'x',
      'META-INF/container.xml': container,
      'O/b.opf': Buffer.from(opf, 'latin1'),
      'O/Bilder/mein Bild.jpg': 'jpg',
    });
    expect(await epubSource.recognises(await inputAt(path))).toBe(true);
    const [item] = await itemsOf(await opened(epubSource, latin));
    expect(item && valuesOf(item)).toEqual({
      'cclom:title': ['Blätter'],
      'cclom:general_description': ['Eins\nZwei'],
      'cclom:general_keyword': ['Biologie'],
      'ccm:author_freetext': ['A', 'B'],
      'ccm:commonlicense_key': ['CUSTOM'],
      'cclom:rights_description': ['Alle Rechte vorbehalten'],
    });
    expect(item?.preview?.fileName).toBe('mein Bild.jpg');
    expect(await bytesOf(item?.preview)).toBe('jpg');
  });

  test('is refused without its package document', async () => {
    const path = await zipFile('a.epub', { mimetype: 'x', 'META-INF/container.xml': container });
    expect(await refusalOf(epubSource, path)).toBe('O/b.opf in it cannot be read. It is missing.');
  });
});

describe('H5P content', () => {
  test.each([
    ['U', '', {}],
    ['CC BY-NC-SA', '4.0', { 'ccm:commonlicense_key': ['CC_BY_NC_SA'], 'ccm:commonlicense_cc_version': ['4.0'] }],
    ['CC0 1.0', '', { 'ccm:commonlicense_key': ['CC_0'] }],
    ['CC PDM', '', { 'ccm:commonlicense_key': ['PDM'] }],
    ['GNU GPL', 'v3', { 'ccm:commonlicense_key': ['CUSTOM'], 'cclom:rights_description': ['GNU GPL'] }],
  ])('with the licence %s', async (license, licenseVersion, expected) => {
    const path = await zipFile('a.h5p', {
      'h5p.json': JSON.stringify({ title: 'T', language: 'und', license, licenseVersion }),
    });
    const [item] = await itemsOf(await opened(h5pSource, path));
    expect(item && valuesOf(item)).toEqual({ 'cclom:title': ['T'], ...expected });
  });

  test.each(['[]x', 'null', '', '{"title":'])('is refused with the description %j', async (json) => {
    expect(await refusalOf(h5pSource, await zipFile('a.h5p', { 'h5p.json': json }))).toMatch(
      /^h5p\.json in it cannot be read\. /,
    );
  });
});

describe('LOM metadata', () => {
  test('with prefixes, and several records in a document', async () => {
    const prefixed = lom.replaceAll(/<(\/?)(\w)/g, '<$1lom:$2').replace('xmlns=', 'xmlns:lom=');
    const path = await writtenFile(
      'a.xml',
      `<records>${prefixed}<lom><general><title>Zwei</title></general></lom></records>`,
    );
    expect(await lomSource.recognises(await inputAt(path))).toBe(true);
    const source = await opened(lomSource, path);
    const items = await itemsOf(source);
    expect(source.understoodAs).toBe('LOM metadata with 2 records');
    expect(items.map(valuesOf)).toEqual([lomValues, { 'cclom:title': ['Zwei'] }]);
  });

  test('in UTF-16', async () => {
    const path = await writtenFile(
      'a.xml',
      Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${lom}`, 'utf16le'),
    );
    expect(await lomSource.recognises(await inputAt(path))).toBe(true);
    const [item] = await itemsOf(await opened(lomSource, path));
    expect(item && valuesOf(item)).toEqual(lomValues);
  });

  test('is not what a harvest or a manifest is', async () => {
    for (const root of ['OAI-PMH', 'manifest', 'html']) {
      expect(
        await lomSource.recognises(
          await inputAt(await writtenFile('a.xml', `<?xml version="1.0"?><!-- <lom> --><${root}>${lom}</${root}>`)),
        ),
      ).toBe(false);
    }
  });

  test.each([
    ['<lom><general>', /It is not well-formed XML/],
    ['<!DOCTYPE lom [<!ENTITY a SYSTEM "file:///etc/passwd">]><lom>&a;</lom>', /It declares entities/],
    ['<lom>&nbsp;</lom>', /undefined entity/],
    [`<lom>${'\0'}</lom>`, /disallowed character/],
    ['<other/>', /It has no element "lom"/],
  ])('%s is refused', async (content, why) => {
    expect(await refusalOf(lomSource, await writtenFile('a.xml', content))).toMatch(why);
  });
});
