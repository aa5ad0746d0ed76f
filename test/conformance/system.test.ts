import { closeSync, openSync } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { systemClock } from '../../src/adapters/system/clock.ts';
import { createPinoLog } from '../../src/adapters/system/pino-log.ts';
import { systemRandomness } from '../../src/adapters/system/randomness.ts';
import { asNodeId } from '../../src/base/ids.ts';
import { type TemporaryFolder, temporaryFolder } from './temporary-folder.ts';

test('The clock of the machine goes on, and gives a new point in time each time', () => {
  const [one, other] = [systemClock.now(), systemClock.now()];
  expect(other.getTime()).toBeGreaterThanOrEqual(one.getTime());
  expect(one).not.toBe(other);
  expect(one.getUTCFullYear()).toBeGreaterThan(2000);
});

test('Node ids and secrets of the machine have their forms and do not come twice', () => {
  const ids = Array.from({ length: 1000 }, () => systemRandomness.nodeId());
  expect(ids.every((id) => asNodeId(id) === id)).toBe(true);
  const secrets = Array.from({ length: 1000 }, () => systemRandomness.secret());
  expect(secrets.every((secret) => Buffer.from(secret, 'base64url').length === 32)).toBe(true);
  expect(new Set([...ids, ...secrets]).size).toBe(2000);
});

describe('The log', () => {
  let folder: TemporaryFolder;
  let file: string;
  let fileDescriptor: number;
  beforeEach(async () => {
    folder = await temporaryFolder();
    file = join(folder.path, 'log');
    fileDescriptor = openSync(file, 'a');
  });
  afterEach(async () => {
    closeSync(fileDescriptor);
    await folder.remove();
  });
  const text = () => readFile(file, 'utf8');
  const lines = async () =>
    (await text())
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));

  test('has one JSON object a line, with level, time and facts, as soon as it is told', async () => {
    const log = createPinoLog({ fileDescriptor });
    log.info('Serving.', { port: 8080 });
    log.warn('Two\nlines.');
    log.error('Gone.', { time: 'not the time', level: 'not the level' });
    const [first, second, third] = await lines();
    expect(first).toMatchObject({ level: 'info', message: 'Serving.', facts: { port: 8080 }, pid: process.pid });
    expect(new Date(first.time).toISOString()).toBe(first.time);
    expect(second).toMatchObject({ level: 'warn', message: 'Two\nlines.' });
    expect(third).toMatchObject({ level: 'error', facts: { time: 'not the time', level: 'not the level' } });
    expect(new Date(third.time).toISOString()).toBe(third.time);
  });

  test('loses lines while the disk is full, and does not end the process', async () => {
    const full = await open('/dev/full', 'w');
    try {
      const log = createPinoLog({ fileDescriptor: full.fd });
      for (let at = 0; at < 100; at += 1) log.error('No space.', { at });
      await new Promise((resolve) => setImmediate(resolve));
    } finally {
      await full.close();
    }
  });

  test('leaves out what is below its level', async () => {
    const log = createPinoLog({ level: 'warn', fileDescriptor });
    log.info('not wanted');
    log.warn('wanted');
    createPinoLog({ level: 'silent', fileDescriptor }).error('nothing is');
    expect((await lines()).map(({ message }) => message)).toEqual(['wanted']);
  });

  test('never tells secrets, wherever they stand', async () => {
    const secret = 'hunter2-hunter2';
    const log = createPinoLog({ fileDescriptor });
    log.info(`A call with Bearer ${secret} came.`, {
      password: secret,
      newPassword: secret,
      nested: [{ headers: { authorization: `Basic ${secret}`, Cookie: `JSESSIONID=${secret}` } }],
      refresh_token: { value: secret },
      url: `https://admin:${secret}@example.org/rest`,
      error: Object.assign(new Error(`refused: basic ${secret}`, { cause: new Error(`Bearer ${secret}`) }), {
        apiKey: secret,
      }),
    });
    expect(await text()).not.toContain(secret);
    const [line] = await lines();
    expect(line.message).toBe('A call with Bearer [hidden] came.');
    expect(line.facts).toMatchObject({ password: '[hidden]', url: 'https://[hidden]@example.org/rest' });
  });

  test('has a line for a text of a million letters that look like an address at each of them', async () => {
    const long = 'a.'.repeat(500_000);
    createPinoLog({ fileDescriptor }).info('long', { long, address: `${long}x://admin:hunter2@example.org` });
    const [line] = await lines();
    expect(line.facts.long).toBe(long);
    expect(line.facts.address).toContain('://[hidden]@example.org');
  });

  test('tells what went wrong, with its causes', async () => {
    const cause = Object.assign(new Error('no space left'), { code: 'ENOSPC' });
    createPinoLog({ fileDescriptor }).error('Failed.', { error: new Error('not saved', { cause }) });
    const [line] = await lines();
    expect(line.facts.error).toMatchObject({
      name: 'Error',
      message: 'not saved',
      stack: expect.stringContaining('not saved'),
      cause: { message: 'no space left', code: 'ENOSPC' },
    });
  });

  test('takes facts that no JSON has', async () => {
    const circle: Record<string, unknown> = { name: 'circle', when: new Date(0), count: 10n, none: undefined };
    circle['self'] = circle;
    createPinoLog({ fileDescriptor }).info('Odd.', circle);
    const [line] = await lines();
    expect(line.facts).toMatchObject({ name: 'circle', when: '1970-01-01T00:00:00.000Z', count: '10' });
  });
});
