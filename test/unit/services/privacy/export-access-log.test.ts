import { expect, test } from 'vitest';
import type { Log } from '../../../../src/ports/log.ts';
import { callerOf } from '../../../support/bare-repository.ts';
import { exportMachine, type LogLine } from '../../../support/export-machine.ts';

test('the log has a line for each export of another person that an administrator uses, and none for one that is not finished', async () => {
  const lines: LogLine[] = [];
  const record = (message: string, facts?: LogLine['facts']) => void lines.push({ message, facts });
  const log: Log = { info: record, warn: record, error: record };
  const { services, anna } = await exportMachine({ log });
  const admin = await callerOf(services, 'admin');
  const { dataExports } = services;
  const actions = () =>
    lines.filter(({ message }) => message.includes("person's data export")).map(({ facts }) => facts);

  await dataExports.request(admin, 'anna');
  for (let count = 0; count < 5; count += 1)
    await expect(dataExports.finished(admin, 'anna')).rejects.toThrow('waiting');
  expect(actions()).toEqual([{ by: 'admin', person: 'anna', action: 'request' }]);

  await dataExports.run(admin);
  await dataExports.finished(anna, 'anna');
  await dataExports.finished(admin, 'anna');
  await dataExports.cancel(admin, 'anna');
  expect(actions().map((facts) => facts?.['action'])).toEqual(['request', 'read', 'cancel']);
});
