import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { corpusDirectory } from '../support/corpus.ts';
import { anna } from '../support/people.ts';
import { type School, withTransports } from '../support/transports.ts';
import { aFile, at, makeFile, makeFolder, newName, versionsOf, type WireNode } from '../support/trees.ts';
import { webVisitor } from '../support/web-visitor.ts';
import { archiveOf, openDocumentOf, pdfOf } from '../support/written-documents.ts';

withTransports(
  (school) => {
    fillingTests(school);
    changeTests(school);
    hostileTests(school);
  },
  { only: ['TCP'] },
);

withTransports(
  (school) => {
    test('with metadata.fromFiles: false, fields stay empty', async () => {
      const { properties } = await read(school, docxOf({ title: 'Optik' }), { name: `${newName()}.docx` });
      expect(properties['cclom:title']).toBeUndefined();
      expect(properties['virtual:readfromfile']).toBeUndefined();
    });
  },
  { only: ['TCP'], overrides: { 'metadata.fromFiles': 'false' } },
);

/** Waits until every text is read. */
async function allRead({ admin }: School): Promise<void> {
  while ((await admin.getStatus()).texts.waiting > 0) await wait(50);
}

const nodeNow = async (client: Client, node: WireNode): Promise<WireNode> =>
  (await client.getNode({ ...at(node), propertyFilter: ['-all-'] })).node;

/** The node of a new file, when it was read. */
async function read(
  school: School,
  bytes: Buffer,
  options: { readonly name?: string; readonly properties?: Readonly<Record<string, string | string[]>> },
): Promise<WireNode> {
  const node = await makeFile(school.anna, bytes, { mimeType: 'application/octet-stream', ...options });
  await allRead(school);
  return nodeNow(school.anna, node);
}

const replace = async (school: School, node: WireNode, bytes: Buffer): Promise<WireNode> => {
  await school.anna.uploadContent({ ...at(node), mimetype: 'application/octet-stream', body: aFile(bytes) });
  await allRead(school);
  return nodeNow(school.anna, node);
};

const change = (school: School, node: WireNode, body: Record<string, string[] | null>) =>
  school.anna.updateMetadata({ ...at(node), body });

const facts = (elements: Readonly<Record<string, string>>, prefix = 'dc'): string =>
  Object.entries(elements)
    .map(([name, text]) => `<${prefix}:${name}>${text}</${prefix}:${name}>`)
    .join('');

/** A Word document that says this of itself. Each has another text, so that none has the content of another one. */
const docxOf = (said: Readonly<Record<string, string>>, text = newName()): Buffer =>
  archiveOf({
    'word/document.xml': `<w:document><w:body><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:body></w:document>`,
    'docProps/core.xml': `<?xml version="1.0"?><cp:coreProperties>${facts(said)}</cp:coreProperties>`,
  });

const odtOf = (meta: string): Buffer =>
  openDocumentOf('text', `<text:p>${newName()}</text:p>`, {
    'meta.xml': `<office:document-meta><office:meta>${meta}</office:meta></office:document-meta>`,
  });

const h5pOf = (said: Readonly<Record<string, unknown>>): Buffer =>
  archiveOf({ 'h5p.json': JSON.stringify(said), 'content/content.json': JSON.stringify({ text: newName() }) });

const epubOf = (metadata: string): Buffer =>
  archiveOf({
    mimetype: 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="o/book.opf"/></rootfiles></container>',
    'o/book.opf': `<package><metadata>${metadata}</metadata><manifest/><spine/></package>`,
    'o/note.txt': newName(),
  });

const scormOf = (metadata: string, more: Readonly<Record<string, string>> = {}): Buffer =>
  archiveOf({
    'imsmanifest.xml': `<manifest><metadata><schema>ADL SCORM</schema><schemaversion>1.2</schemaversion>${metadata}</metadata>
      <organizations><organization><title>Kurs Optik</title></organization></organizations>
      <resources><resource adlcp:scormtype="sco" href="a.html"/></resources></manifest>`,
    'a.html': `<p>${newName()}</p>`,
    ...more,
  });

