import fc from 'fast-check';
import type { FuzzCall } from './call.ts';
import type { DescribedOperation } from './described-operations.ts';
import { hostileHead, hostileQuery } from './hostile-heads.ts';
import {
  hostileBytes,
  hostileContentType,
  hostileHeader,
  hostileJsonText,
  hostileJsonValue,
  hostileText,
  hostileUrlText,
} from './hostile-values.ts';
import { identities } from './identities.ts';

/** Makes another call of a call. */
export type Change = (call: FuzzCall) => FuzzCall;

const pick = <T>(list: readonly T[], at: number): T | undefined => list[at % Math.max(list.length, 1)];

export const changeParam = fc.tuple(fc.nat(), hostileUrlText).map(
  ([at, text]): Change =>
    (call) => {
      const name = pick(Object.keys(call.params), at);
      return name === undefined ? call : { ...call, params: { ...call.params, [name]: text } };
    },
);

export const changeQuery = fc.tuple(fc.nat(), hostileUrlText).map(
  ([at, text]): Change =>
    (call) => {
      if (call.query.length === 0) return { ...call, query: [['unknown', text]] };
      const query = call.query.map(
        ([name, value], index) => [name, index === at % call.query.length ? text : value] as const,
      );
      return { ...call, query };
    },
);

export const repeatQuery = fc.tuple(fc.nat(), fc.constantFrom(1, 2, 300)).map(
  ([at, times]): Change =>
    (call) => {
      const pair = pick(call.query, at);
      if (pair === undefined) return call;
      return { ...call, query: [...call.query, ...Array.from({ length: times }, () => pair)] };
    },
);

export const dropQuery = fc.nat().map(
  (at): Change =>
    (call) => ({
      ...call,
      query: call.query.filter((_, index) => index !== at % Math.max(call.query.length, 1)),
    }),
);

export const addQuery = fc.tuple(hostileText, hostileUrlText).map(
  ([name, value]): Change =>
    (call) => ({
      ...call,
      query: [...call.query, [name, value] as const],
    }),
);

export const addQueryOfTable = (operation: DescribedOperation) => {
  const names = operation.parameters.filter(({ in: place }) => place === 'query').map(({ name }) => name);
  if (names.length === 0) return addQuery;
  return fc.tuple(fc.constantFrom(...names), hostileUrlText).map(
    ([name, value]): Change =>
      (call) => ({
        ...call,
        query: [...call.query, [name, value] as const],
      }),
  );
};

export const addHeader = hostileHeader.map(
  (header): Change =>
    (call) => ({ ...call, headers: [...call.headers, header] }),
);

export const changeIdentity = fc.constantFrom(...identities).map(
  (as): Change =>
    (call) => ({ ...call, as }),
);

export const lengthenHead = hostileHead.map(
  (headers): Change =>
    (call) => ({ ...call, headers: [...call.headers, ...headers] }),
);

export const lengthenQuery = hostileQuery.map(
  (query): Change =>
    (call) => ({ ...call, query: [...call.query, ...query] }),
);

/** Not to DELETE: then a call about a person would remove one. */
export const changeMethod = fc.constantFrom('GET', 'PUT', 'POST', 'PATCH', 'OPTIONS', 'HEAD', 'TRACE').map(
  (method): Change =>
    (call) =>
      call.as.startsWith('admin') || call.as === 'operator' ? call : { ...call, method },
);

export const changeType = hostileContentType.map(
  (type): Change =>
    (call) => ({
      ...call,
      body: call.body === undefined ? undefined : { ...call.body, type },
    }),
);

export const dropBody = fc.constant<Change>((call) => ({ ...call, body: undefined }));

export const otherJson = hostileJsonText.map(
  (text): Change =>
    (call) => ({
      ...call,
      body: { type: 'application/json', text, encoding: 'utf8' },
    }),
);

export const otherBytes = fc.tuple(hostileBytes, hostileContentType).map(
  ([text, type]): Change =>
    (call) => ({
      ...call,
      body: { type: call.body?.type ?? type, text, encoding: 'latin1' },
    }),
);

/** Puts another value anywhere into a JSON body. */
function planted(value: unknown, path: readonly number[], other: unknown): unknown {
  const [first = 0, ...rest] = path;
  if (typeof value !== 'object' || value === null || path.length === 0) return other;
  const keys = Object.keys(value);
  const key = pick(keys, first);
  if (key === undefined) return other;
  const changed = planted((value as Record<string, unknown>)[key], rest, other);
  return Array.isArray(value) ? value.with(Number(key), changed) : { ...value, [key]: changed };
}

export const changeJson = fc.tuple(fc.array(fc.nat({ max: 20 }), { minLength: 1, maxLength: 4 }), hostileJsonValue).map(
  ([path, other]): Change =>
    (call) => {
      if (call.body?.type !== 'application/json') return call;
      const text = JSON.stringify(planted(JSON.parse(call.body.text), path, other));
      return { ...call, body: { ...call.body, text } };
    },
);

export const renameKey = fc.tuple(fc.nat(), hostileText).map(
  ([at, name]): Change =>
    (call) => {
      if (call.body?.type !== 'application/json') return call;
      const key = pick(Object.keys((JSON.parse(call.body.text) as object | null) ?? {}), at) ?? 'a';
      const text = call.body.text.replace(JSON.stringify(key), () => JSON.stringify(name));
      return { ...call, body: { ...call.body, text } };
    },
);
