import { describe, expect, test } from 'vitest';
import { type ExportMachine, exportMachine } from '../../../support/export-machine.ts';

const minute = 60_000;
const hour = 60 * minute;

const request = ({ services, anna }: ExportMachine) => services.dataExports.request(anna, 'anna');

describe('the mail about an export', () => {
  test('has the address of the configuration and the days', async () => {
    const filled: Readonly<Record<string, string>>[] = [];
    const machine = await exportMachine({
      mailTemplates: {
        async fill(name, values) {
          filled.push({ name, ...values });
          return { subject: 's', text: 't', html: 'h' };
        },
      },
    });
    await request(machine);
    await machine.services.exportJob.run();
    await machine.sendMails();
    const node = (await machine.entry())?.node;
    const link = `http://repo.example/edu-sharing/eduservlet/download?nodeId=${node}`;
    expect(filled).toEqual([{ name: 'gdpr', firstName: '', lastName: '', link, retentionPeriod: '10' }]);
    expect(machine.mails).toMatchObject([{ to: 'anna@schule.example', id: `dataprotection-${node}` }]);
  });

  test('is repeated after growing pauses until it is accepted, and never holds up the job', async () => {
    let isRefused = true;
    const sent: string[] = [];
    const machine = await exportMachine({
      mailer: {
        async send({ id }) {
          if (isRefused) throw new Error('The server refused the mail.');
          sent.push(id);
        },
        stop: async () => undefined,
      },
    });
    await request(machine);
    expect(await machine.services.exportJob.run()).toMatchObject({ finished: ['anna'] });
    await machine.sendMails();
    const reason = 'The server refused the mail.';
    const firstFailure = { state: 'pending', tries: 1, reason, nextTry: '2026-03-10T12:01:00.000Z' };
    expect((await machine.entry())?.mail).toEqual(firstFailure);
    await machine.sendMails();
    expect((await machine.entry())?.mail).toEqual(firstFailure);
    machine.wait(minute);
    await machine.sendMails();
    expect((await machine.entry())?.mail).toMatchObject({ tries: 2, nextTry: '2026-03-10T12:03:00.000Z' });
    isRefused = false;
    machine.wait(2 * minute);
    await machine.sendMails();
    machine.wait(hour);
    await machine.sendMails();
    expect(sent).toHaveLength(1);
    expect((await machine.entry())?.mail).toMatchObject({ state: 'sent', nextTry: null });
  });

  test('is not sent to a person without an address', async () => {
    const machine = await exportMachine();
    await machine.services.people.update(machine.anna, 'anna', { email: '' });
    await request(machine);
    await machine.services.exportJob.run();
    await machine.sendMails();
    expect((await machine.entry())?.mail).toBeNull();
    expect(machine.mails).toEqual([]);
  });
});
