import { expect, test } from 'vitest';
import { describeOperation, overHttp } from '../support/describe-operation.ts';
import { basic, carla } from '../support/people.ts';
import { rawRequest } from '../support/raw-request.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, makeFile, makeFolder, newName, type WireNode } from '../support/trees.ts';

const repository = '-home-';
const unknown = '00000000-0000-4000-8000-000000000000';

withTransports((school) => {
  describeListComments(school);
  describeAddComment(school);
  describeEditComment(school);
  describeDeleteComment(school);
  describeWhatStays(school);
});

/** A file of Anna's that Carla may read and comment on; Bert may not see it. */
async function sharedFile(school: School, permission = 'Consumer'): Promise<WireNode> {
  const file = await makeFile(school.anna, 'x');
  const body = { permissions: [{ authority: { authorityName: 'carla' }, permission }] };
  await school.anna.setPermissions({ ...at(file), body });
  return file;
}

const textsOn = async (school: School, node: WireNode): Promise<string[]> =>
  (await school.anna.listComments(at(node))).comments.map(({ comment }) => comment);

const countOf = async (school: School, node: WireNode): Promise<number> =>
  (await school.anna.getNode(at(node))).node.commentCount;

function describeListComments(school: School): void {
  describeOperation('listComments', school, {
    effect: {
      'who said what when is told, oldest first': async () => {
        const file = await sharedFile(school);
        const before = Date.now();
        const first = await school.anna.addComment({ ...at(file), body: 'Bitte ansehen' });
        const second = await school.carla.addComment({ ...at(file), commentReference: first.ref.id, body: 'Gern' });
        const { comments } = await school.carla.listComments(at(file));
        expect(comments).toEqual([first, second]);
        expect(comments[0]).toMatchObject({ replyTo: null, creator: { authorityName: 'anna' } });
        expect(comments[1]).toMatchObject({
          replyTo: { id: first.ref.id },
          creator: { userName: 'carla', profile: { firstName: carla.firstName, lastName: carla.lastName } },
        });
        expect(comments[0]?.created).toBeGreaterThanOrEqual(before - 1000);
        expect(comments[0]?.created).toBeLessThanOrEqual(Date.now() + 1000);
      },
      'a node without comments has an empty list': async () => {
        expect(await school.anna.listComments(at(await makeFolder(school.anna)))).toEqual({ comments: [] });
      },
    },
    refusal: {
      'who may know of the node, but not comment, reads no comments either': async () => {
        const file = await sharedFile(school, 'ConsumerMetadata');
        await school.anna.addComment({ ...at(file), body: 'unter uns' });
        expect((await school.carla.getNode(at(file))).node.commentCount).toBe(1);
        await expectRefused(school.carla.listComments(at(file)), 403, /Comment/);
        await expectRefused(school.bert.listComments(at(file)), 403);
        await expectRefused(school.nobody.listComments(at(file)), 401);
      },
    },
    badInput: {
      'an unknown node, and a node that was deleted, are missing': async () => {
        await expectRefused(school.anna.listComments(at(unknown)), 404, /does not exist/);
        const file = await sharedFile(school);
        await school.anna.addComment({ ...at(file), body: 'x' });
        await school.anna.deleteNode(at(file));
        await expectRefused(school.anna.listComments(at(file)), 404);
      },
    },
  });
}

const oddTexts = [
  '"in Anführungszeichen"',
  'null',
  '{"a": 1}',
  '  mit\r\nUmbruch\t ',
  '𝔉𝔯𝔞𝔨𝔱𝔲𝔯 \u202Ex',
  '\uFEFFBOM',
  'é',
];

