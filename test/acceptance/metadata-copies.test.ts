import { expect } from 'vitest';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { anna, basic } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, makeNode, pictureOf, type WireNode } from '../support/trees.ts';

const described = {
  'cclom:title': 'Brüche',
  'cclom:general_keyword': ['a', 'b'],
  'ccm:replicationsourceid': '4711',
  'ccm:odd': 'x',
};

withTransports((school) => {
  const makeBoth = async (): Promise<{ from: WireNode; to: WireNode }> => ({
    from: await makeNode(school.anna, { type: 'ccm:io', properties: { ...described, 'cclom:format': 'text/html' } }),
    to: await makeFile(school.anna, 'x', { properties: { 'cclom:title': 'alt', 'ccm:notes': 'bleibt' } }),
  });

  describeOperation('copyMetadata', school, {
    effect: {
      'the properties of the other node replace those of this one, without a new version': async () => {
        const { from, to } = await makeBoth();
        const { node } = await school.anna.copyMetadata({ ...at(to), from: from.ref.id });
        expect(node).toMatchObject({ name: to.name, title: 'Brüche', mimetype: 'text/plain', contentVersion: '1.1' });
        expect(node.properties).toMatchObject({
          ...{ 'cclom:general_keyword': ['a', 'b'], 'ccm:notes': ['bleibt'], 'ccm:odd': ['x'] },
          'cclom:format': ['text/plain'],
        });
        expect(node.properties).not.toHaveProperty('ccm:replicationsourceid');
        expect((await school.anna.getNode(at(to))).node).toEqual(node);
      },
      'POST does the same as PUT': overHttp(async () => {
        const { from, to } = await makeBoth();
        const path = `/node/v1/nodes/-home-/${to.ref.id}/metadata/copy/${from.ref.id}`;
        const response = await rawRequest(school.raw, { method: 'POST', path, headers: basic(anna) });
        expect([response.status, (await school.anna.getNode(at(to))).node.title]).toEqual([200, 'Brüche']);
      }),
    },
    refusal: {
      'the caller needs to read the one and to change the other': async () => {
        const { from, to } = await makeBoth();
        const own = await makeFolder(school.bert);
        const before = await pictureOf(school.anna, to);
        await expectRefused(school.bert.copyMetadata({ ...at(own), from: from.ref.id }), 403, /right/);
        await expectRefused(school.bert.copyMetadata({ ...at(to), from: own.ref.id }), 403, /right/);
        await expectRefused(school.nobody.copyMetadata({ ...at(to), from: from.ref.id }), 401);
        expect(await pictureOf(school.anna, to)).toEqual(before);
      },
    },
    badInput: {
      'nodes that are not there are told': async () => {
        const { from, to } = await makeBoth();
        const missing = '00000000-0000-4000-8000-000000000000';
        await expectRefused(school.anna.copyMetadata({ ...at(to), from: missing }), 404, new RegExp(missing));
        await expectRefused(school.anna.copyMetadata({ ...at(missing), from: from.ref.id }), 404);
        await expectRefused(school.anna.copyMetadata({ ...at(to), from: 'odd' }), 404, /odd/);
      },
    },
  });
});
