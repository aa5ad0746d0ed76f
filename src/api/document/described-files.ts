import type { Json } from './described-schemas.ts';

const header = (name: string, description: string): Json => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
});

/** The request headers for ranges and conditions (RFC 9110, 13 and 14), as OpenAPI describes them. */
export const describedFileHeaders: readonly Json[] = [
  header('Range', 'One range, such as `bytes=0-999`. For several ranges, the server sends the whole file.'),
  header(
    'If-Range',
    'The `ETag` of the file that the range continues. If the file has changed, the server sends the whole file.',
  ),
  header(
    'If-Match',
    'The `ETag` of the file that the client requires. If the file has changed, the server returns 412.',
  ),
  header(
    'If-None-Match',
    'The `ETag` of the file that the client has. If it has not changed, the server returns 304 without a body.',
  ),
];

const headersNamed = (...names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { schema: { type: 'string' } }]));

const bytes: Json = { '*/*': { schema: { type: 'string', format: 'binary' } } };

/** The response of an operation that can lead to another address. */
export const describedRedirect: Json = {
  302: { description: 'The address that the node links to', headers: headersNamed('Location') },
};

/** The success responses of an operation that returns a file. */
export const describedFileResponses: Json = {
  200: {
    description: 'The whole file',
    headers: headersNamed('ETag', 'Accept-Ranges', 'Content-Disposition'),
    content: bytes,
  },
  206: { description: 'The requested range', headers: headersNamed('ETag', 'Content-Range'), content: bytes },
  304: { description: 'The file has not changed', headers: headersNamed('ETag') },
};
