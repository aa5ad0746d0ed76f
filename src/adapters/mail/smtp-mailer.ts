import type { SendMailOptions, SMTPTransportOptions } from 'nodemailer';
import { type Mailer, MailFailed } from '../../ports/mailer.ts';
import { composeMail, senderOf } from './compose-mail.ts';
import { type ServerDescription, smtpFailure } from './smtp-failure.ts';

export interface SmtpMailerOptions {
  readonly host: string;
  readonly port: number;
  /** Whether the connection is encrypted from its beginning. */
  readonly secure: boolean;
  /** Whether the mailer sends nothing, not even the password, before STARTTLS has encrypted the connection. */
  readonly requireTls: boolean;
  readonly user?: string | undefined;
  readonly password?: string | undefined;
  /** `name@example.org` or `Name <name@example.org>`. */
  readonly from: string;
  /** Whether any certificate of the server is accepted. Default: no. */
  readonly allowSelfSigned?: boolean | undefined;
  /** For a whole attempt, in milliseconds. Default and maximum: 30,000. */
  readonly timeout?: number | undefined;
}

const maxTimeout = 30_000;

/** In milliseconds: how long a server may take to close a connection that is no longer needed. */
const closeTimeout = 1_000;

function transportOptions(options: SmtpMailerOptions): SMTPTransportOptions {
  const { host, port, secure, requireTls, user = '', password = '', allowSelfSigned = false } = options;
  return {
    ...{ host, port, secure },
    requireTLS: requireTls && !secure,
    tls: { rejectUnauthorized: !allowSelfSigned, minVersion: 'TLSv1.2' },
    ...(user === '' ? {} : { auth: { user, pass: password } }),
    socketCloseTimeout: closeTimeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The password as it is, and as the commands of the protocol carry it. */
function secretsOf({ user = '', password = '' }: SmtpMailerOptions): string[] {
  if (password === '') return [];
  const encoded = (text: string): string => Buffer.from(text).toString('base64');
  return [encoded(`\0${user}\0${password}`), encoded(password), password];
}

/** One attempt, which another party can end. */
interface Attempt {
  readonly result: Promise<void>;
  end(reason: string): void;
}

function startAttempt(message: SendMailOptions, options: SmtpMailerOptions, description: ServerDescription): Attempt {
  const controller = new AbortController();
  const { signal } = controller;
  const send = async (): Promise<void> => {
    // The server loads the library with its first mail.
    const { createTransport } = await import('nodemailer');
    await createTransport(transportOptions(options)).sendMail({ ...message, signal });
  };
  const result = send().catch((error: unknown) => {
    throw signal.aborted ? new MailFailed(String(signal.reason), false) : smtpFailure(error, description);
  });
  return { result, end: (reason) => controller.abort(reason) };
}

/** Sends each mail over a connection of its own. Connects to no server yet. Throws `ConfigurationError` for a wrong sender. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const sender = senderOf(options.from);
  const server = `${options.host}:${options.port}`;
  const timeout = Math.min(options.timeout ?? maxTimeout, maxTimeout);
  const running = new Set<Attempt>();
  let stopped = false;
  return {
    async send(mail) {
      const stoppedMessage =
        'The mail was not sent: the repository is stopping. It sends the mail after its next start.';
      if (stopped) throw new MailFailed(stoppedMessage, false);
      const attempt = startAttempt(composeMail(mail, sender), options, { server, secrets: secretsOf(options) });
      running.add(attempt);
      const tooSlow = `The mail was not sent: ${server} took more than ${timeout / 1_000} seconds. Check that the server works; the mail is sent again later.`;
      const timer = setTimeout(() => attempt.end(tooSlow), timeout);
      try {
        await attempt.result;
      } finally {
        clearTimeout(timer);
        running.delete(attempt);
      }
    },
    async stop() {
      stopped = true;
      const attempts = [...running];
      for (const attempt of attempts) attempt.end('The mail was not sent: the repository is stopping.');
      await Promise.allSettled(attempts.map(({ result }) => result));
    },
  };
}
