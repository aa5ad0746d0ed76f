import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { SendMailOptions } from 'nodemailer';
import { storageFailure } from '../../base/errors/storage-failure.ts';
import { createMutex } from '../../base/scheduling/mutex.ts';
import type { Clock } from '../../ports/clock.ts';
import { type Mailer, MailFailed } from '../../ports/mailer.ts';
import { syncFolder, writeSynced } from '../durable-files/durable-files.ts';
import { composeMail, senderOf } from './compose-mail.ts';

export interface OutboxMailerOptions {
  /** Created with the first mail (0700). */
  readonly folder: string;
  /** `name@example.org` or `Name <name@example.org>`. */
  readonly from: string;
  readonly clock: Clock;
}

const fileForm = /^\d{8}T\d{6}Z-(.+)\.eml$/;

/** `20261124T054210Z-<id>.eml`, so that the files are in the order of their times. */
const fileName = (id: string, at: Date): string => `${at.toISOString().replaceAll(/[-:]|\.\d+/g, '')}-${id}.eml`;

async function bytesOf(message: SendMailOptions): Promise<Buffer> {
  const { createTransport } = await import('nodemailer');
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message: bytes } = await transport.sendMail(message);
  if (!Buffer.isBuffer(bytes)) throw new TypeError('The library returned the mail as a stream, not as bytes.');
  return bytes;
}

/** Writes the file under a temporary name first: a reader never sees half of a mail. */
async function writeMail(folder: string, id: string, bytes: Buffer, at: Date): Promise<void> {
  const created = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (created !== undefined) await syncFolder(dirname(created));
  const temporary = join(folder, `.${id}.new`);
  // A killed process may have left it.
  await rm(temporary, { force: true });
  const written = (await readdir(folder)).find((name) => fileForm.exec(name)?.[1] === id);
  try {
    await writeSynced(temporary, bytes, 'wx');
    await rename(temporary, join(folder, written ?? fileName(id, at)));
    await syncFolder(folder);
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => {});
    throw error;
  }
}

const notWritten = (folder: string, error: unknown): MailFailed =>
  new MailFailed(storageFailure(`The mail could not be written to ${folder}`, error).message, false, { cause: error });

/**
 * Writes each mail as a file into a folder, for repositories without a mail server. A mail with the ID of an earlier one replaces its
 * file. Throws `ConfigurationError` for a wrong sender.
 */
export function createOutboxMailer({ folder, from, clock }: OutboxMailerOptions): Mailer {
  const sender = senderOf(from);
  const mutex = createMutex();
  let stopped = false;
  return {
    async send(mail) {
      const message = composeMail(mail, sender);
      await mutex.take(async () => {
        if (stopped) throw new MailFailed('The mail was not written: the server is stopping.', false);
        try {
          const at = clock.now();
          await writeMail(folder, mail.id, await bytesOf({ ...message, date: at }), at);
        } catch (error) {
          throw notWritten(folder, error);
        }
      });
    },
    async stop() {
      stopped = true;
      await mutex.take(() => Promise.resolve());
    },
  };
}
