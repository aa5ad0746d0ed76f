import type { FuzzBody, FuzzCall } from './call.ts';
import type { DescribedOperation } from './described-operations.ts';

/** One part of a call that can have any size. */
export interface SizedPart {
  readonly name: string;
  /** The size that is doubled: both are below the limit of the part. */
  readonly size: number;
  readonly of: (call: FuzzCall, size: number) => FuzzCall;
}

const listOf = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

/** What careless readers begin anew at each character, or split into many values. */
const fillings = ['a', 'a,', ' ;', '(', '*'];

const filled = (filling: string, length: number): string => `a${filling.repeat(length / filling.length)}a`;

const headerNames = [
  ...['Cookie', 'Accept', 'Accept-Language', 'Accept-Encoding', 'Range', 'If-Range', 'If-Match', 'If-None-Match'],
  ...['Origin', 'Content-Type', 'Content-Encoding', 'locale', 'X-Forwarded-For', 'Authentication', 'X-Edu-App-Id'],
  ...['User-Agent', 'Sec-Fetch-Site'],
];

/** What stands before the filling, so that it is not refused at its first character. */
const beginnings: Readonly<Record<string, string>> = {
  Cookie: 'JSESSIONID=',
  Range: 'bytes=1-',
  'Content-Type': 'multipart/form-data; boundary=x',
  Authentication: 'Basic ',
};

/** Each header with one of the fillings. Headers are read alike by many operations, so together these see all fillings. */
const longHeaders = (turn: number): readonly SizedPart[] =>
  headerNames.map((name, at) => {
    const filling = fillings[(turn + at) % fillings.length] ?? 'a';
    return {
      name: `the header ${name} with ${filling}`,
      size: 7_500,
      of: (call, size) => ({
        ...call,
        headers: [...call.headers, [name, `${beginnings[name] ?? ''}${filled(filling, size)}`] as const],
      }),
    };
  });

const withQuery = (call: FuzzCall, more: readonly (readonly [string, string])[]): FuzzCall => ({
  ...call,
  query: [...call.query, ...more],
});

const ofEveryCall: readonly SizedPart[] = [
  {
    name: 'the number of headers',
    size: 40,
    of: (call, size) => ({ ...call, headers: [...call.headers, ...listOf(size, (at) => [`X-${at}`, 'a'] as const)] }),
  },
  {
    name: 'the number of parameters of one name',
    size: 80,
    of: (call, size) =>
      withQuery(
        call,
        listOf(size, () => ['a', '']),
      ),
  },
  {
    name: 'the number of parameters',
    size: 80,
    of: (call, size) =>
      withQuery(
        call,
        listOf(size, (at) => [`a${at}`, '']),
      ),
  },
  { name: 'the name of a parameter', size: 3_000, of: (call, size) => withQuery(call, [['a'.repeat(size), '']]) },
];

function ofUrl({ parameters }: DescribedOperation): SizedPart[] {
  return parameters.flatMap(({ name, in: place }) => {
    if (place === 'header') return [];
    return fillings.map((filling) => ({
      name: `${name} in the ${place} with ${filling}`,
      size: 1_000,
      of: (call: FuzzCall, size: number): FuzzCall =>
        place === 'path'
          ? { ...call, params: { ...call.params, [name]: filled(filling, size) } }
          : withQuery({ ...call, query: call.query.filter(([other]) => other !== name) }, [
              [name, filled(filling, size)],
            ]),
    }));
  });
}

/** What grows in the query language: words, and groups in groups. */
const queriesOf: Readonly<Record<string, readonly [size: number, make: (size: number) => string]>> = {
  'words of': [90, (size) => listOf(size, (at) => `wort${at}`).join(' ')],
  'alternatives of': [90, (size) => listOf(size, (at) => `wort${at}`).join(' OR ')],
  'groups in': [24, (size) => `${'('.repeat(size)}wort${')'.repeat(size)}`],
};

const ofQueries = ({ parameters }: DescribedOperation): SizedPart[] =>
  parameters
    .filter(({ name, in: place }) => name === 'query' && place === 'query')
    .flatMap(({ name }) =>
      Object.entries(queriesOf).map(([what, [size, make]]) => ({
        name: `${what} ${name}`,
        size,
        of: (call: FuzzCall, wanted: number): FuzzCall =>
          withQuery({ ...call, query: call.query.filter(([other]) => other !== name) }, [[name, make(wanted)]]),
      })),
    );

