import { beforeEach, describe, expect, test } from 'vitest';
import type { Seams } from '../../../../src/ports/seams.ts';
import type { Services } from '../../../../src/services/services.ts';
import { bareRepository, memorySeams } from '../../../support/bare-repository.ts';

const minute = 60_000;

describe('logins', () => {
  let now: number;
  let seams: Seams;
  let services: Services;

  const login = () => seams.store.logins.get('anna');
  /** Waits for what is written behind the answer: changes run one behind the other. */
  const written = () => seams.store.change(async () => undefined);
  const record = async (): Promise<void> => {
    services.logins.record('anna');
    await written();
  };
  const minutesLater = (minutes: number): void => {
    now += minutes * minute;
  };

  beforeEach(async () => {
    now = Date.parse('2026-01-01T08:00:00.000Z');
    seams = memorySeams({ clock: { now: () => new Date(now) } });
    services = await bareRepository(seams);
    await services.people.create({ userName: 'anna', password: undefined });
  });

  test('the first stays, the last moves, and what follows within ten minutes is not written', async () => {
    expect(await login()).toBeUndefined();
    await record();
    const first = '2026-01-01T08:00:00.000Z';
    expect(await login()).toEqual({ first, last: first });
    const { lastCommit } = seams.store;
    minutesLater(9);
    await record();
    expect(seams.store.lastCommit).toBe(lastCommit);
    minutesLater(1);
    await record();
    expect(await login()).toEqual({ first, last: '2026-01-01T08:10:00.000Z' });
  });

  test('a later person of the same name signs in for the first time', async () => {
    await record();
    const admin = await services.callers.of('admin');
    if (admin === undefined) throw new Error('There is no admin.');
    await services.authorityRemovals.person(admin, 'anna', undefined);
    expect(await login()).toBeUndefined();
    await record();
    expect(await login()).toBeUndefined();
    await services.people.create({ userName: 'anna', password: undefined });
    minutesLater(20);
    await record();
    expect(await login()).toEqual({ first: '2026-01-01T08:20:00.000Z', last: '2026-01-01T08:20:00.000Z' });
  });

  test('what cannot be written now is written with the next login', async () => {
    const broken = { ...seams, store: { ...seams.store, change: () => Promise.reject(new Error('full')) } };
    const { createLoginTimeService: createLoginService } = await import(
      '../../../../src/services/authentication/login-times.ts'
    );
    const logins = createLoginService(broken);
    logins.record('anna');
    await written();
    broken.store.change = seams.store.change as typeof broken.store.change;
    logins.record('anna');
    await logins.stop();
    expect(await login()).toBeDefined();
    minutesLater(60);
    logins.record('anna');
    await written();
    expect(await login()).toMatchObject({ last: '2026-01-01T08:00:00.000Z' });
  });
});
