import type { IncomingMessage } from 'node:http';
import { badRequest, type RepositoryError } from '../../base/errors/errors.ts';

/**
 * The problem with the `Host` of a request, of which there must be exactly one (RFC 9112, 3.2); undefined if there is none.
 * Node.js reads only the first one, but a proxy may have routed the request by the second.
 */
export function hostProblem({ rawHeaders, httpVersion }: IncomingMessage): RepositoryError | undefined {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  if (hosts > 1) return badRequest('The request has more than one Host header: send one.');
  if (hosts === 0 && httpVersion === '1.1')
    return badRequest('The request has no Host header, which HTTP/1.1 requires: send one.');
  return undefined;
}
