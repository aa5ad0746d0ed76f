import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src/adapters/system/clock.ts';
import { Configuration } from '../../../src/daemon/configuration/configuration.ts';
import { createMailer } from '../../../src/daemon/create-mailer.ts';
import { exampleMail } from '../../conformance/mailer.suite.ts';
import { temporaryFolder } from '../../conformance/temporary-folder.ts';
import { startMailServer } from '../../support/smtp-servers.ts';

async function dataDirectory(): Promise<string> {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  return path;
}

test('without a server, mails are files in the outbox of the data directory', async () => {
  const directory = await dataDirectory();
  const mailer = await createMailer(Configuration.parse({}).mail, directory, systemClock);
  await mailer.send(exampleMail);
  expect(await readdir(join(directory, 'outbox'))).toHaveLength(1);
});

test('with a server, mails are delivered to it, with the password from a file', async () => {
  const directory = await dataDirectory();
  await writeFile(join(directory, 'mail-password'), 'Kreide 12\n');
  const passwords: unknown[] = [];
  const { port, received } = await startMailServer({
    authOptional: false,
    onAuth: ({ password }, _session, done) => {
      passwords.push(password);
      done(null, { user: 'anna' });
    },
  });
  const signIn = { username: 'anna', password: { file: 'mail-password' } };
  const server = { host: '127.0.0.1', port, allowSelfSigned: true, ...signIn };
  const mailer = await createMailer(Configuration.parse({ mail: { server } }).mail, directory, systemClock);
  await mailer.send(exampleMail);
  expect([passwords, received.length]).toEqual([['Kreide 12'], 1]);
});

test('a password that cannot be read is named', async () => {
  const server = { host: 'mail.example', username: 'anna', password: { file: 'missing' } };
  const { mail } = Configuration.parse({ mail: { server } });
  await expect(createMailer(mail, await dataDirectory(), systemClock)).rejects.toThrow(/mail\.server\.password/);
});
