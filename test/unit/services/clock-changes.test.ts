import { beforeEach, describe, expect, test } from 'vitest';
import { createSystemHostAddresses } from '../../../src/adapters/system/host-addresses.ts';
import { RepositoryError } from '../../../src/base/errors/errors.ts';
import type { Passwords } from '../../../src/ports/passwords.ts';
import type { Seams } from '../../../src/ports/seams.ts';
import type { VerifiedCredentials } from '../../../src/services/authentication/verified-credentials.ts';
import type { Services } from '../../../src/services/services.ts';
import { bareRepository, memorySeams, servicesOver } from '../../support/bare-repository.ts';
import { type HeldClock, heldClock } from '../../support/held-clock.ts';
import { noGeneratedPasswords } from '../../support/no-generated-passwords.ts';

const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;
const address = '192.0.2.10';

let clock: HeldClock;
let hashed: number;
let seams: Seams;
let services: Services;

const countedPasswords: Passwords = {
  ...noGeneratedPasswords,
  hash: async (password) => `plain ${password}`,
  verify: async (password, hash) => {
    hashed += 1;
    return hash === `plain ${password}`;
  },
};

beforeEach(async () => {
  clock = heldClock();
  seams = memorySeams({ clock, passwords: countedPasswords });
  services = await bareRepository(seams);
  for (const userName of ['anna', 'bert']) await services.people.create({ userName, password: 'right' });
  hashed = 0;
});

const setBack = (): void => clock.goOn(-10 * day);

const restart = (): void => {
  services = servicesOver(seams, services.systemFolders);
};

async function attempt(userName: string, password: string): Promise<'in' | 'wrong' | number> {
  try {
    return (await services.signIn.byPassword(userName, password, address)) === undefined ? 'wrong' : 'in';
  } catch (error) {
    if (error instanceof RepositoryError) return Number(error.details?.['retryAfter']);
    throw error;
  }
}

async function proofOf(userName = 'anna'): Promise<VerifiedCredentials> {
  const proof = await services.signIn.byPassword(userName, 'right', address);
  if (proof === undefined) throw new Error(`${userName} cannot sign in.`);
  return proof;
}

