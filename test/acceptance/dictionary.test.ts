import { expect } from 'vitest';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, makeNode, namesIn, pictureOf, versionsOf } from '../support/trees.ts';
import { namedIn } from '../support/unknown-words.ts';

const unknownNode = '00000000-0000-4000-8000-000000000000';
withTransports((school) => {
  describeGetDictionary(school);
  describeSetProperty(school);
});

function describeGetDictionary(school: School): void {
  describeOperation('getDictionary', school, {
    effect: {
      'types, aspects and properties are told with what follows from them': async () => {
        const words = await school.anna.getDictionary({ repository: '-home-' });
        expect(words.namespaces).toContainEqual({ prefix: 'ccm', uri: 'http://www.campuscontent.de/model/1.0' });
        const type = (name: string) => words.types.find((word) => word.name === name);
        expect(type('ccm:map')).toMatchObject({ parent: 'cm:folder', folder: true, abstract: false });
        expect(type('ccm:io')).toMatchObject({ parent: 'cm:content', folder: false, abstract: false });
        expect(type('cm:cmobject')).toMatchObject({ abstract: true });
        expect(words.aspects.map(({ name }) => name)).toContain('ccm:collection');
        expect(words.properties).toContainEqual({
          name: 'cclom:general_keyword',
          title: 'Keywords',
          type: 'text',
          list: true,
        });
      },
      'a node can be made of every type that is not abstract, and is the folder or the file that it says': async () => {
        const folder = await makeFolder(school.anna);
        const { types } = await school.anna.getDictionary({ repository: '-home-' });
        for (const { name, folder: isDirectory, abstract } of types) {
          const attempt = makeNode(school.anna, { type: name, parent: folder });
          if (abstract)
            await expectRefused(attempt, 400, /The type .* is abstract and cannot have nodes\. Use ccm:io or ccm:map/);
          else expect(await attempt).toMatchObject({ type: name, isDirectory });
        }
      },
    },
    refusal: {
      'nobody is told without signing in': async () => {
        await expectRefused(school.nobody.getDictionary({ repository: '-home-' }), 401, /Sign in/);
      },
    },
    badInput: {
      'an unknown repository is missing': async () => {
        await expectRefused(school.anna.getDictionary({ repository: 'elsewhere' }), 404, /elsewhere does not exist/);
      },
    },
  });
}

function describeSetProperty(school: School): void {
  describeOperation('setProperty', school, {
    effect: {
      'one value, several or none: the property has them, is a list, or is gone, and no version is made': async () => {
        const file = await makeFile(school.anna, 'text', { properties: { 'cm:description': 'stays' } });
        const versions = await versionsOf(school.anna, file);
        const property = 'cclom:general_keyword';
        const one = await school.anna.setProperty({ ...at(file), property, value: ['a'] });
        expect(one.node.properties[property]).toEqual(['a']);
        await school.anna.setProperty({ ...at(file), property, value: ['a', 'b'] });
        const { node } = await school.anna.getNode(at(file));
        expect(node.properties).toMatchObject({ [property]: ['a', 'b'], 'cm:description': ['stays'] });
        await school.anna.setProperty({ ...at(file), property });
        expect((await school.anna.getNode(at(file))).node.properties[property]).toBeUndefined();
        expect(await versionsOf(school.anna, file)).toEqual(versions);
      },
      'the name is a property too': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeNode(school.anna, { type: 'ccm:io', parent: folder });
        const property = '{http://www.alfresco.org/model/content/1.0}name';
        await school.anna.setProperty({ ...at(file), property, value: ['neu.txt'] });
        expect(await namesIn(school.anna, folder)).toEqual(['neu.txt']);
      },
      'one that nobody knows is kept and named': async () => {
        const file = await makeFile(school.anna, 'text');
        const call = { ...at(file), property: 'ccm:seltsam', value: ['x'] };
        expect(await namedIn(school, 'setProperty', call)).toBe('ccm:seltsam');
        expect((await school.anna.getNode(at(file))).node.properties['ccm:seltsam']).toEqual(['x']);
        expect(await namedIn(school, 'setProperty', { ...at(file), property: 'ccm:seltsam' })).toBeUndefined();
      },
      'it is a request without a body, whatever type it says that has': overHttp(async () => {
        const file = await makeFile(school.anna, 'text');
        const path = `/node/v1/nodes/-home-/${file.ref.id}/property?property=cclom:title&value=Neu`;
        const { status } = await rawRequest(school.raw, {
          method: 'POST',
          path,
          headers: { ...basic(anna), 'content-type': 'application/json', 'content-length': '0' },
        });
        expect(status).toBe(200);
        expect((await school.anna.getNode(at(file))).node.title).toBe('Neu');
      }),
    },
    refusal: {
      'a stranger sets nothing': async () => {
        const file = await makeFile(school.anna, 'text');
        const before = await pictureOf(school.anna, file);
        const call = { ...at(file), property: 'cclom:title', value: ['taken over'] };
        await expectRefused(school.bert.setProperty(call), 403, /needs the right Write on/);
        await expectRefused(school.nobody.setProperty(call), 401, /Sign in/);
        expect(await pictureOf(school.anna, file)).toEqual(before);
      },
    },
    badInput: {
      'what only the repository says cannot be set': async () => {
        const file = await makeFile(school.anna, 'text');
        for (const property of ['cm:creator', 'sys:node-uuid', 'virtual:x', 'cm:created_LONG']) {
          await expectRefused(
            school.anna.setProperty({ ...at(file), property, value: ['x'] }),
            400,
            /repository maintains the property/,
          );
        }
      },
      'a name without a namespace, or of one that nobody knows, is refused': async () => {
        const file = await makeFile(school.anna, 'text');
        const before = await pictureOf(school.anna, file);
        const attempt = (property: string) => school.anna.setProperty({ ...at(file), property, value: ['x'] });
        for (const property of ['', 'title', '__proto__', 'cm:', ':x', 'cm:a b', '{http://x}']) {
          await expectRefused(attempt(property), 400, /property/);
        }
        await expectRefused(attempt('foo:bar'), 400, /namespace that is not registered: foo:bar\./);
        expect(await pictureOf(school.anna, file)).toEqual(before);
      },
      'an unknown node is missing': async () => {
        const call = { ...at(unknownNode), property: 'cclom:title', value: ['x'] };
        await expectRefused(school.anna.setProperty(call), 404, /does not exist/);
      },
    },
  });
}