/** A PDF with an information dictionary and, unless it is empty, a metadata stream. */
function pdfSaying(info: string, stream = ''): Buffer {
  const objects = `4 0 obj<<${info}>>endobj\n5 0 obj<</Type/Metadata/Subtype/XML/Length ${stream.length}>>stream\n${stream}\nendstream endobj\n`;
  const written = pdfOf(newName()).toString('latin1');
  return Buffer.from(
    written
      .replace('trailer<</Root 1 0 R>>', `${objects}trailer<</Root 1 0 R/Info 4 0 R>>`)
      .replace('/Type/Catalog', '/Type/Catalog/Metadata 5 0 R'),
    'latin1',
  );
}

const lom = (inside: string): string => `<lom:lom xmlns:lom="urn:x">${inside}</lom:lom>`;

function fillingTests(school: School): void {
  test('an H5P file gives its title, authors, licence and language, and is H5P', async () => {
    const bytes = h5pOf({
      ...{ title: 'Linsen', license: 'CC BY-SA', licenseVersion: '4.0', defaultLanguage: 'de' },
      authors: [{ name: 'Marie Curie', role: 'Author' }, { name: 'admin' }],
    });
    const node = await read(school, bytes, { name: `${newName()}.h5p` });
    expect(node).toMatchObject({ title: 'Linsen', mediatype: 'file-h5p', contentVersion: '1.1' });
    expect(node.properties).toMatchObject({
      'cclom:title': ['Linsen'],
      'ccm:author_freetext': ['Marie Curie'],
      'ccm:commonlicense_key': ['CC_BY_SA'],
      'ccm:commonlicense_cc_version': ['4.0'],
      'cclom:general_language': ['de'],
      'ccm:ccressourcetype': ['h5p'],
    });
    expect(node.properties['virtual:readfromfile']?.toSorted()).toEqual([
      ...['cclom:general_language', 'cclom:title', 'ccm:author_freetext', 'ccm:ccressourcetype'],
      ...['ccm:commonlicense_cc_version', 'ccm:commonlicense_key'],
    ]);
  });

  test('an EPUB gives what its package document says', async () => {
    const node = await read(
      school,
      epubOf(
        facts({
          ...{ title: 'Licht &amp; Schatten', creator: 'Ada Lovelace', language: 'de-AT', subject: 'Optik' },
          description: '&lt;p&gt;Ein &lt;b&gt;Buch&lt;/b&gt;&lt;/p&gt;',
          rights: 'Steht unter https://creativecommons.org/licenses/by/4.0/deed.de.',
        }),
      ),
      { name: `${newName()}.epub` },
    );
    expect(node.properties).toMatchObject({
      'cclom:title': ['Licht & Schatten'],
      'ccm:author_freetext': ['Ada Lovelace'],
      'cclom:general_language': ['de'],
      'cclom:general_keyword': ['Optik'],
      'cclom:general_description': ['Ein Buch'],
      'ccm:commonlicense_key': ['CC_BY'],
    });
  });

  test('a SCORM package gives its own LOM record, in the language of the work, and is a learning package', async () => {
    const record = lom(
      `<lom:general><lom:title><lom:langstring xml:lang="en">Optics</lom:langstring><lom:langstring xml:lang="de">Optik</lom:langstring></lom:title>
       <lom:language>de</lom:language><lom:keyword><lom:langstring xml:lang="de">Licht</lom:langstring></lom:keyword></lom:general>
       <lom:lifecycle><lom:contribute><lom:role><lom:value><lom:langstring xml:lang="x-none">Publisher</lom:langstring></lom:value></lom:role>
       <lom:centity><lom:vcard>BEGIN:VCARD\nFN:Verlag\nEND:VCARD</lom:vcard></lom:centity></lom:contribute>
       <lom:contribute><lom:role><lom:value><lom:langstring xml:lang="x-none">Author</lom:langstring></lom:value></lom:role>
       <lom:centity><lom:vcard>BEGIN:VCARD\nFN:Lise Meitner\nEND:VCARD</lom:vcard></lom:centity></lom:contribute></lom:lifecycle>`,
    );
    const expected = {
      'cclom:title': ['Optik'],
      'cclom:general_keyword': ['Licht'],
      'ccm:author_freetext': ['Lise Meitner'],
      'ccm:ccressourcetype': ['scorm'],
    };
    const node = await read(school, scormOf(record), { name: `${newName()}.zip` });
    expect(node.properties).toMatchObject(expected);
    expect(node.mediatype).toBe('file-scorm');
    const beside = scormOf('<adlcp:location>lom.xml</adlcp:location>', { 'lom.xml': record });
    expect((await read(school, beside, { name: `${newName()}.zip` })).properties).toMatchObject(expected);
    const bare = await read(school, scormOf(''), { name: `${newName()}.zip` });
    expect(bare.title).toBe('Kurs Optik');
  });

  test('a PDF gives its information dictionary, or its metadata stream', async () => {
    const info = '/Title(Brechung)/Author(Max Planck; Emmy Noether)/Subject(Ein Blatt)/Keywords(Licht, Linse)';
    const node = await read(school, pdfSaying(info), { name: `${newName()}.pdf` });
    expect(node.properties).toMatchObject({
      'cclom:title': ['Brechung'],
      'ccm:author_freetext': ['Max Planck', 'Emmy Noether'],
      'cclom:general_description': ['Ein Blatt'],
      'cclom:general_keyword': ['Licht', 'Linse'],
    });
    const stream = `<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF><rdf:Description><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Wellen</rdf:li></rdf:Alt></dc:title>
      <dc:creator><rdf:Seq><rdf:li>Max Born</rdf:li></rdf:Seq></dc:creator><cc:license rdf:resource="http://creativecommons.org/licenses/by-nc/3.0/"/></rdf:Description></rdf:RDF></x:xmpmeta>`;
    const both = await read(school, pdfSaying(info, stream), { name: `${newName()}.pdf` });
    expect(both.properties).toMatchObject({
      'cclom:title': ['Wellen'],
      'ccm:author_freetext': ['Max Born'],
      'ccm:commonlicense_key': ['CC_BY_NC'],
      'ccm:commonlicense_cc_version': ['3.0'],
    });
  });

  test('documents of Word and OpenDocument give their properties', async () => {
    const said = { title: 'Schatten', creator: 'Grace Hopper', subject: 'Klasse 7', language: 'de-DE' };
    const docx = await read(school, docxOf(said), { name: `${newName()}.docx` });
    expect(docx.properties).toMatchObject({
      'cclom:title': ['Schatten'],
      'ccm:author_freetext': ['Grace Hopper'],
      'cclom:general_description': ['Klasse 7'],
      'cclom:general_language': ['de'],
    });
    const meta = `${facts({ title: 'Spiegel', creator: 'Wer speichert' })}${facts({ 'initial-creator': 'Hedy Lamarr', keyword: 'Licht' }, 'meta')}`;
    const odt = await read(school, odtOf(meta), { name: `${newName()}.odt` });
    expect(odt.properties).toMatchObject({
      'cclom:title': ['Spiegel'],
      'ccm:author_freetext': ['Hedy Lamarr'],
      'cclom:general_keyword': ['Licht'],
    });
  });

  test('a node is found by what was read, with its licence as a facet, and nobody has modified it', async () => {
    const author = `Autorin${newName('').replaceAll(/[^a-z]/g, '')}`;
    const bytes = h5pOf({ title: 'Farben', license: 'CC BY', licenseVersion: '4.0', authors: [{ name: author }] });
    const made = await makeFile(school.anna, bytes, { name: `${newName()}.h5p`, mimeType: 'application/zip' });
    await allRead(school);
    const node = await nodeNow(school.anna, made);
    expect(node).toMatchObject({ modifiedAt: made.modifiedAt, contentVersion: made.contentVersion });
    expect(await versionsOf(school.anna, node)).toEqual(await versionsOf(school.anna, made));
    const found = await school.anna.searchBySet({
      ...{ repository: '-home-', metadataset: '-default-', query: 'ngsearch' },
      body: {
        criteria: [{ property: 'ngsearchword', values: [`autor:${author} typ:h5p`] }],
        facets: ['ccm:commonlicense_key'],
      },
    });
    expect(found.nodes.map(({ ref }) => ref.id)).toEqual([node.ref.id]);
    expect(found.facets).toMatchObject([{ values: [{ value: 'CC_BY', count: 1 }] }]);
  });

  test('a folder that was listed by title before is listed by the titles that were read', async () => {
    const folder = await makeFolder(school.anna);
    const listed = async () => {
      const order = { sortProperties: ['cclom:title'], sortAscending: [true] };
      const { nodes } = await school.anna.listChildren({ ...at(folder), ...order });
      return nodes.map(({ name, title }) => title ?? name);
    };
    for (const [name, title] of [
      ['1.docx', 'Zebra'],
      ['2.docx', 'Affe'],
    ] as const) {
      await makeFile(school.anna, docxOf({ title }), { parent: folder, name, mimeType: 'application/zip' });
    }
    expect(await listed()).toEqual(['1.docx', '2.docx']);
    await allRead(school);
    expect(await listed()).toEqual(['Affe', 'Zebra']);
  });

  test('a second node with the same content is filled as well', async () => {
    const bytes = docxOf({ title: 'Zweimal' });
    const first = await read(school, bytes, { name: `${newName()}.docx` });
    const second = await read(school, bytes, { name: `${newName()}.docx` });
    expect([first.title, second.title]).toEqual(['Zweimal', 'Zweimal']);
  });

  test('real packages are filled', async (context) => {
    const corpus = join(corpusDirectory(context), 'packages');
    const bytes = await readFile(join(corpus, 'quiz-oer-lizenzen.h5p'));
    const h5p = await read(school, bytes, { name: `${newName()}.h5p` });
    expect(h5p.properties['virtual:readfromfile']).toContain('cclom:title');
    const scorm = await read(school, await readFile(join(corpus, 'scorm12-single-sco.zip')), {
      name: `${newName()}.zip`,
    });
    expect(scorm.mediatype).toBe('file-scorm');
    const epub = await read(school, await readFile(join(corpus, 'oer-im-unterricht.epub')), {
      name: `${newName()}.epub`,
    });
    expect(epub.properties['cclom:title']).toHaveLength(1);
  });
}