function describeAddComment(school: School): void {
  describeOperation('addComment', school, {
    effect: {
      'every character of a text is kept, and none is read as JSON': async () => {
        const file = await sharedFile(school);
        for (const body of oddTexts) await school.carla.addComment({ ...at(file), body });
        expect((await textsOn(school, file)).toSorted()).toEqual(oddTexts.toSorted());
        expect(await countOf(school, file)).toBe(oddTexts.length);
      },
      'a raw text that says it is JSON is kept byte for byte': overHttp(async () => {
        const file = await sharedFile(school);
        const path = `/comment/v1/comments/-home-/${file.ref.id}`;
        for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
          const answer = await rawRequest(school.raw, {
            method: 'PUT',
            path,
            headers: { ...basic(carla), 'content-type': type },
            body: `"${type}" ist kein JSON + %41`,
          });
          expect(answer.status, answer.text).toBe(200);
        }
        expect(await textsOn(school, file)).toContain('"application/json" ist kein JSON + %41');
        expect(await textsOn(school, file)).toContain('"application/x-www-form-urlencoded" ist kein JSON + %41');
      }),
      'it is no change of the node: neither its version nor who changed it last': async () => {
        const file = await sharedFile(school);
        const before = (await school.anna.getNode(at(file))).node;
        await school.carla.addComment({ ...at(file), body: 'x' });
        const properties = { ...before.properties, 'virtual:commentcount': ['1'] };
        expect((await school.anna.getNode(at(file))).node).toEqual({ ...before, commentCount: 1, properties });
        expect((await school.anna.listVersions(at(file))).versions).toHaveLength(2);
      },
      'comments of the same moment all count': async () => {
        const file = await sharedFile(school);
        const texts = Array.from({ length: 20 }, (_, index) => `Nummer ${index}`);
        await Promise.all(texts.map((body) => school.carla.addComment({ ...at(file), body })));
        expect(await countOf(school, file)).toBe(20);
        expect((await textsOn(school, file)).toSorted()).toEqual(texts.toSorted());
      },
      'the count is told wherever the node is shown, and survives a change of the node': async () => {
        const folder = await makeFolder(school.anna);
        const file = await makeFile(school.anna, 'x', { parent: folder });
        await school.anna.addComment({ ...at(file), body: 'x' });
        await school.anna.updateMetadata({ ...at(file), body: { 'cclom:title': ['Neu'] } });
        const [listed] = (await school.anna.listChildren(at(folder))).nodes;
        expect(listed).toMatchObject({ title: 'Neu', commentCount: 1 });
      },
    },
    refusal: {
      'who may not comment adds nothing': async () => {
        const file = await sharedFile(school, 'Read');
        await expectRefused(school.carla.addComment({ ...at(file), body: 'x' }), 403, /Comment/);
        await expectRefused(school.bert.addComment({ ...at(file), body: 'x' }), 403);
        await expectRefused(school.nobody.addComment({ ...at(file), body: 'x' }), 401);
        expect(await countOf(school, file)).toBe(0);
      },
    },
    badInput: {
      'an empty text, one of spaces and one that is too long are told so, and nothing is added': async () => {
        const file = await sharedFile(school);
        for (const body of ['', ' \n ']) {
          await expectRefused(school.anna.addComment({ ...at(file), body }), 400, /comment is missing/);
        }
        await expectRefused(school.anna.addComment({ ...at(file), body: 'ä'.repeat(10_001) }), 400, /10000/);
        expect(await countOf(school, file)).toBe(0);
        await school.anna.addComment({ ...at(file), body: 'ä'.repeat(10_000) });
      },
      'a reply to a comment of another node, or to none, is told so': async () => {
        const [file, other] = [await sharedFile(school), await sharedFile(school)];
        const elsewhere = await school.anna.addComment({ ...at(other), body: 'x' });
        for (const commentReference of [elsewhere.ref.id, unknown, 'nonsense']) {
          const reply = school.anna.addComment({ ...at(file), commentReference, body: 'x' });
          await expectRefused(reply, 400, /no comment/);
        }
        expect(await countOf(school, file)).toBe(0);
      },
      'bytes that are no text are told so': overHttp(async () => {
        const file = await sharedFile(school);
        const path = `/comment/v1/comments/-home-/${file.ref.id}`;
        const headers = { ...basic(carla), 'content-type': 'application/json' };
        const answer = await rawRequest(school.raw, { method: 'PUT', path, headers, body: Buffer.from([0xc3, 0x28]) });
        expect(answer.status).toBe(400);
        expect(answer.text).toContain('UTF-8');
      }),
    },
  });
}

function describeEditComment(school: School): void {
  describeOperation('editComment', school, {
    effect: {
      'who made it changes it; when it was made and what it answers stay': async () => {
        const file = await sharedFile(school);
        const first = await school.anna.addComment({ ...at(file), body: 'x' });
        const made = await school.carla.addComment({ ...at(file), commentReference: first.ref.id, body: 'alt' });
        const edited = await school.carla.editComment({ repository, node: made.ref.id, body: 'neu' });
        expect(edited).toEqual({ ...made, comment: 'neu' });
        expect((await school.anna.listComments(at(file))).comments).toContainEqual(edited);
        expect(await countOf(school, file)).toBe(2);
      },
    },
    refusal: {
      'nobody changes what others said, the owner of the node and administrators neither': async () => {
        const file = await sharedFile(school);
        const made = await school.carla.addComment({ ...at(file), body: 'meins' });
        for (const client of [school.anna, school.admin]) {
          await expectRefused(client.editComment({ repository, node: made.ref.id, body: 'x' }), 403, /only its author/);
        }
        await expectRefused(school.bert.editComment({ repository, node: made.ref.id, body: 'x' }), 404, /Comment/);
        await expectRefused(school.nobody.editComment({ repository, node: made.ref.id, body: 'x' }), 401);
        expect(await textsOn(school, file)).toEqual(['meins']);
      },
      'whoever may not see the node any more is told of no comment': async () => {
        const file = await sharedFile(school);
        const made = await school.carla.addComment({ ...at(file), body: 'meins' });
        await school.anna.setPermissions({ ...at(file), body: { permissions: [] } });
        await expectRefused(school.carla.editComment({ repository, node: made.ref.id, body: 'x' }), 404, /Comment/);
      },
    },
    badInput: {
      'an unknown comment is missing, and so is one on a node that was deleted': async () => {
        await expectRefused(school.anna.editComment({ repository, node: unknown, body: 'x' }), 404, /Comment/);
        await expectRefused(school.anna.editComment({ repository, node: 'nonsense', body: 'x' }), 404, /Comment/);
        const file = await sharedFile(school);
        const made = await school.anna.addComment({ ...at(file), body: 'x' });
        await expectRefused(school.anna.editComment({ repository, node: file.ref.id, body: 'x' }), 404, /Comment/);
        await expectRefused(school.anna.editComment({ repository, node: made.ref.id, body: '' }), 400, /missing/);
        await school.anna.deleteNode(at(file));
        await expectRefused(school.anna.editComment({ repository, node: made.ref.id, body: 'y' }), 404, /Comment/);
      },
    },
  });
}

