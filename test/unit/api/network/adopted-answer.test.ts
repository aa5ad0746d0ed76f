import { describe, expect, test } from 'vitest';
import { adoptedAnswer, adoptReferences } from '../../../../src/api/network/adopted-answer.ts';
import type { Answer, AnswerBody } from '../../../../src/contract/call.ts';
import { operations } from '../../../../src/contract/index.ts';
import { ErrorResponse } from '../../../../src/contract/objects/common.ts';

const adopted = (value: unknown): unknown => {
  adoptReferences(value, 'west');
  return value;
};

const answer = (status: number, body: AnswerBody, headers: Record<string, string> = {}): Answer => ({
  status,
  headers,
  body,
});

const json = (value: unknown): AnswerBody => ({ kind: 'json', value });

describe('references in a response of another repository', () => {
  test('get its ID, and are not those of the home repository', () => {
    const nodes = [{ ref: { repo: '-home-', id: '1', isHomeRepo: true }, parent: { repo: '', id: '2' } }];
    expect(adopted({ nodes })).toEqual({
      nodes: [{ ref: { repo: 'west', id: '1', isHomeRepo: false }, parent: { repo: 'west', id: '2' } }],
    });
  });

  // A connected repository speaks only for itself, so it cannot name a third one, or this one.
  test('get its ID also in place of another one', () => {
    for (const repo of ['south', 'local', ['-home-'], null])
      expect(adopted({ repo, id: '1' })).toEqual({ repo: 'west', id: '1' });
  });

  test('are only objects with both fields', () => {
    const others = [{ repo: '-home-' }, { id: '-home-' }, '-home-', null, 1];
    expect(adopted(structuredClone(others))).toEqual(others);
  });

  test('are found at any depth, up to a limit', () => {
    const nested = (depth: number): unknown => (depth === 0 ? { repo: '', id: 'x' } : [nested(depth - 1)]);
    expect(JSON.stringify(adopted(nested(90)))).toContain('"repo":"west"');
    expect(() => adopted(nested(200))).toThrow(/nested too deeply/);
  });
});

describe('a response of another repository', () => {
  test('keeps headers for the client, and no others', () => {
    const headers = { 'x-edu-next-skip-count': '5', 'set-cookie': 'a=b', server: 'x', 'retry-after': '3', date: 'now' };
    const { headers: passedOn } = adoptedAnswer(answer(200, json({}), headers), operations.getNode, 'west');
    expect(passedOn).toEqual({ 'x-edu-next-skip-count': '5', 'retry-after': '3' });
  });

  test('with an error keeps its body if that is an ErrorResponse', () => {
    const error = {
      error: 'a.b.C',
      message: 'No.',
      logLevel: 'info',
      stacktraceArray: null,
      details: null,
      requestId: 'r',
    };
    const { status, body } = adoptedAnswer(answer(404, json(error)), operations.getNode, 'west');
    expect([status, body]).toEqual([404, json(error)]);
  });

  test.each([json({ error: 'x.Y', message: 'No.', extra: 1 }), json('text'), json(null), { kind: 'empty' } as const])(
    'with another body becomes an ErrorResponse',
    (body) => {
      const adoptedBody = adoptedAnswer(answer(403, body), operations.getNode, 'west').body;
      expect(ErrorResponse.parse(adoptedBody.kind === 'json' && adoptedBody.value).message).toMatch(
        /No\.|west returned 403/,
      );
    },
  );

  test('keeps a body that the operation has for a status', () => {
    const entry = {
      user: 'anna',
      status: 'RUNNING',
      requested: '2026-01-01T00:00:00.000Z',
      node_id: null,
      finished: null,
    };
    const { body } = adoptedAnswer(answer(409, json(entry)), operations.requestDataExport, 'west');
    expect(body).toEqual(json(entry));
  });

  test('without a body where JSON is due is refused', () => {
    expect(() => adoptedAnswer(answer(200, { kind: 'empty' }), operations.getNode, 'west')).toThrow(/empty response/);
    expect(adoptedAnswer(answer(200, json({ any: 1 })), operations.deleteNode, 'west').body).toEqual({ kind: 'empty' });
  });
});
