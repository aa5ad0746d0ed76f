import { describe, expect, test } from 'vitest';
import { anna, basic } from '../support/people.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, newName, type WireNode } from '../support/trees.ts';

const property = 'ccm:educationalcontext';
const captions = `${property}_DISPLAYNAME`;

withTransports((school) => {
  describe('the captions of values', () => {
    const inEnglish = school.withHeaders({ ...basic(anna), locale: 'en_GB' });

    /** A key of the value list with its captions in both languages. */
    async function someValue(): Promise<{ key: string; german: string; english: string }> {
      const call = { repository: '-home-', metadataset: '-default-', body: { property } };
      const [first] = (await school.anna.getValues(call)).values;
      const key = first?.key ?? '';
      const { values } = await inEnglish.getValuesForKeys({ ...call, property, body: [key] });
      return { key, german: first?.displayString ?? '', english: values[0]?.displayString ?? '' };
    }

    const captionsIn = (node: WireNode): readonly string[] | undefined => node.properties[captions];

    test('stand beside the values, in the language of the caller', async () => {
      const { key, german, english } = await someValue();
      const file = await makeFile(school.anna, 'x', { properties: { [property]: [key, 'no value of the list'] } });
      expect(german).not.toBe(key);
      expect(file.properties[property]).toEqual([key, 'no value of the list']);
      expect(captionsIn(file)).toEqual([german, 'no value of the list']);
      expect(captionsIn((await inEnglish.getNode(at(file))).node)).toEqual([english, 'no value of the list']);
    });

    test.each([
      ['university', 'university'],
      ['mds_of_another_server', 'default'],
      ['', 'default'],
    ])('are those of the set of the node, which is named: of «%s», it is %s', async (own, named) => {
      const file = await makeFile(school.anna, 'x', { properties: { 'cm:edu_metadataset': own } });
      expect(file.metadataset).toBe(named);
    });

    test('are in every list of nodes, and in both forms', async () => {
      const { key, german } = await someValue();
      const folder = await makeFolder(school.anna);
      const word = newName('zebra');
      const properties = { [property]: key, 'cclom:title': word };
      const file = await makeFile(school.anna, 'x', { parent: folder, properties });
      const found = await school.anna.searchNodes({ repository: '-home-', query: word });
      const listed = await school.anna.listChildren(at(folder));
      for (const [node] of [found.nodes, listed.nodes]) expect(node && captionsIn(node)).toEqual([german]);
      const { node } = await school.anna.getNode({ ...at(file), nodeForm: 'list' });
      expect(node.properties).toEqual(expect.arrayContaining([{ name: captions, values: [german] }]));
    });

    test('are missing for properties without a value list, and for names that no list has', async () => {
      const file = await makeFile(school.anna, 'x', { properties: { 'cclom:title': 'x', 'ccm:taxonid': '__proto__' } });
      expect(Object.keys(file.properties)).not.toContain('cclom:title_DISPLAYNAME');
      expect(file.properties['ccm:taxonid_DISPLAYNAME']).toEqual(['__proto__']);
    });

    test('are selected with their property, or alone', async () => {
      const { key, german } = await someValue();
      const file = await makeFile(school.anna, 'x', { properties: { [property]: key } });
      const select = async (...propertyFilter: string[]) =>
        (await school.anna.getNode({ ...at(file), propertyFilter })).node.properties;
      expect(await select(property)).toEqual({ [property]: [key], [captions]: [german] });
      expect(await select(captions)).toEqual({ [captions]: [german] });
      expect(await select('cm:name')).toEqual({ 'cm:name': [file.name] });
    });

    test('are not stored when a client sends them back', async () => {
      const { key, german } = await someValue();
      const file = await makeFile(school.anna, 'x', { properties: { [property]: key } });
      const changed = { ...file.properties, [captions]: ['Something else'] };
      const { node } = await school.anna.updateMetadata({ ...at(file), body: changed });
      expect(captionsIn(node)).toEqual([german]);
    });
  });

  describe('the scopes of collections in later server versions', () => {
    const repository = '-home-';
    const make = (school: School, scope: 'PUBLIC' | 'ORGANIZATION') =>
      school.anna.createCollection({
        repository,
        collection: '-root-',
        body: { title: newName('Sammlung'), collection: { scope } },
      });

    test('PUBLIC lets everyone read, and selects what everyone may read', async () => {
      const { collection } = await make(school, 'PUBLIC');
      expect(collection.collection?.scope).toBe('EDU_ALL');
      expect((await school.bert.getCollection({ repository, collection: collection.ref.id })).collection.name).toBe(
        collection.name,
      );
      const call = { repository, collection: '-root-', scope: 'PUBLIC' } as const;
      const { collections } = await school.bert.listCollections(call);
      expect(collections.map(({ ref }) => ref.id)).toContain(collection.ref.id);
    });

    test('ORGANIZATION is private until it is shared, like EDU_GROUPS', async () => {
      const { collection } = await make(school, 'ORGANIZATION');
      expect(collection.collection?.scope).toBe('MY');
      const call = { repository, collection: '-root-', scope: 'ORGANIZATION' } as const;
      expect((await school.bert.listCollections(call)).collections.map(({ ref }) => ref.id)).not.toContain(
        collection.ref.id,
      );
    });
  });
});
