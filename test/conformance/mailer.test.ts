import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { createOutboxMailer } from '../../src/adapters/mail/outbox-mailer.ts';
import { createSmtpMailer } from '../../src/adapters/mail/smtp-mailer.ts';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { startMailServer } from '../support/smtp-servers.ts';
import { describeMailer } from './mailer.suite.ts';

const from = 'Schule Müßig <repo@schule.example>';

describeMailer('a mailer over SMTP', async () => {
  const { port, received } = await startMailServer();
  const mailer = createSmtpMailer({ host: '127.0.0.1', port, secure: 'starttls', allowSelfSigned: true, from });
  return { mailer, received: async () => received };
});

describeMailer('a mailer into a folder', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'edu-repo-outbox-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const outbox = join(folder, 'outbox');
  const mailer = createOutboxMailer({ folder: outbox, from, clock: systemClock });
  return {
    mailer,
    received: async () => {
      const names = await readdir(outbox).catch(() => []);
      return Promise.all(names.sort().map((name) => readFile(join(outbox, name))));
    },
  };
});