function describeDeleteComment(school: School): void {
  describeOperation('deleteComment', school, {
    effect: {
      'it is gone, and what answered it answers nothing then': async () => {
        const file = await sharedFile(school);
        const first = await school.carla.addComment({ ...at(file), body: 'Frage' });
        await school.anna.addComment({ ...at(file), commentReference: first.ref.id, body: 'Antwort' });
        await school.carla.deleteComment({ repository, node: first.ref.id });
        const { comments } = await school.anna.listComments(at(file));
        expect(comments).toEqual([expect.objectContaining({ comment: 'Antwort', replyTo: null })]);
        expect(await countOf(school, file)).toBe(1);
      },
      'whoever may write the node deletes what others said about it': async () => {
        const file = await sharedFile(school);
        const made = await school.carla.addComment({ ...at(file), body: 'x' });
        await school.anna.deleteComment({ repository, node: made.ref.id });
        expect(await countOf(school, file)).toBe(0);
      },
    },
    refusal: {
      'a reader deletes nothing that others said': async () => {
        const file = await sharedFile(school);
        const made = await school.anna.addComment({ ...at(file), body: 'x' });
        await expectRefused(school.carla.deleteComment({ repository, node: made.ref.id }), 403);
        await expectRefused(school.bert.deleteComment({ repository, node: made.ref.id }), 404, /Comment/);
        await expectRefused(school.nobody.deleteComment({ repository, node: made.ref.id }), 401);
        expect(await countOf(school, file)).toBe(1);
      },
    },
    badInput: {
      'a comment that is gone already is missing': async () => {
        const file = await sharedFile(school);
        const made = await school.anna.addComment({ ...at(file), body: 'x' });
        await school.anna.deleteComment({ repository, node: made.ref.id });
        await expectRefused(school.anna.deleteComment({ repository, node: made.ref.id }), 404, /Comment/);
        await expectRefused(school.anna.deleteComment({ repository, node: unknown }), 404, /Comment/);
      },
    },
  });
}

function describeWhatStays(school: School): void {
  test('what somebody said who is gone stays, and a later person of the same name has no part in it', async () => {
    const userName = newName('dora');
    const password = 'Ein langes Passwort!';
    const make = () =>
      school.admin.createPerson({ repository, person: userName, password, body: { firstName: 'Dora', lastName: 'D' } });
    await make();
    const file = await makeFile(school.anna, 'x');
    const body = { permissions: [{ authority: { authorityName: 'GROUP_EVERYONE' }, permission: 'Consumer' }] };
    await school.anna.setPermissions({ ...at(file), body });
    const dora = school.as({ userName, password });
    const made = await dora.addComment({ ...at(file), body: 'von mir' });
    await dora.rateNode({ ...at(file), rating: 5 });
    await school.admin.deletePerson({ repository, person: userName });
    await make();
    const [comment] = (await school.anna.listComments(at(file))).comments;
    expect(comment).toMatchObject({ comment: 'von mir', creator: { userName, profile: { firstName: '' } } });
    await expectRefused(dora.editComment({ repository, node: made.ref.id, body: 'x' }), 403);
    await expectRefused(dora.deleteComment({ repository, node: made.ref.id }), 403);
    const { rating } = (await dora.getNode(at(file))).node;
    expect(rating).toEqual({ overall: { count: 1, rating: 5, sum: 5 }, user: 0, affiliation: {} });
    await dora.rateNode({ ...at(file), rating: 2 });
    expect((await dora.getNode(at(file))).node.rating).toMatchObject({ overall: { count: 2, sum: 7 }, user: 2 });
  });

  test('what was said survives a restart', async () => {
    const file = await sharedFile(school);
    await school.carla.addComment({ ...at(file), body: 'bleibt' });
    await school.carla.rateNode({ ...at(file), rating: 4 });
    await school.restart();
    expect(await textsOn(school, file)).toEqual(['bleibt']);
    expect((await school.carla.getNode(at(file))).node).toMatchObject({ commentCount: 1, rating: { user: 4 } });
  });
}
