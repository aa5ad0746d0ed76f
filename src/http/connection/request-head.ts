import type { IncomingMessage } from 'node:http';
import { badRequest, RepositoryError } from '../../base/errors/errors.ts';

/** The maximum number of headers. Browsers send about 20, and proxies add a few. */
const maxHeaders = 100;

/**
 * The number of headers that Node.js has to collect. It drops those beyond without a word, and one of them may be the `Host` or the
 * address that a proxy added. So it collects one more than are accepted.
 */
export const collectedHeaders = maxHeaders + 1;

/** The maximum size of a header, in bytes. The cookies of a site are the longest; a browser sends at most 4 kB of each. */
const maxHeaderBytes = 16_384;

/** The maximum size of a path, in bytes. It has a few IDs and names. */
const maxPathBytes = 8_192;

const tooLarge = (message: string): RepositoryError => new RepositoryError('HeadTooLarge', message);

function pathProblem(url: string): RepositoryError | undefined {
  const query = url.indexOf('?');
  const length = query < 0 ? url.length : query;
  if (length <= maxPathBytes) return undefined;
  return tooLarge(
    `The path of the request has ${length} bytes, and the maximum is ${maxPathBytes}. Send a shorter one.`,
  );
}

/** There must be exactly one `Host` (RFC 9112, 3.2). Node.js reads only the first one, but a proxy may have routed the request by the second. */
function hostProblem(hosts: number, httpVersion: string): RepositoryError | undefined {
  if (hosts > 1) return badRequest('The request has more than one Host header: send one.');
  if (hosts === 0 && httpVersion === '1.1')
    return badRequest('The request has no Host header, which HTTP/1.1 requires: send one.');
  return undefined;
}

/** The problem with the head of a request: its size, or its `Host` unless it came over a Unix socket. Undefined if there is none. */
export function headProblem(
  { rawHeaders, httpVersion, url = '' }: Pick<IncomingMessage, 'rawHeaders' | 'httpVersion' | 'url'>,
  overUnixSocket: boolean,
): RepositoryError | undefined {
  if (rawHeaders.length > maxHeaders * 2)
    return tooLarge(`The request has more than ${maxHeaders} headers. Send fewer.`);
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const [name = '', value = ''] = [rawHeaders[at], rawHeaders[at + 1]];
    if (value.length > maxHeaderBytes) {
      return tooLarge(`The header ${name.slice(0, 100)} has more than ${maxHeaderBytes} bytes. Send a shorter one.`);
    }
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
  }
  return pathProblem(url) ?? (overUnixSocket ? undefined : hostProblem(hosts, httpVersion));
}
