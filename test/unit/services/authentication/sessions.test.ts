import { beforeEach, describe, expect, test } from 'vitest';
import type { VerifiedCredentials } from '../../../../src/services/authentication/verified-credentials.ts';
import type { Services } from '../../../../src/services/services.ts';
import { bareRepository, memorySeams } from '../../../support/bare-repository.ts';
import { type HeldClock, heldClock } from '../../../support/held-clock.ts';

let clock: HeldClock;
let services: Services;

async function proofOf(userName: string): Promise<VerifiedCredentials> {
  await services.people.create({ userName, password: 'right' });
  const proof = await services.signIn.byPassword(userName, 'right', undefined);
  if (proof === undefined) throw new Error(`${userName} cannot sign in.`);
  return proof;
}

const open = (proof: VerifiedCredentials): string => services.sessions.open(proof, null);

/** Who a session is of; undefined where it has ended. */
const userOf = async (id: string): Promise<string | undefined> => (await services.sessions.use(id))?.caller.userName;

beforeEach(async () => {
  clock = heldClock();
  services = await bareRepository(memorySeams({ clock }));
});

describe('the sessions of one person', () => {
  test('make room for each other, and never push out those of somebody else', async () => {
    const [anna, bert] = [await proofOf('anna'), await proofOf('bert')];
    const other = open(bert);
    const ids = Array.from({ length: 50_010 }, () => open(anna));
    expect(await userOf(other)).toBe('bert');
    const [oldest, newest] = [ids.slice(0, -100), ids.slice(-100)];
    expect(new Set(await Promise.all(oldest.slice(-200).map(userOf)))).toEqual(new Set([undefined]));
    expect(new Set(await Promise.all(newest.map(userOf)))).toEqual(new Set(['anna']));
  });

  test('leave their places when they are closed', async () => {
    const anna = await proofOf('anna');
    const first = open(anna);
    for (let n = 0; n < 300; n += 1) services.sessions.close(open(anna));
    expect(await userOf(first)).toBe('anna');
  });

  test('leave their places when they have ended by themselves', async () => {
    const anna = await proofOf('anna');
    const idle = Array.from({ length: 100 }, () => open(anna));
    clock.goOn(60_000);
    const first = open(anna);
    for (const id of idle) expect(await userOf(id)).toBeUndefined();
    for (let n = 0; n < 99; n += 1) open(anna);
    expect(await userOf(first)).toBe('anna');
  });
});
