import { createOutboxMailer } from '../adapters/mail/outbox-mailer.ts';
import { createSmtpMailer } from '../adapters/mail/smtp-mailer.ts';
import type { Clock } from '../ports/clock.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { MailConfiguration } from './configuration/mail-configuration.ts';
import { secretOf } from './configuration/secrets.ts';
import { dataPaths } from './data-directory/data-directory.ts';

/** The mailer for a configuration. Rejects with `ConfigurationError` if the password cannot be read. */
export async function createMailer(
  { from, server }: MailConfiguration,
  dataDirectory: string,
  clock: Clock,
): Promise<Mailer> {
  const { host, username, password, ...connection } = server;
  if (host === null) return createOutboxMailer({ folder: dataPaths(dataDirectory).outbox, from, clock });
  if (username === null || password === null) return createSmtpMailer({ ...connection, host, from });
  const signIn = { username, password: await secretOf('mail.server.password', password, dataDirectory) };
  return createSmtpMailer({ ...connection, host, from, signIn });
}
