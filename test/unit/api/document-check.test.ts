import { describe, expect, test } from 'vitest';
import type { Answer, AnswerBody } from '../../../src/contract/call.ts';
import { documentMistake } from '../../support/document-check.ts';

const answerOf = (status: number, value: unknown, headers: Answer['headers'] = {}): Answer => ({
  status,
  headers,
  body: { kind: 'json', value },
});

const error = {
  error: 'org.edu_sharing.restservices.DAOMissingException',
  message: 'There is no such node.',
  logLevel: 'info',
  stacktraceArray: null,
  details: null,
  requestId: '1',
};
const empty: AnswerBody = { kind: 'empty' };

describe('an answer beside openapi.json', () => {
  test.each([
    ['a success without a body', 'deleteNode', { status: 200, headers: {}, body: empty }],
    ['an error', 'getNode', answerOf(404, error)],
    ['a header of which the document tells', 'deleteNode', { status: 200, headers: { etag: '"x"' }, body: empty }],
    ['too many calls, with the time to wait', 'getNode', answerOf(429, error, { 'retry-after': '5' })],
  ] as const)('fits: %s', (_, name, answer) => {
    expect(documentMistake(name, answer)).toBe(undefined);
  });

  test.each([
    ['another status', 'getNode', answerOf(418, error), /does not have the status 418/],
    ['a success of another form', 'getNode', answerOf(200, { node: {} }), /getNode, 200/],
    ['an error of another form', 'getNode', answerOf(404, { text: 'no' }), /getNode, 404/],
    ['a body where there is none', 'deleteNode', answerOf(200, {}), /JSON, and not empty/],
    ['no body where there is one', 'getNode', { status: 200, headers: {}, body: empty }, /empty, and not json/],
    ['an unknown header', 'getNode', answerOf(404, error, { 'x-edu-new': '1' }), /does not tell of.*x-edu-new/],
    ['too many calls, without a time', 'getNode', answerOf(429, error), /no Retry-After/],
  ] as const)('is found wrong: %s', (_, name, answer, mistake) => {
    expect(documentMistake(name, answer)).toMatch(mistake);
  });
});
