import { connect } from 'node:tls';
import { systemErrorCode } from '../../base/errors/errors.ts';
import { TransportError } from '../../client/answer-error.ts';
import { hostOf } from '../../client/http-transport.ts';
import type { Transport } from '../../contract/call.ts';

/** The code of the error for plain HTTP that was sent to a port of HTTPS. */
export const httpsPortCode = 'PLAIN_HTTP_TO_HTTPS_PORT';

const maxWaitMs = 2_000;

/** Whether a server at the host and port of the address speaks TLS. Its certificate does not matter. */
function speaksTls(url: URL): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: hostOf(url), port: Number(url.port || 80), rejectUnauthorized: false });
    const end = (speaks: boolean): void => {
      socket.destroy();
      resolve(speaks);
    };
    socket.setTimeout(maxWaitMs, () => end(false));
    socket.once('secureConnect', () => end(true)).once('error', () => end(false));
  });
}

/** Whether an error may come from plain HTTP at a port of HTTPS: the server closes the connection, or sends a TLS alert. */
const mayBeHttps = (error: unknown): error is TransportError =>
  error instanceof TransportError && /^(?:ECONNRESET|EPIPE|HPE_.*)$/.test(systemErrorCode(error.cause) ?? '');

const httpsPort = (url: URL, reset: TransportError): TransportError =>
  new TransportError(`No response from ${url.origin}.`, {
    cause: Object.assign(new Error('The port speaks HTTPS.', { cause: reset }), { code: httpsPortCode }),
  });

/** Names the cause if the address begins with `http:`, and the port speaks HTTPS. */
export function reportHttpsPort(url: URL, send: Transport): Transport {
  if (url.protocol !== 'http:') return send;
  return async (call) => {
    try {
      return await send(call);
    } catch (error) {
      throw mayBeHttps(error) && (await speaksTls(url)) ? httpsPort(url, error) : error;
    }
  };
}
