import { describe, expect, test } from 'vitest';
import { acceptedBreaks } from './accepted-breaks.ts';
import { documentBreaks } from './document-breaks.ts';
import { type Document, reducedDocument } from './reduced-document.ts';
import { currentDocument, releasedDocument } from './released-document.ts';

describe('openapi.json beside that of the last release', () => {
  const released = releasedDocument();
  const breaks = documentBreaks(released, currentDocument());

  test('breaks nothing that a client of the last release relies on', () => {
    expect(Object.keys(released.operations).length).toBeGreaterThan(100);
    expect(breaks.filter((line) => acceptedBreaks[line] === undefined)).toEqual([]);
  });

  test('breaks on purpose only what is listed, each for a reason', () => {
    expect(Object.keys(acceptedBreaks).filter((line) => !breaks.includes(line))).toEqual([]);
    expect(Object.values(acceptedBreaks).filter((reason) => !/\w{3}/.test(reason))).toEqual([]);
  });
});

const json = (schema: object) => ({ content: { 'application/json': { schema } } });

const small = {
  paths: {
    '/nodes/{id}': {
      get: {
        operationId: 'getNode',
        parameters: [
          { name: 'id', in: 'path', required: true, schema: { type: 'string' } },
          { name: 'form', in: 'query', required: false, schema: { type: 'string', enum: ['map', 'list'] } },
        ],
        responses: { 200: json({ $ref: '#/components/schemas/Node' }), 404: json({ type: 'object' }) },
      },
      put: {
        operationId: 'putNode',
        requestBody: {
          required: false,
          ...json({
            type: 'object',
            properties: { title: { type: 'string', maxLength: 20 }, size: { type: ['integer', 'string'] } },
            required: ['title'],
          }),
        },
        responses: { 200: {} },
      },
    },
  },
  components: {
    schemas: {
      Node: {
        type: 'object',
        properties: {
          id: { type: 'string' },
          description: { type: 'string' },
          parent: { $ref: '#/components/schemas/Node' },
          size: { type: ['integer', 'null'] },
          tags: { type: 'array', items: { type: 'string' } },
          kind: { type: 'string', enum: ['file', 'folder'] },
        },
        required: ['id'],
      },
    },
  },
};

type Json = Record<string, unknown>;

/** Copies of the document in which one value is another, or gone where it is undefined. */
function withValue(document: unknown, path: readonly string[], value: unknown): unknown {
  const [first = '', ...rest] = path;
  const copy = structuredClone(document) as Json;
  if (rest.length === 0 && value === undefined) delete copy[first];
  else copy[first] = rest.length === 0 ? value : withValue(copy[first], rest, value);
  return copy;
}

const reduced = (document: unknown) => reducedDocument(document as Document, '1.0.0');

const breaksOf = (path: string, value: unknown): string[] =>
  documentBreaks(reduced(small), reduced(withValue(small, path.split(' '), value)));

const operation = 'paths /nodes/{id}';
const form = `${operation} get parameters 1`;
const body = `${operation} put requestBody`;
const sent = `${body} content application/json schema`;
const node = 'components schemas Node';
const newParameter = { name: 'new', in: 'query', required: true, schema: {} };

describe('a document that breaks a released one', () => {
  test.each([
    ['an operation is gone', `${operation} put`, undefined, 'the operation is gone'],
    ['a path is another', operation, undefined, 'the operation is gone'],
    ['an operation has another name', `${operation} get operationId`, 'readNode', 'was getNode'],
    ['a parameter is gone', `${form} name`, 'shape', 'the parameter is gone'],
    ['a parameter becomes required', `${form} required`, true, 'the parameter is required'],
    ['a required parameter is new', `${operation} put parameters`, [newParameter], 'new and required'],
    ['an enumeration accepts less', `${form} schema enum`, ['map'], 'no longer accepts "list"'],
    ['a parameter is of another type', `${form} schema`, { type: 'integer' }, 'the type was string'],
    ['a body becomes required', `${body} required`, true, 'body: is required'],
    ['a body is gone', body, undefined, 'body: is gone'],
    ['a body is of another media type', `${body} content`, { 'text/plain': { schema: {} } }, 'no longer accepted'],
    ['a field of a body becomes required', `${sent} required`, ['title', 'size'], 'body.size: the field is required'],
    ['a text may be less long', `${sent} properties title maxLength`, 10, 'a stricter maxLength'],
    ['a field accepts fewer types', `${sent} properties size`, { type: 'integer' }, 'no longer accepts string'],
    [
      'a field of a body is no longer accepted',
      `${sent}`,
      { type: 'object', additionalProperties: false },
      'body.title',
    ],
    ['a success has another status', `${operation} get responses`, { 201: json({}) }, '200: the answer is gone'],
    ['an answer has no body', `${operation} get responses 200`, {}, 'no longer application/json'],
    ['a field of an answer is gone', `${node} properties description`, undefined, '200.description: the field is gone'],
    ['a field of an answer can be missing', `${node} required`, [], '200.id: the field can be missing'],
    ['a field of an answer can be another type', `${node} properties id type`, ['string', 'null'], '200.id'],
    ['a field of an answer is of another type', `${node} properties tags items type`, 'object', '200.tags[]'],
  ])('is found: %s', (_, path, value, expected) => {
    expect(breaksOf(path, value).join('\n')).toContain(expected);
  });
});

describe('a document that adds to a released one', () => {
  test.each([
    ['nothing', 'paths', small.paths],
    ['an operation', 'paths /more', { get: { operationId: 'more', responses: { 200: {} } } }],
    ['a parameter that can be left out', `${operation} put parameters`, [{ ...newParameter, required: false }]],
    ['a value that is accepted', `${form} schema enum`, ['map', 'list', 'tree']],
    ['a field of a body', `${sent} properties more`, { type: 'string' }],
    ['a longer text', `${sent} properties title maxLength`, 30],
    ['a type of a field of a body', `${sent} properties title type`, ['string', 'null']],
    ['a field that need not be sent', `${sent} required`, []],
    ['a field of an answer', `${node} properties more`, { type: 'string' }],
    ['a field that is always there', `${node} required`, ['id', 'description']],
    ['a narrower type of an answer', `${node} properties size type`, 'integer'],
    ['a description', `${node} properties id description`, 'The id'],
    ['an error', `${operation} put responses 409`, json({ type: 'object' })],
  ])('breaks nothing: %s', (_, path, value) => {
    expect(breaksOf(path, value)).toEqual([]);
  });
});
