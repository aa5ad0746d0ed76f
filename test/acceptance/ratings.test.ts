import { expect } from 'vitest';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { basic, carla } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefusal, expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, type WireNode } from '../support/trees.ts';

const unknown = '00000000-0000-4000-8000-000000000000';

withTransports((school) => {
  describeRateNode(school);
  describeDeleteRating(school);
  describeGiveFeedback(school);
  describeListFeedback(school);
});

/** A file of Anna's that Carla has this permission on; Bert has none. */
async function sharedFile(school: School, permission = 'Consumer'): Promise<WireNode> {
  const file = await makeFile(school.anna, 'x');
  const body = { permissions: [{ authority: { authorityName: 'carla' }, permission }] };
  await school.anna.setPermissions({ ...at(file), body });
  return file;
}

const noRating = { overall: { count: 0, rating: 0, sum: 0 }, user: 0, affiliation: {} };

function describeRateNode(school: School): void {
  describeOperation('rateNode', school, {
    effect: {
      'all ratings are summed up, and each caller is told their own': async () => {
        const file = await sharedFile(school);
        await school.carla.rateNode({ ...at(file), rating: 4, body: 'Gut erklärt' });
        await school.anna.rateNode({ ...at(file), rating: 1 });
        const overall = { count: 2, rating: 2.5, sum: 5 };
        const ratingFor = async (client: School['anna']) => (await client.getNode(at(file))).node.rating;
        expect(await ratingFor(school.carla)).toEqual({ overall, user: 4, affiliation: {} });
        expect(await ratingFor(school.anna)).toEqual({ overall, user: 1, affiliation: {} });
        expect(await ratingFor(school.admin)).toEqual({ overall, user: 0, affiliation: {} });
      },
      'a second rating takes the place of the first': async () => {
        const file = await sharedFile(school);
        for (const rating of [1, 5, 3]) await school.carla.rateNode({ ...at(file), rating });
        const { rating } = (await school.carla.getNode(at(file))).node;
        expect(rating).toEqual({ overall: { count: 1, rating: 3, sum: 3 }, user: 3, affiliation: {} });
      },
      'it is no change of the node, and stands in listings too': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'x', { parent: folder });
        await school.anna.rateNode({ ...at(file), rating: 5 });
        const overall = { count: 1, rating: 5, sum: 5 };
        const after = { ...file, rating: { overall, user: 5, affiliation: {} } };
        expect((await school.anna.listChildren(at(folder))).nodes).toEqual([after]);
      },
      'a node that nobody rated says so': async () => {
        expect((await sharedFile(school)).rating).toEqual(noRating);
      },
    },
    refusal: {
      'who may not rate changes nothing, and who may not read ratings is told none': async () => {
        const file = await sharedFile(school, 'Read');
        await school.anna.rateNode({ ...at(file), rating: 5 });
        await expectRefused(school.carla.rateNode({ ...at(file), rating: 1 }), 403, /Rate/);
        await expectRefused(school.bert.rateNode({ ...at(file), rating: 1 }), 403);
        await expectRefused(school.nobody.rateNode({ ...at(file), rating: 1 }), 401);
        expect((await school.carla.getNode(at(file))).node.rating).toBeNull();
        expect((await school.anna.getNode(at(file))).node.rating).toMatchObject({ overall: { count: 1, sum: 5 } });
      },
    },
    badInput: {
      'other numbers than 1 to 5, and none, are told so': async () => {
        const file = await sharedFile(school);
        for (const rating of [0, 6, -1, 2.5, Number.NaN]) {
          await expectRefused(school.anna.rateNode({ ...at(file), rating }), 400, /rating/);
        }
        expect((await school.anna.getNode(at(file))).node.rating).toEqual(noRating);
        await expectRefused(school.anna.rateNode({ ...at(unknown), rating: 3 }), 404);
      },
      'a rating without a number is told so, and one without a body is taken': overHttp(async () => {
        const file = await sharedFile(school);
        const path = `/rating/v1/ratings/-home-/${file.ref.id}`;
        const send = (query: string) =>
          rawRequest(school.raw, { method: 'PUT', path: `${path}${query}`, headers: basic(carla) });
        expect((await send('')).status).toBe(400);
        expectRefusal(await send('?rating=3.5'), 400, /rating: must be a whole number\./);
        expectRefusal(await send('?rating=3,5'), 400, /rating: must be a number, not text\./);
        expect((await send('?rating=viel')).status).toBe(400);
        expect((await send('?rating=3.5')).status).toBe(400);
        expect((await send('?rating=3')).status).toBe(200);
        expect((await send('?rating=4.0')).status).toBe(200);
        expect((await school.carla.getNode(at(file))).node.rating?.user).toBe(4);
      }),
    },
  });
}

