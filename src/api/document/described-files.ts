type Json = Record<string, unknown>;

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

/** What a caller may say of the bytes that it wants (RFC 9110, 13 and 14), as OpenAPI describes headers. */
export const describedFileHeaders: readonly Json[] = [
  header('Range', 'One part, such as `bytes=0-999`; several at once are answered with the whole.'),
  header('If-Range', 'The `ETag` of what the part continues: other bytes meanwhile are answered with the whole.'),
  header('If-None-Match', 'The `ETag` of what the caller has: the same bytes are answered 304, without them.'),
];

const told = (...names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]));

const bytes: Json = { '*/*': { schema: { type: 'string', format: 'binary' } } };

/** The answers of an operation that gives a file, where it is no failure of the usual kinds. */
export const describedFileResponses: Json = {
  200: { description: 'Done', headers: told('ETag', 'Accept-Ranges', 'Content-Disposition'), content: bytes },
  206: { description: 'The part that was asked for', headers: told('ETag', 'Content-Range'), content: bytes },
  304: { description: 'The caller has the same bytes already', headers: told('ETag') },
};
