import { expect, test } from 'vitest';
import type { Services } from '../../../../src/services/services.ts';
import { bareRepository, memorySeams } from '../../../support/bare-repository.ts';
import { heldClock } from '../../../support/held-clock.ts';

const hour = 3_600_000;
const day = 24 * hour;

async function repositoryWithTokens() {
  const clock = heldClock();
  const seams = memorySeams({ clock });
  const services = await bareRepository(seams);
  await services.oauthClients.add('our-app');
  const client = await services.oauthClients.find('our-app');
  const proof = await services.signIn.byPassword('admin', 'admin-password', undefined);
  if (client === undefined || proof === undefined) throw new Error('Both should be known.');
  return { clock, seams, services, client, proof };
}

const isGood = async (services: Services, token: string | undefined): Promise<boolean> =>
  (await services.tokens.byAccessToken(token ?? '')) !== undefined;

test('an access token is good for an hour, and its refresh token for two weeks', async () => {
  const { clock, services, client, proof } = await repositoryWithTokens();
  const first = await services.tokens.open(client, proof);
  clock.goOn(hour - 1);
  expect(await isGood(services, first?.accessToken)).toBe(true);
  clock.goOn(1);
  expect(await isGood(services, first?.accessToken)).toBe(false);
  clock.goOn(13 * day);
  const second = await services.tokens.refresh(client, first?.refreshToken ?? '');
  expect(await isGood(services, second?.accessToken)).toBe(true);
  clock.goOn(14 * day);
  expect(await services.tokens.refresh(client, second?.refreshToken ?? '')).toBeUndefined();
});

test('a sign-in ends after thirty days, however often its tokens are refreshed', async () => {
  const { clock, services, client, proof } = await repositoryWithTokens();
  let tokens = await services.tokens.open(client, proof);
  for (let passed = 0; passed < 29; passed += 1) {
    clock.goOn(day);
    tokens = await services.tokens.refresh(client, tokens?.refreshToken ?? '');
    expect(tokens).toBeDefined();
  }
  clock.goOn(day);
  expect(await isGood(services, tokens?.accessToken)).toBe(false);
  expect(await services.tokens.refresh(client, tokens?.refreshToken ?? '')).toBeUndefined();
});

test('a ticket lives for an hour after its last use', async () => {
  const { clock, services, proof } = await repositoryWithTokens();
  const app = await services.apps.register(
    new Map([
      ['appid', 'lms'],
      ['type', 'LMS'],
      ['allow_admin', 'true'],
    ]),
  );
  const ticket = await services.tickets.open(app, proof);
  for (let use = 0; use < 20; use += 1) {
    clock.goOn(hour - 1);
    expect(await services.tickets.byTicket(ticket)).toMatchObject({ userName: 'admin' });
  }
  // Uses that come close together are not written each time, and count all the same.
  clock.goOn(60_000);
  expect(await services.tickets.byTicket(ticket)).toMatchObject({ userName: 'admin' });
  clock.goOn(hour - 1);
  expect(await services.expiry.sweep()).toBe(0);
  expect(await services.tickets.byTicket(ticket)).toMatchObject({ userName: 'admin' });
  clock.goOn(hour);
  expect(await services.tickets.byTicket(ticket)).toBeUndefined();
});

test('a session that a ticket opened ends with the ticket', async () => {
  const { services, proof } = await repositoryWithTokens();
  const entries = new Map([
    ['appid', 'lms'],
    ['type', 'LMS'],
    ['allow_admin', 'true'],
  ]);
  const ticket = await services.tickets.open(await services.apps.register(entries), proof);
  const shown = await services.tickets.byTicket(ticket);
  if (shown === undefined) throw new Error('The ticket should be good.');
  const session = services.sessions.open(shown, null);
  expect((await services.sessions.use(session))?.caller.userName).toBe('admin');
  await services.apps.remove('lms', { keepUsages: false });
  expect(await services.sessions.use(session)).toBeUndefined();
});

test('what is worth nothing any more is swept away, and nothing else', async () => {
  const { clock, seams, services, client, proof } = await repositoryWithTokens();
  const tokens = await services.tokens.open(client, proof);
  await seams.store.change(async (change) => {
    change.replays.put('app/old', { endsAt: clock.now().getTime() });
    change.replays.put('app/new', { endsAt: clock.now().getTime() + 1 });
  });
  expect(await services.expiry.sweep()).toBe(1);
  expect(await seams.store.replays.has('app/old')).toBe(false);
  expect(await seams.store.replays.has('app/new')).toBe(true);
  expect(await isGood(services, tokens?.accessToken)).toBe(true);
  clock.goOn(30 * day);
  expect(await services.expiry.sweep()).toBe(2);
  expect(await seams.store.tokenFamilies.keys()[Symbol.asyncIterator]().next()).toMatchObject({ done: true });
});

test('nothing that signs anybody in is stored in clear', async () => {
  const { seams, services, client, proof } = await repositoryWithTokens();
  const tokens = await services.tokens.open(client, proof);
  const secret = await services.oauthClients.add('other');
  const app = await services.apps.register(new Map(Object.entries({ appid: 'lms', type: 'LMS' })));
  const ticket = await services.tickets.open(app, proof);
  const stored: unknown[] = [];
  for (const kind of ['tokenFamilies', 'oauthClients', 'tickets', 'apps'] as const) {
    for await (const entry of seams.store[kind].entries()) stored.push(entry);
  }
  const text = JSON.stringify(stored);
  const secrets = [tokens?.accessToken, tokens?.refreshToken].map((token) => token?.split('.')[1] ?? '');
  for (const each of [...secrets, secret, ticket, ticket.slice(7)]) {
    expect(each.length).toBeGreaterThan(20);
    expect(text).not.toContain(each);
  }
});
