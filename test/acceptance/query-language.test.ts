import { beforeAll, describe, expect, test } from 'vitest';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, makeNode, type WireNode } from '../support/trees.ts';

const repository = '-home-';

withTransports(describeQueryLanguage);

function describeQueryLanguage(school: School): void {
  const nodes = new Map<string, WireNode>();
  const idOf = (name: string): string => nodes.get(name)?.ref.id ?? '';

  beforeAll(async () => {
    const folder = await makeFolder(school.anna, { name: 'Mathe', properties: { 'cm:title': 'Mathematik' } });
    const inside = await makeFolder(school.anna, { name: 'Klasse 7', parent: folder });
    const properties = {
      'cclom:title': 'Brüche kürzen',
      'ccm:educationaltypicalagerange_from': '12',
      'ccm:commonlicense_key': 'CC_BY',
    };
    const made = [
      ['Mathe', folder],
      ['Klasse 7', inside],
      [
        'bruch.txt',
        await makeFile(school.anna, 'Den Bruch kürzen wir', { name: 'bruch.txt', parent: inside, properties }),
      ],
      [
        'dezimal.txt',
        await makeFile(school.anna, 'Dezimalbruch und Rechnung', {
          name: 'dezimal.txt',
          parent: folder,
          properties: {
            'cclom:title': 'Kürzen: Brüche',
            'ccm:educationaltypicalagerange_from': '14',
            'ccm:commonlicense_key': 'CC_BY_SA',
          },
        }),
      ],
      [
        'link',
        await makeNode(school.anna, {
          type: 'ccm:io',
          name: 'link',
          parent: folder,
          properties: {
            ...{ 'ccm:license_to': '2026-01-31', 'cclom:general_keyword': ['Bruchrechnung', 'Klasse sieben'] },
            ...{
              'ccm:wwwurl': 'https://video.example/watch?v=Abc-12*x',
              'cm:description': 'Was ist Wasser? Und wozu?',
            },
          },
        }),
      ],
    ] as const;
    for (const [name, node] of made) nodes.set(name, node);
  });

  /** The names of what is found, of the nodes made here. */
  async function found(query: string): Promise<string[]> {
    const answer = await school.anna.searchNodes({ repository, query, maxItems: 1000 });
    return [...nodes]
      .filter(([, { ref }]) => answer.nodes.some((node) => node.ref.id === ref.id))
      .map(([name]) => name);
  }

  const all = ['Mathe', 'Klasse 7', 'bruch.txt', 'dezimal.txt', 'link'];
  const files = ['bruch.txt', 'dezimal.txt', 'link'];

  test.each<[string, readonly string[]]>([
    ['*:*', all],
    ['cclom:title:">50"', []],
    // In quotation marks, a wildcard in a word also stands for itself.
    ['@ccm\\:wwwurl:"https://video.example/watch?v=Abc-12*x"', ['link']],
    ['@ccm\\:wwwurl:"https://video.example/watch?v=Abc-13*x"', []],
    ['"Was ist Wasser?"', ['link']],
    ['cm:description:"wozu?"', ['link']],
    ['cm:description:"wo?u"', ['link']],
    ['cm:description:"wer?"', []],
    ['*', all],
    ['bruchrechnung', ['link']],
    ['title:kürzen', ['bruch.txt', 'dezimal.txt']],
    ['"brüche kürzen"', ['bruch.txt']],
    ['"kürzen brüche"', ['dezimal.txt']],
    ['title:brüche AND TEXT:rechnung', ['dezimal.txt']],
    ['title:brüche && TEXT:rechnung', ['dezimal.txt']],
    ['TEXT:rechnung OR name:link', ['dezimal.txt', 'link']],
    ['TEXT:rechnung || name:link', ['dezimal.txt', 'link']],
    ['title:brüche NOT TEXT:rechnung', ['bruch.txt']],
    ['title:brüche !TEXT:rechnung', ['bruch.txt']],
    ['+title:brüche -TEXT:rechnung', ['bruch.txt']],
    ['(name:link OR name:mathe) AND TYPE:"cm:folder"', ['Mathe']],
    ['name:(link mathe)', ['Mathe', 'link']],
    ['@cm\\:name:(+klasse +7)', ['Klasse 7']],
    ['name:link^3 name:mathe', ['Mathe', 'link']],
    ['TEXT:dezimal*', ['dezimal.txt']],
    ['TEXT:*bruch', ['bruch.txt', 'dezimal.txt']],
    ['TEXT:br?ch', ['bruch.txt']],
    ['@cm\\:name:"*zima*"', ['dezimal.txt']],
    ['TEXT:rechnugn~1', ['dezimal.txt']],
    ['TEXT:rechnng~', ['dezimal.txt']],
    ['cm:name:mathe', ['Mathe']],
    ['cm\\:name:mathe', ['Mathe']],
    ['@cm\\:name:"Klasse 7"', ['Klasse 7']],
    ['{http://www.alfresco.org/model/content/1.0}name:mathe', ['Mathe']],
    ['@\\{http\\://www.alfresco.org/model/content/1.0\\}name:"mathe"', ['Mathe']],
    ['ccm:educationaltypicalagerange_from:[10 TO 12]', ['bruch.txt']],
    ['ccm:educationaltypicalagerange_from:{12 TO MAX]', ['dezimal.txt']],
    ['ccm:educationaltypicalagerange_from:12.0', ['bruch.txt']],
    ['ccm:license_to:[2026-01-31 TO 2026-01-31]', ['link']],
    ['ccm:license_to:[2026-02 TO *]', []],
    ['cm:created:[2020-01-01 TO NOW]', all],
    ['cm:created:[MIN TO 2020}', []],
    ['cm:created:[NOW-7DAYS TO NOW]', all],
    ['cm:created:[* TO NOW-1MONTH]', []],
    // A quoted value from a value list is the whole value.
    ['@ccm\\:commonlicense_key:"CC_BY"', ['bruch.txt']],
    ['@ccm\\:commonlicense_key:CC_BY', ['bruch.txt', 'dezimal.txt']],
    ['@ccm\\:commonlicense_key:"CC*"', ['bruch.txt', 'dezimal.txt']],
    ['-@ccm\\:commonlicense_key:"CC_BY" AND EXISTS:"cclom:title"', ['dezimal.txt']],
    ['@cm\\:name:"Klasse"', ['Klasse 7']],
    ['=@cm\\:name:"Klasse"', []],
    ['=@cm\\:name:"Klasse 7"', ['Klasse 7']],
    ['=cm:name:mathe', []],
    ['=cm:name:(Mathe link)', ['Mathe', 'link']],
    ['=bruch', ['bruch.txt']],
    ['ALL:dezimalbruch', ['dezimal.txt']],
    ['EXACTTYPE:"cm:content"', []],
    ['EXACTTYPE:"ccm:io"', files],
    ['cm:name:[k TO m}', ['Klasse 7', 'link']],
    ['TYPE:"ccm:io"', files],
    ['TYPE:"cm:content"', files],
    ['TYPE:"{http://www.alfresco.org/model/content/1.0}folder"', ['Mathe', 'Klasse 7']],
    ['TYPE:"cm:cmobject"', all],
    ['ASPECT:"ccm:collection"', []],
    ['ISNULL:"cclom:title" AND TYPE:"ccm:io"', ['link']],
    ['ISUNSET:"cclom:title" AND TYPE:"ccm:io"', ['link']],
    ['ISNOTNULL:"cclom:title"', ['bruch.txt', 'dezimal.txt']],
    ['EXISTS:"cclom:general_keyword"', ['link']],
    ['PATH:"//cm:Mathe/*"', ['Klasse 7', 'dezimal.txt', 'link']],
    ['PATH:"//cm:Mathe//*"', ['Klasse 7', ...files]],
    ['PATH:"/app:company_home//cm:Klasse_x0020_7//."', ['Klasse 7', 'bruch.txt']],
    ['OWNER:"anna" AND TYPE:"cm:folder"', ['Mathe', 'Klasse 7']],
    ['OWNER:"Anna"', []],
    ['PARENT:"-userhome-"', ['Mathe']],
    ['ANCESTOR:"-userhome-"', all],
    ['WORDS:"dezimalbruch rechnung"', ['dezimal.txt', 'link']],
    ['ID:"what people type"', []],
    ['ccm:a_word_of_nobody:x', []],
  ])('%s', async (query, expected) => {
    expect(await found(query)).toEqual(expected);
  });

  test('ids find one node, and what lies in it', async () => {
    expect(await found(`ID:"workspace://SpacesStore/${idOf('link')}"`)).toEqual(['link']);
    expect(await found(`@sys\\:node-uuid:"${idOf('link')}"`)).toEqual(['link']);
    expect(await found(`PARENT:"${idOf('Mathe')}"`)).toEqual(['Klasse 7', 'dezimal.txt', 'link']);
    expect(await found(`ANCESTOR:"${idOf('Mathe')}"`)).toEqual(['Klasse 7', ...files]);
  });

  test('what lies below a folder is told only to who may read the folder', async () => {
    const [outer, word] = [await makeFolder(school.anna), 'verborgenstelle'];
    const file = await makeFile(school.anna, word, { parent: await makeFolder(school.anna, { parent: outer }) });
    const total = async (query: string) =>
      (await school.carla.searchNodes({ repository, query, maxItems: 0 })).pagination.total;
    const body = { permissions: [{ authority: { authorityName: 'carla' }, permissions: ['Consumer'] }] };
    await school.anna.setPermissions({ ...at(file), body });
    const query = `${word} AND ANCESTOR:"${outer.ref.id}"`;
    expect([await total(word), await total(query), await total(`${word} AND NOT ANCESTOR:"${outer.ref.id}"`)]).toEqual([
      1, 0, 1,
    ]);
    const criteria = [
      { property: 'ngsearchword', values: [word] },
      { property: 'ANCESTOR', values: [outer.ref.id] },
    ];
    const inSet = { repository, metadataset: '-default-', query: 'ngsearch', maxItems: 0, body: { criteria } };
    expect((await school.carla.searchBySet(inSet)).pagination.total).toBe(0);
    await school.anna.setPermissions({ ...at(outer), body });
    expect(await total(query)).toBe(1);
  });

  describe('what is not understood is refused with its place, or with what is known', () => {
    test.each<[string, RegExp]>([
      ['"offen', /character 1: the quotation mark is not closed/],
      ['name:(a', /character 6: the parenthesis is not closed/],
      ['cm:created:[2020 TO 2021', /character 12: the range is not closed/],
      ['('.repeat(4000), /character 51: parentheses are nested more than 50 deep/],
      ['xcm:name:a', /did you mean cm:name\?/],
      ['titel:a', /did you mean title\?/],
      ['TYPE:"xcm:io"', /did you mean ccm:io\?/],
      ['cclom:size:>50', /character 12: write a comparison as a range, such as cclom:size:\{50 TO \*\]/],
      ['cclom:size:<=50', /character 12: write a comparison/],
      ['cm:created:[NOW-7WEEKS TO NOW]', /character 13: "NOW-7WEEKS" is not a date/],
      ['EXACTTYPE:"xcm:io"', /did you mean ccm:io\?/],
      ['"a b"~3', /~ after a phrase is not supported/],
    ])('%s', async (query, message) => {
      await expectRefused(school.anna.searchNodes({ repository, query }), 400, message);
    });
  });

  test('facets are repeated parameters, by GET and by POST', async () => {
    if (school.transport === 'in-process') return;
    const query = encodeURIComponent(`ANCESTOR:"${idOf('Mathe')}"`);
    for (const method of ['GET', 'POST']) {
      const response = await rawRequest(school.raw, {
        method,
        path: `/node/v1/nodes/-home-?query=${query}&facettes=TYPE&facets=cclom:general_keyword`,
        headers: basic(anna),
      });
      expect(response.json()).toMatchObject({
        pagination: { total: 4 },
        facets: [
          {
            property: 'TYPE',
            values: [
              { value: 'ccm:io', count: 3 },
              { value: 'ccm:map', count: 1 },
            ],
          },
          { property: 'cclom:general_keyword', values: [{ count: 1 }, { count: 1 }] },
        ],
      });
    }
  });
}
