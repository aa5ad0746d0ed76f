import { beforeAll, describe, expect, test } from 'vitest';
import { AnswerError } from '../../src/client/answer-error.ts';
import type { Client } from '../../src/client/client.ts';
import { operationNames, operations } from '../../src/contract/index.ts';
import { outsiderRows, tellingProperties } from '../support/outsider-rows.ts';
import { makeSecret, type Secret } from '../support/secrets.ts';
import { type School, withTransports } from '../support/transports.ts';
import { at, bytesOf, download, namesIn, pictureOf } from '../support/trees.ts';

const repository = '-home-';

type Outcome = { readonly refused: AnswerError } | { readonly answer: unknown; readonly text: string };

async function textOf(answer: unknown): Promise<string> {
  const isFile = typeof answer === 'object' && answer !== null && 'bytes' in answer;
  if (!isFile) return JSON.stringify(answer) ?? '';
  // Among the results only a file has bytes.
  const file = answer as Parameters<typeof bytesOf>[0];
  return `${file.fileName ?? ''} ${(await bytesOf(file)).toString()}`;
}

async function outcomeOf(attempt: Promise<unknown>): Promise<Outcome> {
  try {
    const answer = await attempt;
    return { answer, text: await textOf(answer) };
  } catch (error) {
    if (error instanceof AnswerError) return { refused: error };
    throw error;
  }
}

const whatWasAsked = (traces: readonly string[], asked: readonly string[]): string[] =>
  traces.filter((trace) => !asked.some((text) => text.includes(trace)));

/** Nothing of the secret is in the outcome; a path that was asked for may be named again. */
function expectNoTrace(outcome: Outcome, { traces, ids, words, inner }: Secret): void {
  const text = 'refused' in outcome ? JSON.stringify(outcome.refused.body) : outcome.text;
  // A refusal names the node or the path that was asked for, and so tells nothing new.
  const asked = 'refused' in outcome ? [words.folder, `${words.name}.txt`, inner.name] : [];
  const forbidden = [...whatWasAsked(traces, asked), ...('refused' in outcome ? [] : ids)];
  for (const trace of forbidden) expect(text).not.toContain(trace);
}

/** All of the secret, as its owner sees it. */
const wholePicture = async ({ anna }: School, { folder, collection }: Secret) => ({
  folder: await pictureOf(anna, folder),
  collection: await anna.getCollection({ repository, collection }),
  permissions: await anna.getPermissions(at(collection)),
  inside: await anna.listCollectionChildren({ repository, collection }),
});

function describeOutsider(who: string, school: School, outsiderOf: () => Client, refusals: readonly number[]): void {
  describe(who, () => {
    let secret: Secret;
    let before: Awaited<ReturnType<typeof wholePicture>>;
    beforeAll(async () => {
      secret = await makeSecret(school);
      before = await wholePicture(school, secret);
    });

    test.each(operationNames)('learns and changes nothing by %s', async (name) => {
      const { attempts, answers, shows, alsoRefusedBy = [] } = outsiderRows[name];
      const tried = attempts(outsiderOf(), secret);
      expect(tried.length).toBeGreaterThan(0);
      for (const attempt of await Promise.all(tried.map(outcomeOf))) {
        expectNoTrace(attempt, secret);
        if ('refused' in attempt)
          expect([...refusals, ...alsoRefusedBy], attempt.refused.message).toContain(attempt.refused.status);
        else expect(answers, attempt.text).toBe(true);
        if (!('refused' in attempt)) shows?.(attempt.answer);
      }
      // What reads is compared with the next that changes something, and at the end.
      if (operations[name].method !== 'GET') expect(await wholePicture(school, secret)).toEqual(before);
    });

    test('has changed nothing in the end', async () => {
      expect(await wholePicture(school, secret)).toEqual(before);
    });

    test('cannot tell the hidden from the missing by its path', async () => {
      const refusal = async (path: string) => {
        const outcome = await outcomeOf(outsiderOf().resolvePath({ ...at('-companyhome-'), path }));
        if (!('refused' in outcome)) throw new Error(`${path} should not have been found.`);
        const body = outcome.refused.body as Record<string, unknown>;
        return {
          status: outcome.refused.status,
          ...body,
          requestId: '',
          message: String(body['message']).replace(path, '…'),
        };
      };
      const missing = await refusal('User Homes/nowhere/at all');
      const { folder, inner, file } = secret;
      for (const path of [folder.name, `${folder.name}/${inner.name}`, `${folder.name}/${inner.name}/${file.name}`]) {
        expect(await refusal(`User Homes/anna/${path}`)).toEqual(missing);
      }
    });
  });
}

withTransports((school) => {
  describeOutsider('a stranger who is signed in', school, () => school.bert, [403, 404]);
  describeOutsider('somebody who is not signed in', school, () => school.nobody, [401]);
  describeOutsider(
    'somebody with wrong credentials',
    school,
    () => school.withHeaders({ authorization: 'Bearer wrong' }),
    [401],
  );

  test('the owner can do all of this, so the attempts are real ones', async () => {
    const secret = await makeSecret(school);
    const { file, words, traces } = secret;
    expect((await download(school.anna, file)).toString()).toContain(words.text);
    for (const word of [words.name, words.title, words.description, words.keyword, words.text]) {
      const found = await school.anna.searchNodes({ repository, query: word, facettes: tellingProperties });
      expect(found.pagination.total, word).toBe(1);
      for (const trace of [words.name, words.title, words.subject]) expect(JSON.stringify(found)).toContain(trace);
    }
    const picture = JSON.stringify(await wholePicture(school, secret));
    for (const trace of traces.filter((text) => ![words.text, words.oldText].some((word) => text.includes(word)))) {
      if (!/^[0-9a-f]{64}$/.test(trace)) expect(picture).toContain(trace);
    }
  });

  test('a stranger sees of the top folder only what is open to them', async () => {
    await makeSecret(school);
    expect(await namesIn(school.bert, '-companyhome-')).toEqual([]);
    const { pagination } = await school.bert.listChildren(at('-companyhome-'));
    expect(pagination.total).toBe(0);
  });
});

withTransports(
  (school) => {
    describeOutsider('the guest', school, () => school.nobody, [401, 404]);
    describeOutsider('a stranger beside a guest', school, () => school.bert, [403, 404]);
  },
  { overrides: { 'security.guest.enabled': 'true' } },
);