const ofLists = ({ parameters }: DescribedOperation): SizedPart[] =>
  parameters
    .filter(({ in: place, schema }) => place === 'query' && schema['type'] === 'array')
    .map(({ name }) => ({
      name: `the values of ${name}`,
      size: 80,
      of: (call, size) =>
        withQuery(
          call,
          listOf(size, (at) => [name, `cm:a${at}`]),
        ),
    }));

const withBody = (call: FuzzCall, body: FuzzBody): FuzzCall => ({ ...call, body });

type MakeJson = (size: number) => unknown;

const nested = (levels: number): unknown => (levels === 0 ? 'a' : [nested(levels - 1)]);

function jsonParts(keys: readonly string[]): SizedPart[] {
  const values: Readonly<Record<string, readonly [size: number, make: MakeJson]>> = {
    'a long text': [200_000, (size) => filled(' ', size)],
    // Both sizes are above 128 KB in memory: there a text becomes a large object, which costs four times as much at once.
    'marks on a letter': [100_000, (size) => `e${'\u0301\u0316'.repeat(size / 2)}`],
    'a list of texts': [20_000, (size) => listOf(size, (at) => `a${at}`)],
    'a list of objects': [8_000, (size) => listOf(size, () => ({ name: 'cm:name', values: ['a'] }))],
    'an object': [10_000, (size) => Object.fromEntries(listOf(size, (at) => [`cm:a${at}`, ['b']]))],
    'lists in lists': [45, nested],
  };
  return Object.entries(values).flatMap(([what, [size, make]]) =>
    ['', ...keys].map((key) => ({
      name: `${what} as ${key === '' ? 'the body' : key}`,
      size,
      of: (call: FuzzCall, wanted: number) => {
        const value = make(wanted);
        const text = JSON.stringify(key === '' ? value : { [key]: value });
        return withBody(call, { type: 'application/json', text, encoding: 'utf8' });
      },
    })),
  );
}

const boundary = 'edge-of-part';

const formWith = (parts: readonly string[]): FuzzBody => ({
  type: `multipart/form-data; boundary=${boundary}`,
  text: `${parts.map((part) => `--${boundary}\r\nContent-Disposition: form-data; ${part}\r\n`).join('')}--${boundary}--\r\n`,
  encoding: 'latin1',
});

const multipartParts: readonly SizedPart[] = [
  ...['a', '\n', '{}\n', '<a>', '\r', '-'].map((filling) => ({
    name: `a file of ${JSON.stringify(filling)}`,
    size: 100_000,
    of: (call: FuzzCall, size: number) =>
      withBody(call, formWith([`name="file"; filename="a.xml"\r\n\r\n${filling.repeat(size / filling.length)}`])),
  })),
  {
    name: 'the parts of a form',
    size: 8,
    of: (call, size) => withBody(call, formWith(listOf(size, (at) => `name="a${at}"\r\n\r\nb`))),
  },
  {
    name: 'the name of a file',
    size: 7_000,
    of: (call, size) => withBody(call, formWith([`name="file"; filename="${filled(' ', size)}"\r\n\r\nb`])),
  },
];

const fieldParts: readonly SizedPart[] = [
  {
    name: 'the fields of a form',
    size: 20,
    of: (call, size) => {
      const text = listOf(size, (at) => `a${at}=b`).join('&');
      return withBody(call, { type: 'application/x-www-form-urlencoded', text, encoding: 'utf8' });
    },
  },
];

const textParts: readonly SizedPart[] = fillings.map((filling) => ({
  name: `a text of ${filling}`,
  size: 200_000,
  of: (call, size) => withBody(call, { type: 'text/plain', text: filled(filling, size), encoding: 'utf8' }),
}));

function ofBody({ bodies }: DescribedOperation): SizedPart[] {
  return Object.entries(bodies).flatMap(([type, schema]) => {
    if (type === 'application/json') return jsonParts(Object.keys(schema['properties'] ?? {}).slice(0, 6));
    if (type === 'multipart/form-data') return multipartParts;
    return type === 'application/x-www-form-urlencoded' ? fieldParts : textParts;
  });
}

/** Everything of a call of this operation that can grow. `turn` is the number of the operation. */
export const sizedParts = (operation: DescribedOperation, turn: number): readonly SizedPart[] => [
  ...ofEveryCall,
  ...longHeaders(turn),
  ...ofUrl(operation),
  ...ofQueries(operation),
  ...ofLists(operation),
  ...ofBody(operation),
];
