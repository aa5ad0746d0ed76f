import type { SendMailOptions } from 'nodemailer';
import { clipped } from '../../base/clipped.ts';
import { ConfigurationError } from '../../base/errors/configuration-error.ts';
import { type Mail, MailFailed } from '../../ports/mailer.ts';
import { type MailAddress, parseAddress, parseSender } from './mail-address.ts';
import { singleLine } from './single-line.ts';

/** It becomes part of a header and of a file name. */
const idForm = /^[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}$/;

/** Reads the sender of all mails. Throws `ConfigurationError`. */
export function senderOf(from: string): MailAddress {
  const sender = parseSender(from);
  if (sender !== undefined) return sender;
  throw new ConfigurationError(
    `The sender of mails is "${clipped(singleLine(from))}", which is not an address. Write one, such as School <library@example.org>.`,
  );
}

/** The mail as the library takes it. Throws `MailFailed` for a mail that no server could deliver. */
export function composeMail(mail: Mail, sender: MailAddress): SendMailOptions {
  const recipient = parseAddress(mail.to);
  if (recipient === undefined) {
    const message = `The mail was not sent: "${clipped(singleLine(mail.to))}" is not a single address. Correct the address of the person.`;
    throw new MailFailed(message, true);
  }
  if (!idForm.test(mail.id)) {
    const message = `The mail was not sent: its ID "${clipped(singleLine(mail.id))}" may only have letters, digits, "_", "." and "-".`;
    throw new MailFailed(message, true);
  }
  return {
    from: { name: sender.name, address: sender.address },
    to: { name: '', address: recipient.address },
    subject: singleLine(mail.subject),
    text: mail.text,
    html: mail.html,
    messageId: `<${mail.id}@${sender.domain}>`,
    // RFC 3834: programs do not answer such a mail automatically.
    headers: { 'Auto-Submitted': 'auto-generated' },
    xMailer: false,
    disableFileAccess: true,
    disableUrlAccess: true,
  };
}
