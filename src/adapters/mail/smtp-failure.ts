import { clipped } from '../../base/clipped.ts';
import { messageOf } from '../../base/errors/errors.ts';
import { MailFailed } from '../../ports/mailer.ts';
import { singleLine } from './single-line.ts';

/** What messages say about the server, and what they must not say. */
export interface ServerDescription {
  /** `mail.example.org:587`. */
  readonly server: string;
  /** Texts that a server may repeat in a reply, such as the password. */
  readonly secrets: readonly string[];
}

/** The properties of an error of the library. */
interface SmtpError {
  readonly code: string;
  /** The command that failed, such as `RCPT TO` or `AUTH PLAIN`. */
  readonly command: string;
  readonly responseCode: number | undefined;
  readonly response: string;
}

/** The server asks for a sign-in, or refuses it. Another mail would fail too, until the settings are corrected. */
const signInCodes = new Set([454, 530, 534, 535, 538]);
const badSequence = 503;
const mailCommands = new Set(['MAIL FROM', 'RCPT TO', 'DATA']);

const settings = 'Check mail.server in config.yaml; the mail is sent again later.';

function smtpError(error: unknown): SmtpError {
  const { code, command, responseCode, response }: Record<string, unknown> =
    typeof error === 'object' && error !== null ? { ...error } : {};
  return {
    code: String(code ?? ''),
    command: String(command ?? ''),
    responseCode: typeof responseCode === 'number' ? responseCode : undefined,
    response: typeof response === 'string' ? response : '',
  };
}

/** Only a reply to the mail itself is about the mail: a refused greeting or sign-in is about the server or its settings. */
const refusesMail = ({ command, responseCode = 0 }: SmtpError): boolean =>
  mailCommands.has(command) &&
  responseCode >= 500 &&
  responseCode < 600 &&
  responseCode !== badSequence &&
  !signInCodes.has(responseCode);

function reasonOf(error: unknown, { server, secrets }: ServerDescription): string {
  const { code, command, responseCode, response } = smtpError(error);
  const readable = (text: string): string => {
    const shown = secrets.filter((secret) => secret !== '').reduce((all, next) => all.replaceAll(next, '…'), text);
    return clipped(singleLine(shown), 300);
  };
  if (code === 'ETLS' || command === 'STARTTLS' || /certificate/i.test(messageOf(error))) {
    return `no encrypted connection to ${server} could be established (${readable(messageOf(error))}). Install a valid certificate on that server, or change mail.server in config.yaml; the mail is sent again later.`;
  }
  if (code === 'EAUTH' || (responseCode !== undefined && signInCodes.has(responseCode))) {
    return `${server} did not accept the user name and password (${readable(response || messageOf(error))}). ${settings}`;
  }
  if (responseCode !== undefined) {
    const next = refusesMail(smtpError(error))
      ? 'Check the address of the person and the sender (mail.from).'
      : 'The mail is sent again later.';
    return `${server} refused ${command === 'CONN' ? 'the connection' : command} (${readable(response)}). ${next}`;
  }
  return `the connection to ${server} failed (${readable(messageOf(error))}). ${settings}`;
}

/** The failure of an attempt, for an error of the library. The message never has a secret. */
export function smtpFailure(error: unknown, description: ServerDescription): MailFailed {
  const message = `The mail was not sent: ${reasonOf(error, description)}`;
  const hasSecret = description.secrets.some((secret) => secret !== '' && messageOf(error).includes(secret));
  return new MailFailed(message, refusesMail(smtpError(error)), hasSecret ? {} : { cause: error });
}
