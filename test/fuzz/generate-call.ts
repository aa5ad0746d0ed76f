import fc from 'fast-check';
import type { FuzzBody, FuzzCall } from './call.ts';
import {
  addHeader,
  addQuery,
  addQueryOfTable,
  type Change,
  changeIdentity,
  changeJson,
  changeMethod,
  changeParam,
  changeQuery,
  changeType,
  dropBody,
  dropQuery,
  lengthenHead,
  lengthenQuery,
  otherBytes,
  otherJson,
  renameKey,
  repeatQuery,
} from './call-changes.ts';
import type { DescribedOperation, DescribedParameter, Schema } from './described-operations.ts';
import { hintOf } from './hints.ts';
import type { FuzzIdentity } from './identities.ts';
import { schemaValue } from './schema-value.ts';
import { validParameters } from './valid-parameters.ts';

const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The text of a parameter by its schema. */
const textOf = ({ schema }: DescribedParameter): fc.Arbitrary<string> =>
  schemaValue(schema['type'] === 'array' ? (schema['items'] as Schema) : schema).map(asText);

const boundary = 'edge-of-fuzz';

const multipart = (field: string, fileName: string | undefined, text: string): string =>
  [
    `--${boundary}`,
    `Content-Disposition: form-data; name="${field}"${fileName === undefined ? '' : `; filename="${fileName}"`}`,
    '',
    text,
    `--${boundary}--`,
    '',
  ].join('\r\n');

const urlencoded = (fields: Readonly<Record<string, string>>): string => new URLSearchParams(fields).toString();

function validBody({ id, bodies }: DescribedOperation): fc.Arbitrary<FuzzBody | undefined> {
  const { json, form = {}, file = fc.constant('Text'), text } = hintOf(id);
  const of = (type: string, text: fc.Arbitrary<string>, encoding: FuzzBody['encoding'] = 'utf8') =>
    text.map((written): FuzzBody => ({ type, text: written, encoding }));
  const kinds = Object.entries(bodies).map(([type, schema]) => {
    if (type === 'application/json') {
      return of(
        type,
        (json ?? schemaValue(schema)).map((value) => JSON.stringify(value) ?? 'null'),
      );
    }
    if (type === 'application/x-www-form-urlencoded') return of(type, fc.constant(urlencoded(form)));
    if (type !== 'multipart/form-data') return of(type, text ?? fc.string({ unit: 'grapheme', maxLength: 60 }));
    const [field = 'file'] = Object.keys((schema['properties'] as Record<string, Schema> | undefined) ?? {});
    return of(
      `${type}; boundary=${boundary}`,
      file.map((text) => multipart(field, 'a.yaml', text)),
      'latin1',
    );
  });
  return kinds.length === 0 ? fc.constant(undefined) : fc.oneof(...kinds);
}

const usualIdentity = ({ id, isForAdministrators }: DescribedOperation): fc.Arbitrary<FuzzIdentity> => {
  const { as } = hintOf(id);
  if (as === 'admin' || (as === undefined && isForAdministrators)) {
    return fc.constantFrom<FuzzIdentity>('admin', 'admin', 'admin', 'admin by Basic');
  }
  if (as !== undefined) return fc.constant(as);
  return fc.constantFrom<FuzzIdentity>('teacher', 'teacher', 'teacher', 'teacher', 'teacher by Basic', 'admin');
};

/** A call that should succeed, where the world has what it names. */
function validCall(operation: DescribedOperation): fc.Arbitrary<FuzzCall> {
  const { id, method, path, parameters } = operation;
  const known = validParameters(
    id,
    parameters.map(({ name }) => name),
  );
  const described = fc.record(Object.fromEntries(parameters.map((parameter) => [parameter.name, textOf(parameter)])));
  return fc
    .record({
      as: usualIdentity(operation),
      values: fc.tuple(described, known).map(([bySchema, byTable]) => ({ ...bySchema, ...byTable })),
      optional: fc.array(fc.integer({ min: 0, max: 3 }), {
        minLength: parameters.length,
        maxLength: parameters.length,
      }),
      body: validBody(operation),
    })
    .map(({ as, values, optional, body }) => {
      const isNeeded = (name: string) => hintOf(id).needs?.includes(name) === true;
      const isWanted = ({ name, required }: DescribedParameter, at: number) =>
        required || optional[at] === 0 || isNeeded(name);
      const wanted = new Set(parameters.filter(isWanted).map(({ name }) => name));
      // A direction says nothing without the property that it sorts.
      if (!wanted.has('sortProperties')) wanted.delete('sortAscending');
      const chosen = parameters.filter(({ name }) => wanted.has(name));
      const of = (place: DescribedParameter['in']) =>
        chosen.filter((parameter) => parameter.in === place).map(({ name }) => [name, values[name] ?? ''] as const);
      return {
        ...{ operation: id, method, path, as },
        params: Object.fromEntries(of('path')),
        query: of('query'),
        headers: of('header'),
        body,
      };
    });
}

/** A valid call with one or two mistakes. Those that read the JSON come first. */
function hostileCall(operation: DescribedOperation): fc.Arbitrary<FuzzCall> {
  const aboutBody = Object.keys(operation.bodies).length === 0 ? [] : [changeJson, changeJson, renameKey, changeType];
  const first = fc.oneof(changeParam, changeQuery, changeIdentity, addQueryOfTable(operation), ...aboutBody);
  const later = fc.oneof(
    fc.constant<Change>((call) => call),
    changeParam,
    repeatQuery,
    dropQuery,
    addQuery,
    addHeader,
    lengthenHead,
    lengthenQuery,
    changeMethod,
    dropBody,
    otherJson,
    otherBytes,
  );
  return fc.tuple(validCall(operation), first, later).map(([call, one, other]) => other(one(call)));
}

/** Whether a call would remove whoever sends it, or change their password: all calls after it would be refused. */
const endsItsOwnSender = ({ operation, params }: FuzzCall): boolean =>
  ['deletePerson', 'setPersonCredential', 'setPersonStatus'].includes(operation) &&
  !String(params['person']).startsWith('{people');

/** Whether a call would write a backup anywhere but in the folder for backups of this run. */
const writesElsewhere = ({ operation, as, body }: FuzzCall): boolean =>
  operation === 'backUpRepository' && as === 'operator' && /"folder":\s*"(?!\{backups)/.test(body?.text ?? '');

const withoutHarm = (call: FuzzCall): FuzzCall =>
  endsItsOwnSender(call) || writesElsewhere(call) ? { ...call, as: 'guest' } : call;

/** Calls of one operation that should succeed. */
export const validCalls = (operation: DescribedOperation): fc.Arbitrary<FuzzCall> =>
  validCall(operation).map(withoutHarm);

/** Calls of all operations alike, valid and hostile ones; hints say which come less often. */
export const fuzzCalls = (operations: readonly DescribedOperation[]): fc.Arbitrary<FuzzCall> =>
  fc.oneof(
    ...operations.map((operation) => ({
      weight: hintOf(operation.id).weight ?? 10,
      arbitrary: fc.oneof(validCall(operation), hostileCall(operation)).map(withoutHarm),
    })),
  );
