import { systemErrorCode } from '../../base/errors/errors.ts';
import { type AnswerError, BrokenAnswerError, type TransportError } from '../../client/answer-error.ts';
import { httpsPortCode } from '../connection/report-https-port.ts';
import { onOneLine } from '../print/printable.ts';
import { shellWord } from '../print/shell-word.ts';
import type { FailedCommand } from './advice.ts';
import { exitCodes } from './exit-codes.ts';
import { Failure, type FailureLines } from './failure.ts';

/** The next step after a connection failed. */
function adviceAfterNoConnection({ commandName, remote }: FailedCommand): string {
  const remotes = 'To list the remotes: edu-repo remote list';
  if (commandName === 'status') return `${remotes}; to start a server here: edu-repo serve --data DIRECTORY`;
  // `status` could show another repository than the one that `remote test` tested.
  if (commandName === 'remote test') return remotes;
  if (remote !== undefined) return `To test the connection: edu-repo remote test ${shellWord(remote)}`;
  return 'To test the connection: edu-repo status';
}

const changeAddress = 'for a remote: edu-repo remote remove NAME, then edu-repo remote add NAME URL';

/** Reasons and next steps by the code of Node.js or OpenSSL. After a sentence, the advice on testing the connection follows. */
const byCode: readonly (readonly [code: RegExp, why: string, next: string])[] = [
  [
    /^(?:DEPTH_ZERO_SELF_SIGNED_CERT|SELF_SIGNED_CERT_IN_CHAIN|UNABLE_TO_VERIFY_LEAF_SIGNATURE|UNABLE_TO_GET_ISSUER_CERT(?:_LOCALLY)?)$/,
    'This machine does not trust the certificate of the server',
    'If your school issued it, save it, or the certificate of its authority, as a PEM file (openssl s_client -showcerts -connect HOST:443), and set NODE_EXTRA_CA_CERTS=FILE',
  ],
  [
    /^CERT_(?:HAS_EXPIRED|NOT_YET_VALID)$/,
    'The certificate of the server has expired, or is not valid yet',
    'Check the date of this machine. If it is right, ask the administrator of the server to renew the certificate',
  ],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'The certificate of the server is for another host name',
    'Use the host name of the certificate, or ask the administrator of the server for one with this name',
  ],
  [
    /^(?:EPROTO|ERR_SSL_(?:WRONG_VERSION_NUMBER|PACKET_LENGTH_TOO_LONG|HTTP_REQUEST))$/,
    'The address begins with https://, but this port does not speak HTTPS, most likely plain HTTP',
    `Use the port of HTTPS, or an address with http:// on this machine; ${changeAddress}`,
  ],
  [
    new RegExp(`^${httpsPortCode}$`),
    'The address begins with http://, but this port speaks HTTPS',
    `Use the address with https://; ${changeAddress}`,
  ],
  [/^ECONNREFUSED$/, 'No server listens at this address', 'Check the port, and that the server is running.'],
  [/^(?:ENOTFOUND|EAI_\w+)$/, 'There is no host with this name, or no network', 'Check the spelling and the network.'],
];

/** Explains why there is no response. */
export function explainTransport(error: TransportError, command: FailedCommand): Failure {
  const code = systemErrorCode(error.cause);
  const known = byCode.find(([pattern]) => code !== undefined && pattern.test(code));
  const missing = code === undefined || error instanceof BrokenAnswerError;
  const [, reason, next] = known ?? [
    code,
    'The connection to the server failed',
    'Check that the server is running and the address is right.',
  ];
  return new Failure(
    exitCodes.unreachable,
    {
      // OpenSSL adds addresses in its memory and lines of its source.
      what: onOneLine(error.message.replace(/: write EPROTO .*$/s, '.')),
      why: missing ? 'The response is missing, incomplete or invalid.' : `${reason} (${code}).`,
      next: next.endsWith('.') ? `${next} ${adviceAfterNoConnection(command)}` : next,
    },
    { cause: error },
  );
}

/** Statuses that proxies send, and repositories do not send without an error class. */
const fromProxy: readonly number[] = [502, 503, 504];

/** Explains an answer that comes from no repository: of a proxy, of another web server, or a redirect. Undefined for others. */
export function explainOtherServer({
  status,
  operation,
  error,
  isPage,
  headers,
}: AnswerError): FailureLines | undefined {
  const { via, location } = headers;
  const by = `${status} (${operation})${via === undefined ? '' : `, by way of the proxy ${onOneLine(via)}`}`;
  if (status === 407) {
    return {
      what: 'A proxy between this machine and the server requires a sign-in.',
      why: `${by}.`,
      next: 'Sign in to the proxy as your network requires, or ask its administrator for direct access to the server',
    };
  }
  if (status >= 300 && status < 400 && location !== undefined) {
    return {
      what: `The address leads to another one: ${onOneLine(location)}`,
      why: `${by}: edu-repo follows no redirects, because they could lead your login elsewhere.`,
      next: `Use the address of the server that it leads to; ${changeAddress}`,
    };
  }
  if (fromProxy.includes(status) && error === undefined && (isPage || via !== undefined)) {
    return {
      what: 'A proxy answered instead of the repository.',
      why: `${by}: the server behind it does not respond.`,
      next: 'Check on its machine that the server is running, or ask its administrator',
    };
  }
  if (status !== 404 || !isPage) return undefined;
  return {
    what: 'There is no repository at this address, or it does not know this call.',
    why: `${by}: the response is a web page, as another web server or a proxy sends it.`,
    next: 'To test the address: edu-repo remote test',
  };
}
