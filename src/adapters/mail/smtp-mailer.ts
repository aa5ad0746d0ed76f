import type { SendMailOptions, SMTPTransportOptions } from 'nodemailer';
import { type Mailer, MailFailed } from '../../ports/mailer.ts';
import { composeMail, senderOf } from './compose-mail.ts';
import { type ServerDescription, smtpFailure } from './smtp-failure.ts';

export interface SmtpMailerOptions {
  readonly host: string;
  readonly port: number;
  /**
   * `starttls`: nothing, not even the password, is sent before STARTTLS has encrypted the connection. `tls`: the connection is
   * encrypted from its beginning. `none`: it is not encrypted.
   */
  readonly secure: 'starttls' | 'tls' | 'none';
  /** Whether any certificate of the server is accepted. */
  readonly allowSelfSigned: boolean;
  readonly signIn?: { readonly username: string; readonly password: string } | undefined;
  /** `name@example.org` or `Name <name@example.org>`. */
  readonly from: string;
  /** For a whole attempt, in milliseconds. Default: 30,000. */
  readonly timeout?: number;
}

const defaultTimeout = 30_000;

/** In milliseconds: how long a server may take to close a connection that is no longer needed. */
const closeTimeout = 1_000;

function transportOptions(options: SmtpMailerOptions): SMTPTransportOptions {
  const { host, port, secure, allowSelfSigned, signIn } = options;
  return {
    ...{ host, port },
    secure: secure === 'tls',
    requireTLS: secure === 'starttls',
    ignoreTLS: secure === 'none',
    tls: { rejectUnauthorized: !allowSelfSigned, minVersion: 'TLSv1.2' },
    ...(signIn === undefined ? {} : { auth: { user: signIn.username, pass: signIn.password } }),
    socketCloseTimeout: closeTimeout,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}

/** The password as it is, and as the commands of the protocol carry it. */
function secretsOf({ signIn }: SmtpMailerOptions): string[] {
  if (signIn === undefined) return [];
  const encoded = (text: string): string => Buffer.from(text).toString('base64');
  const { username, password } = signIn;
  return [encoded(`\0${username}\0${password}`), encoded(password), password];
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

const stopping = 'The mail was not sent: the server is stopping. It sends the mail after its next start.';

/** Sends each mail over a connection of its own. Connects to no server yet. Throws `ConfigurationError` for a wrong sender. */
export function createSmtpMailer(options: SmtpMailerOptions): Mailer {
  const sender = senderOf(options.from);
  const description = { server: `${options.host}:${options.port}`, secrets: secretsOf(options) };
  const { timeout = defaultTimeout } = options;
  const tooSlow = `The mail was not sent: ${description.server} took more than ${timeout / 1_000} seconds. Check that the server works; the mail is sent again later.`;
  const running = new Set<Attempt>();
  let stopped = false;
  return {
    async send(mail) {
      if (stopped) throw new MailFailed(stopping, false);
      const attempt = startAttempt(composeMail(mail, sender), options, description);
      running.add(attempt);
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
      for (const attempt of attempts) attempt.end(stopping);
      await Promise.allSettled(attempts.map(({ result }) => result));
    },
  };
}
