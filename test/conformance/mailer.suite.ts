import { describe, expect, test } from 'vitest';
import { type Mail, type Mailer, MailFailed } from '../../src/ports/mailer.ts';
import { parseMail } from '../support/parse-mail.ts';

export interface OpenedMailer {
  readonly mailer: Mailer;
  /** The mails that were delivered, oldest first. */
  received(): Promise<readonly Buffer[]>;
}

export const exampleMail: Mail = {
  to: 'anna.mueller@schule.example',
  subject: 'Ihre persönlichen Daten für „Łukasz Müßig“ stehen zum Herunterladen bereit',
  text: `Guten Tag Łukasz Müßig,\n\nhttps://schule.example/edu-sharing/eduservlet/download?nodeId=${'1'.repeat(120)}&x=ä\n\n.\n\nGrüße`,
  html: '<p>Guten Tag <b>Łukasz</b></p>\n<a href="https://schule.example/?a=1&amp;b=2">Daten</a>',
  id: 'export-0a1b2c3d',
};

/** What every mailer does. `open` makes one with the sender `Schule Müßig <repo@schule.example>`. */
export function describeMailer(name: string, open: () => Promise<OpenedMailer>): void {
  describe(name, () => {
    test('delivers subject, text and HTML unchanged', async () => {
      const { mailer, received } = await open();
      await mailer.send(exampleMail);
      const [bytes, ...others] = await received();
      expect(others).toEqual([]);
      const mail = parseMail(bytes ?? Buffer.alloc(0));
      expect(mail.header('subject')).toBe(exampleMail.subject);
      expect(mail.header('from')).toBe('Schule Müßig <repo@schule.example>');
      expect(mail.header('to')).toBe(exampleMail.to);
      expect(mail.header('message-id')).toBe('<export-0a1b2c3d@schule.example>');
      expect(mail.header('auto-submitted')).toBe('auto-generated');
      expect(Math.abs(Date.parse(mail.header('date') ?? '') - Date.now())).toBeLessThan(60_000);
      expect([...mail.parts].map(([type, text]) => [type, text.replaceAll('\r\n', '\n').trimEnd()])).toEqual([
        ['text/plain', exampleMail.text],
        ['text/html', exampleMail.html],
      ]);
    });

    test('has no headers but its own, whatever is in the subject', async () => {
      const { mailer, received } = await open();
      await mailer.send({ ...exampleMail, subject: 'Daten\r\nBcc: all@evil.example\r\n\r\n<b>\u2028\u0000Ende' });
      const mail = parseMail((await received())[0] ?? Buffer.alloc(0));
      expect(mail.header('subject')).toBe('Daten Bcc: all@evil.example <b> Ende');
      expect(
        [...mail.headerNames].filter((header) => !/^(?:received|content-type|mime-version)$/.test(header)).sort(),
      ).toEqual(['auto-submitted', 'date', 'from', 'message-id', 'subject', 'to']);
    });

    test.each([
      '',
      'anna',
      'anna@',
      'anna@b\r\nBcc: all@evil.example',
      'anna@schule.example, ben@schule.example',
      'Anna <anna@schule.example>',
      '"anna smith"@schule.example',
      'anna@[127.0.0.1]',
      'anna@schule.example>\r\nDATA',
      `${'a'.repeat(250)}@b.de`,
    ])('refuses the address %j for good, and delivers nothing', async (to) => {
      const { mailer, received } = await open();
      const failure = await mailer.send({ ...exampleMail, to }).catch((error: unknown) => error);
      expect(failure).toBeInstanceOf(MailFailed);
      expect(failure).toMatchObject({ permanent: true, message: expect.stringContaining('Correct the address') });
      expect((failure as Error).message).not.toMatch(/[\r\n]/);
      expect(await received()).toEqual([]);
    });

    test.each(['', '../../etc/cron', 'a\r\nb', 'a>b', '.hidden', 'a'.repeat(200)])('refuses the ID %j', async (id) => {
      const { mailer, received } = await open();
      await expect(mailer.send({ ...exampleMail, id })).rejects.toMatchObject({ permanent: true });
      expect(await received()).toEqual([]);
    });

    test('does not read files or addresses that a mail names', async () => {
      const { mailer, received } = await open();
      // A caller in JavaScript could pass such an object.
      const path = { path: '/etc/hostname' } as unknown as string;
      await expect(mailer.send({ ...exampleMail, html: path })).rejects.toBeInstanceOf(MailFailed);
      expect(await received()).toEqual([]);
    });

    test('sends the same Message-ID again', async () => {
      const { mailer, received } = await open();
      await mailer.send(exampleMail);
      await mailer.send(exampleMail);
      const ids = (await received()).map((bytes) => parseMail(bytes).header('message-id'));
      expect(new Set(ids)).toEqual(new Set(['<export-0a1b2c3d@schule.example>']));
    });

    test('accepts no mail after `stop`', async () => {
      const { mailer, received } = await open();
      await mailer.stop();
      const failure = { permanent: false, message: expect.stringContaining('the server is stopping') };
      await expect(mailer.send(exampleMail)).rejects.toMatchObject(failure);
      expect(await received()).toEqual([]);
    });
  });
}