function changeTests(school: School): void {
  const said = { title: 'Aus der Datei', creator: 'Grace Hopper', description: 'Beschreibung' };

  test('what a person has entered stays, and a title that repeats the name of the file does not count', async () => {
    const name = newName();
    const own = await read(school, docxOf(said), { properties: { 'cm:title': 'Eigener Titel' }, name: `${name}.docx` });
    expect(own.properties['cclom:title']).toBeUndefined();
    expect(own.properties['virtual:readfromfile']).toEqual(['cclom:general_description', 'ccm:author_freetext']);
    const repeated = await read(school, docxOf(said), {
      properties: { 'cclom:title': `${name}-2` },
      name: `${name}-2.docx`,
    });
    expect(repeated.title).toBe('Aus der Datei');
  });

  test('the mark of a field goes when a person changes it; a new content replaces only marked fields', async () => {
    const node = await read(school, docxOf(said), { name: `${newName()}.docx` });
    await change(school, node, { 'cclom:title': ['Von Hand'], 'cclom:general_description': null });
    const changed = await nodeNow(school.anna, node);
    expect(changed.properties['virtual:readfromfile']).toEqual(['ccm:author_freetext']);
    const next = { title: 'Zweite', creator: 'Ada Lovelace', description: 'Neu', keywords: 'Licht' };
    const replaced = await replace(school, node, docxOf(next));
    expect(replaced.properties).toMatchObject({
      'cclom:title': ['Von Hand'],
      'ccm:author_freetext': ['Ada Lovelace'],
      'cclom:general_keyword': ['Licht'],
    });
    expect(replaced.properties['cclom:general_description']).toBeUndefined();
    const silent = await replace(school, node, docxOf({}));
    expect(silent.properties['ccm:author_freetext']).toBeUndefined();
    expect(silent.properties['virtual:readfromfile']).toBeUndefined();
    const other = await read(school, docxOf(said), { name: `${newName()}.docx` });
    await school.anna.uploadContent({ ...at(other), mimetype: 'text/plain', body: aFile('Nur Text') });
    await allRead(school);
    expect((await nodeNow(school.anna, other)).properties['cclom:title']).toBeUndefined();
  });

  test('the pages of a node and of its form show which fields were read, and a folder shows what a package is', async () => {
    const visitor = webVisitor(school.raw);
    await visitor.signIn(anna);
    const node = await read(school, h5pOf({ title: 'Linsen', authors: [{ name: 'Marie Curie' }] }), {
      name: `${newName()}.h5p`,
    });
    expect((await visitor.get(`/node/${node.ref.id}`)).words).toMatch(/Marie Curie Read from the file/);
    const form = await visitor.get(`/node/${node.ref.id}/edit`);
    expect(form.words.match(/Read from the file/g)).toHaveLength(2);
    expect((await visitor.get(`/folder/${node.parent?.id}?sort=newest`)).words).toMatch(/Linsen .*H5P/);
    await change(school, node, { 'ccm:author_freetext': ['Lise Meitner'] });
    expect((await visitor.get(`/node/${node.ref.id}`)).words).not.toContain('Read from the file');
  });

  test('what a person has removed stays removed, also in a copy', async () => {
    const node = await read(school, docxOf(said), { name: `${newName()}.docx` });
    await change(school, node, { 'cclom:title': null });
    const { node: copy } = await school.anna.copyNode({
      ...at('-userhome-'),
      source: node.ref.id,
      withChildren: false,
    });
    await allRead(school);
    for (const each of [node, copy]) {
      const { properties } = await nodeNow(school.anna, each);
      expect(properties['cclom:title']).toBeUndefined();
      expect(properties['virtual:readfromfile']).toContain('ccm:author_freetext');
    }
  });

  test('an earlier version comes back with its fields, which are marked again', async () => {
    const node = await read(school, docxOf(said), { name: `${newName()}.docx` });
    const second = await replace(school, node, docxOf({ ...said, title: 'Zweite' }));
    expect(second.title).toBe('Zweite');
    await school.anna.revertVersion({ ...at(node), major: 1, minor: 1 });
    await allRead(school);
    const reverted = await nodeNow(school.anna, node);
    expect(reverted.title).toBe('Aus der Datei');
    expect(reverted.properties['virtual:readfromfile']).toContain('cclom:title');
  });

  test('a node in the trash comes back with its fields', async () => {
    const made = await makeFile(school.anna, docxOf(said), { name: `${newName()}.docx`, mimeType: 'application/zip' });
    await school.anna.deleteNode(at(made));
    await allRead(school);
    await school.anna.restoreArchived({ repository: '-home-', archivedNodeIds: [made.ref.id] });
    expect((await nodeNow(school.anna, made)).title).toBe('Aus der Datei');
  });
}

