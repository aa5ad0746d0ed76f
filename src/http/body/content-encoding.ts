import type { IncomingMessage } from 'node:http';
import { RepositoryError } from '../../base/errors/errors.ts';

/** The `Content-Encoding` of a body under its registered name (RFC 9110, 8.4.1): in lower case; `identity` if there is none. */
export function contentEncodingOf({ headers }: IncomingMessage): string {
  const name = (headers['content-encoding'] ?? '').trim().toLowerCase();
  if (name === '') return 'identity';
  return name === 'x-gzip' ? 'gzip' : name;
}

/** Throws `WrongMediaType` if a multipart form is compressed. It may have files of any size, which are streamed to disk. */
export function requireUncompressedForm(request: IncomingMessage): void {
  if (contentEncodingOf(request) === 'identity') return;
  throw new RepositoryError(
    'WrongMediaType',
    'A multipart form cannot be compressed, because files can be large. Send it without Content-Encoding.',
  );
}