function describeDeleteRating(school: School): void {
  describeOperation('deleteRating', school, {
    effect: {
      'the own rating counts no more, and those of others stay': async () => {
        const file = await sharedFile(school);
        await school.carla.rateNode({ ...at(file), rating: 4 });
        await school.anna.rateNode({ ...at(file), rating: 2 });
        await school.carla.deleteRating(at(file));
        expect((await school.carla.getNode(at(file))).node.rating).toMatchObject({
          overall: { count: 1, rating: 2, sum: 2 },
          user: 0,
        });
        await school.anna.deleteRating(at(file));
        expect((await school.carla.getNode(at(file))).node.rating).toEqual(noRating);
      },
    },
    refusal: {
      'who may not rate takes nothing back': async () => {
        const file = await sharedFile(school);
        await school.carla.rateNode({ ...at(file), rating: 4 });
        await school.anna.setPermissions({ ...at(file), body: { permissions: [] } });
        await expectRefused(school.carla.deleteRating(at(file)), 403);
        await expectRefused(school.nobody.deleteRating(at(file)), 401);
        expect((await school.anna.getNode(at(file))).node.rating).toMatchObject({ overall: { count: 1 } });
      },
    },
    badInput: {
      'who has not rated the node is told so': async () => {
        const file = await sharedFile(school);
        await expectRefused(school.carla.deleteRating(at(file)), 404, /Rating/);
        await expectRefused(school.carla.deleteRating(at(unknown)), 404, /Node/);
      },
    },
  });
}

function describeGiveFeedback(school: School): void {
  describeOperation('giveFeedback', school, {
    effect: {
      'who may write the node reads it, and a second takes the place of the first': async () => {
        const file = await sharedFile(school);
        const first = { verständlich: ['ja'], ['__proto__']: ['1', '2'], constructor: [] };
        const given = await school.carla.giveFeedback({ ...at(file), body: first });
        expect(given).toEqual({ nodeId: file.ref.id, wasUpdated: false });
        const [before] = await school.anna.listFeedback(at(file));
        expect(Object.entries(before?.data ?? {})).toEqual(Object.entries(first));
        const again = await school.carla.giveFeedback({ ...at(file), body: { verständlich: ['nein'] } });
        expect(again.wasUpdated).toBe(true);
        const list = await school.anna.listFeedback(at(file));
        expect(list).toEqual([expect.objectContaining({ authority: before?.authority, createdAt: before?.createdAt })]);
        expect(list[0]?.data).toEqual({ verständlich: ['nein'] });
      },
    },
    refusal: {
      'who may not give feedback adds nothing': async () => {
        const file = await sharedFile(school, 'Read');
        await expectRefused(school.carla.giveFeedback({ ...at(file), body: { a: ['b'] } }), 403, /Feedback/);
        await expectRefused(school.bert.giveFeedback({ ...at(file), body: { a: ['b'] } }), 403);
        await expectRefused(school.nobody.giveFeedback({ ...at(file), body: { a: ['b'] } }), 401);
        expect(await school.anna.listFeedback(at(file))).toEqual([]);
      },
    },
    badInput: {
      'what is no object of lists of texts is told so, and nothing is added': async () => {
        const file = await sharedFile(school);
        const bodies = [[], {}, { a: 'b' }, { a: [1] }, { '': ['b'] }, { a: ['x'.repeat(10_001)] }, 'text'];
        for (const body of bodies) {
          // What a client must not send.
          const given = body as unknown as Readonly<Record<string, string[]>>;
          await expectRefused(school.anna.giveFeedback({ ...at(file), body: given }), 400);
        }
        await expectRefused(school.anna.giveFeedback({ ...at(unknown), body: { a: ['b'] } }), 404);
        expect(await school.anna.listFeedback(at(file))).toEqual([]);
      },
    },
  });
}

function describeListFeedback(school: School): void {
  describeOperation('listFeedback', school, {
    effect: {
      'several people are told apart, and nobody is named': async () => {
        const file = await sharedFile(school);
        await school.carla.giveFeedback({ ...at(file), body: { a: ['von Carla'] } });
        await school.anna.giveFeedback({ ...at(file), body: { a: ['von Anna'] } });
        const list = await school.anna.listFeedback(at(file));
        // In one millisecond neither was said first.
        expect(list.map(({ data }) => data['a']).toSorted()).toEqual([['von Anna'], ['von Carla']]);
        expect(new Set(list.map(({ authority }) => authority)).size).toBe(2);
        expect(JSON.stringify(list.map(({ authority }) => authority))).not.toMatch(/carla|anna/i);
      },
      'nobody can tell from two nodes that one person spoke about both': async () => {
        const [one, other] = [await sharedFile(school), await sharedFile(school)];
        for (const file of [one, other]) await school.carla.giveFeedback({ ...at(file), body: { a: ['b'] } });
        const [first] = await school.anna.listFeedback(at(one));
        const [second] = await school.anna.listFeedback(at(other));
        expect(first?.authority).not.toBe(second?.authority);
      },
    },
    refusal: {
      'readers are not told what others say': async () => {
        const file = await sharedFile(school);
        await school.carla.giveFeedback({ ...at(file), body: { a: ['b'] } });
        await expectRefused(school.carla.listFeedback(at(file)), 403, /needs the right Write on/);
        await expectRefused(school.bert.listFeedback(at(file)), 403);
        await expectRefused(school.nobody.listFeedback(at(file)), 401);
      },
    },
    badInput: {
      'an unknown node is missing': async () => {
        await expectRefused(school.anna.listFeedback(at(unknown)), 404, /does not exist/);
      },
    },
  });
}