function hostileTests(school: School): void {
  test('names of files, programs and accounts are no metadata', async () => {
    for (const [title, creator] of [
      ['Microsoft Word - Blatt 3.doc', 'Administrator'],
      ['PowerPoint-Präsentation', 'user'],
      ['untitled', 'SCHULE\\mueller'],
      ['???', 'mueller@example.org'],
    ] as const) {
      const { properties } = await read(school, docxOf({ title, creator }), { name: `${newName()}.docx` });
      expect(properties['virtual:readfromfile']).toBeUndefined();
    }
    const printed = await read(school, docxOf({ title: 'Microsoft Word - Blatt 3' }), { name: `${newName()}.docx` });
    expect(printed.title).toBe('Blatt 3');
  });

  test('control characters, a title of a megabyte and thousands of authors are cut', async () => {
    const title = `Licht\u0007\u202e ${'sehr '.repeat(250_000)}`;
    const authors = Array.from({ length: 3_000 }, (_, index) => ({ name: `Person ${'abc'[index % 3]}${index}` }));
    const { properties } = await read(school, h5pOf({ title, authors, license: {}, language: 7 }), {
      name: `${newName()}.h5p`,
    });
    expect(properties['cclom:title']?.[0]).toMatch(/^Licht.{200,300}$/);
    expect(properties['cclom:title']?.[0]).not.toMatch(/\p{Cc}/u);
    expect(properties['ccm:author_freetext']).toHaveLength(20);
  });

  test('broken metadata costs neither the text nor the node', async () => {
    const word = newName('wort').replaceAll('-', '');
    const broken = archiveOf({
      'word/document.xml': `<w:document><w:body><w:p><w:r><w:t>${word}</w:t></w:r></w:p></w:body></w:document>`,
      'docProps/core.xml': `<a>${'<b>'.repeat(10_000)}<dc:title>tief`,
    });
    const node = await read(school, broken, { name: `${newName()}.docx` });
    expect(node.properties['virtual:readfromfile']).toBeUndefined();
    expect((await school.anna.getTextContent(at(node))).text).toBe(word);
    const strange = archiveOf({ 'h5p.json': '[null, 7]', 'content/content.json': '{}' });
    expect((await read(school, strange, { name: `${newName()}.h5p` })).mediatype).toBe('file-h5p');
  });
}
