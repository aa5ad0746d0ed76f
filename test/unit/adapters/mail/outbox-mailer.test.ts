import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createOutboxMailer } from '../../../../src/adapters/mail/outbox-mailer.ts';
import { MailFailed } from '../../../../src/ports/mailer.ts';
import { exampleMail } from '../../../conformance/mailer.suite.ts';
import { temporaryFolder } from '../../../conformance/temporary-folder.ts';
import { parseMail } from '../../../support/parse-mail.ts';

async function outbox() {
  const { path, remove } = await temporaryFolder();
  onTestFinished(remove);
  const folder = join(path, 'outbox');
  const clock = { now: () => new Date('2026-11-24T05:42:10.123Z') };
  const mailer = createOutboxMailer({ folder, from: 'a@b.example', clock });
  return { folder, mailer, names: () => readdir(folder) };
}

describe('the outbox', () => {
  test('has a file that only the account of the repository can read', async () => {
    const { folder, mailer, names } = await outbox();
    await mailer.send(exampleMail);
    expect(await names()).toEqual(['20261124T054210Z-export-0a1b2c3d.eml']);
    const [name = ''] = await names();
    expect((await stat(folder)).mode & 0o777).toBe(0o700);
    expect((await stat(join(folder, name))).mode & 0o777).toBe(0o600);
    expect(parseMail(await readFile(join(folder, name))).header('date')).toBe('Tue, 24 Nov 2026 05:42:10 +0000');
  });

  test('has one file for a mail that is sent again, even by another process at another time', async () => {
    const { folder, mailer, names } = await outbox();
    await mailer.send(exampleMail);
    const later = { now: () => new Date('2026-11-25T10:00:00Z') };
    await createOutboxMailer({ folder, from: 'a@b.example', clock: later }).send({ ...exampleMail, text: 'again' });
    const [name = '', ...others] = await names();
    expect(others).toEqual([]);
    expect(parseMail(await readFile(join(folder, name))).parts.get('text/plain')).toContain('again');
  });

  test('has all mails that are sent at the same moment', async () => {
    const { mailer, names } = await outbox();
    await Promise.all(Array.from({ length: 20 }, (_, index) => mailer.send({ ...exampleMail, id: `mail-${index}` })));
    expect(await names()).toHaveLength(20);
  });

  test('replaces the half of a mail that a killed process left', async () => {
    const { folder, mailer, names } = await outbox();
    await mkdir(folder);
    await writeFile(join(folder, '.export-0a1b2c3d.new'), 'half');
    await mailer.send(exampleMail);
    expect(await names()).toEqual(['20261124T054210Z-export-0a1b2c3d.eml']);
  });

  test('is created again when it was deleted', async () => {
    const { folder, mailer, names } = await outbox();
    await mailer.send(exampleMail);
    await rm(folder, { recursive: true });
    await mailer.send(exampleMail);
    expect(await names()).toHaveLength(1);
  });

  test('that cannot be written fails with the reason, and leaves no file', async () => {
    const { folder, mailer } = await outbox();
    await writeFile(folder, 'a file');
    const failure = await mailer.send(exampleMail).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MailFailed);
    expect(failure).toMatchObject({
      permanent: false,
      message: expect.stringMatching(/^The mail could not be written to .*outbox: /),
    });
    expect(await readdir(dirname(folder))).toEqual(['outbox']);
  });
});