describe('where the clock is set back by ten days', () => {
  test('whoever waits after wrong passwords waits for no longer than before', async () => {
    for (let n = 0; n < 20; n += 1) await attempt('anna', `wrong ${n}`);
    setBack();
    expect(await attempt('anna', 'right')).toBe(1);
    clock.goOn(second);
    expect(await attempt('anna', 'right')).toBe('in');
  });

  test('others at the address wait for no longer than before', async () => {
    for (let n = 0; n < 20; n += 1) await attempt(`other ${n}`, 'wrong');
    setBack();
    expect(await attempt('bert', 'right')).toBeLessThanOrEqual(6);
    clock.goOn(6 * second);
    expect(await attempt('bert', 'right')).toBe('in');
  });

  test('wrong passwords count on, and are forgotten after a quarter of an hour', async () => {
    for (let n = 0; n < 4; n += 1) await attempt('anna', `wrong ${n}`);
    setBack();
    for (let n = 0; n < 4; n += 1) await attempt('anna', `wrong again ${n}`);
    expect(hashed).toBe(5);
    clock.goOn(15 * minute);
    expect(await attempt('anna', 'right')).toBe('in');
  });

  test('a password that was right is hashed again after five minutes without use', async () => {
    await proofOf();
    setBack();
    await attempt('bert', 'wrong');
    hashed = 1;
    clock.goOn(5 * minute);
    await proofOf();
    expect(hashed).toBe(2);
  });

  test('a session goes on, and ends after its idle time', async () => {
    const session = services.sessions.open(await proofOf(), null);
    const unused = services.sessions.open(await proofOf(), null);
    setBack();
    expect(await services.sessions.use(session)).toMatchObject({ caller: { userName: 'anna' } });
    clock.goOn(minute);
    expect(await services.sessions.use(session)).toBeUndefined();
    expect(await services.sessions.use(unused)).toBeUndefined();
  });

  describe('a token', () => {
    const open = async () => {
      if ((await services.oauthClients.find('our-app')) === undefined) await services.oauthClients.add('our-app');
      const client = await services.oauthClients.find('our-app');
      const tokens = client && (await services.tokens.open(client, await proofOf()));
      if (client === undefined || tokens === undefined) throw new Error('There should be tokens.');
      return { ...tokens, refresh: () => services.tokens.refresh(client, tokens.refreshToken) };
    };

    test('goes on, and ends after its hour; its refresh token after two weeks', async () => {
      const [first, second_] = [await open(), await open()];
      setBack();
      expect(await services.tokens.byAccessToken(first.accessToken)).toMatchObject({ userName: 'anna' });
      clock.goOn(hour);
      expect(await services.tokens.byAccessToken(first.accessToken)).toBeUndefined();
      expect(await first.refresh()).toBeDefined();
      clock.goOn(14 * day);
      expect(await second_.refresh()).toBeUndefined();
      await services.expiry.sweep();
      expect(await seams.store.tokenFamilies.keys()[Symbol.asyncIterator]().next()).toMatchObject({ done: false });
    });

    test('ends with a restart, as nothing tells its age; a new sign-in is good', async () => {
      const [before, other] = [await open(), await open()];
      setBack();
      restart();
      expect(await services.tokens.byAccessToken(before.accessToken)).toBeUndefined();
      expect(await other.refresh()).toBeUndefined();
      const after = await open();
      restart();
      expect(await services.tokens.byAccessToken(after.accessToken)).toMatchObject({ userName: 'anna' });
    });

    test('outlives a restart where the clock was set back by a minute', async () => {
      const before = await open();
      clock.goOn(-minute);
      restart();
      expect(await services.tokens.byAccessToken(before.accessToken)).toMatchObject({ userName: 'anna' });
    });
  });

  test('a ticket goes on, and ends after its idle time, or with a restart', async () => {
    const app = await services.apps.register(new Map(Object.entries({ appid: 'lms', type: 'LMS' })));
    const open = async () => services.tickets.open(app, await proofOf());
    const [used, idle] = [await open(), await open()];
    setBack();
    expect(await services.tickets.byTicket(used)).toMatchObject({ userName: 'anna' });
    clock.goOn(hour);
    expect(await services.tickets.byTicket(idle)).toBeUndefined();
    expect(await services.expiry.sweep()).toBe(0);
    clock.goOn(10 * minute);
    expect(await services.expiry.sweep()).toBe(2);
    const last = await open();
    setBack();
    restart();
    expect(await services.tickets.byTicket(last)).toBeUndefined();
    expect(await services.tickets.byTicket(await open())).toMatchObject({ userName: 'anna' });
  });

  test('the last login is the last one', async () => {
    await proofOf();
    await services.logins.stop();
    setBack();
    restart();
    const now = clock.now().toISOString();
    await proofOf();
    await services.logins.stop();
    expect(await seams.store.logins.get('anna')).toMatchObject({ last: now });
  });

  test('a used signature is still known', async () => {
    const timestamp = clock.now().getTime();
    await seams.store.change(async (change) => change.replays.put('app/used', { endsAt: timestamp + day }));
    setBack();
    clock.goOn(10 * day + hour);
    await services.expiry.sweep();
    expect(await seams.store.replays.has('app/used')).toBe(true);
  });

  test('the addresses of a host are looked up again', async () => {
    const hosts = createSystemHostAddresses(clock);
    const first = hosts.of('127.0.0.1');
    expect(hosts.of('127.0.0.1')).toBe(first);
    setBack();
    expect(hosts.of('127.0.0.1')).not.toBe(first);
    await first;
  });
});
