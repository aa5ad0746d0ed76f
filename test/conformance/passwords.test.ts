import { createHook } from 'node:async_hooks';
import { describe, expect, test } from 'vitest';
import { createScryptPasswords } from '../../src/adapters/system/scrypt-passwords.ts';

/** Far too cheap for real use; the tests are about all the rest. */
const passwords = createScryptPasswords({ cost: 1024 });

/** How many times scrypt was set to work. */
async function scryptRunsOf(work: () => Promise<unknown>): Promise<number> {
  let runs = 0;
  const hook = createHook({
    init: (_id, type) => {
      if (type === 'SCRYPTREQUEST') runs += 1;
    },
  });
  hook.enable();
  try {
    await work();
  } finally {
    hook.disable();
  }
  return runs;
}

describe('Passwords', () => {
  test('are known again, and no others pass for them', async () => {
    const hash = await passwords.hash('correct horse');
    expect(await passwords.verify('correct horse', hash)).toBe(true);
    for (const wrong of ['', 'correct', 'Correct horse', 'correct horse ', 'correct\0horse']) {
      expect(await passwords.verify(wrong, hash)).toBe(false);
    }
  });

  test('are stored with scheme, parameters and a salt of their own', async () => {
    const [one, other] = await Promise.all([passwords.hash('same'), passwords.hash('same')]);
    expect(one).toMatch(/^scrypt\$N=1024,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
    expect(one).not.toBe(other);
    expect(one).not.toContain('same');
  });

  test('cost N=32768 unless told otherwise', async () => {
    const hash = await createScryptPasswords().hash('real cost');
    expect(hash).toMatch(/^scrypt\$N=32768,r=8,p=3\$/);
    expect(await passwords.verify('real cost', hash)).toBe(true);
  });

  test('fit the example of RFC 7914', async () => {
    const example = 'fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162';
    const encoded = (text: string, form: BufferEncoding) => Buffer.from(text, form).toString('base64url');
    const hash = `scrypt$N=1024,r=8,p=16$${encoded('NaCl', 'utf8')}$${encoded(example, 'hex')}`;
    expect(await passwords.verify('password', hash)).toBe(true);
    expect(await passwords.verify('Password', hash)).toBe(false);
  });

  test('are the same however the keyboard composes an umlaut', async () => {
    const hash = await passwords.hash('Schl\u00fcssel');
    expect(await passwords.verify('Schlu\u0308ssel', hash)).toBe(true);
    expect(await passwords.verify('Schlussel', hash)).toBe(false);
  });

  test('may be long, empty or in any script', async () => {
    for (const password of ['', 'x'.repeat(10_000), 'пароль', '🔑🔑', ':%\n\t']) {
      const hash = await passwords.hash(password);
      expect(await passwords.verify(password, hash)).toBe(true);
      expect(await passwords.verify(`${password}x`, hash)).toBe(false);
    }
  });

  test('that were hashed at another cost are still known', async () => {
    const hash = await createScryptPasswords({ cost: 4096 }).hash('moved');
    expect(await passwords.verify('moved', hash)).toBe(true);
  });

  test.each([
    ['nothing', ''],
    ['an unknown scheme', '$2b$10$N9qo8uLOickgx2ZMRZoMyeIjZAgcfl7p92ldGxad68LJZdL17lhWy'],
    ['plain text', 'secret'],
    ['a cost that is no power of two', `scrypt$N=1000,r=8,p=1$${'a'.repeat(22)}$${'a'.repeat(43)}`],
    ['a cost of nothing', `scrypt$N=0,r=8,p=1$${'a'.repeat(22)}$${'a'.repeat(43)}`],
    ['no blocks', `scrypt$N=1024,r=0,p=1$${'a'.repeat(22)}$${'a'.repeat(43)}`],
    ['more memory than there is', `scrypt$N=8388608,r=99,p=1$${'a'.repeat(22)}$${'a'.repeat(43)}`],
    ['a short hash', `scrypt$N=1024,r=8,p=1$${'a'.repeat(22)}$${'a'.repeat(20)}`],
    ['an empty hash', `scrypt$N=1024,r=8,p=1$${'a'.repeat(22)}$`],
  ])('are never right against %s, at the price of a real check', async (_case, hash) => {
    let answer: boolean | undefined;
    const runs = await scryptRunsOf(async () => {
      answer = await passwords.verify('secret', hash);
    });
    expect(answer).toBe(false);
    expect(runs).toBe(1);
  });

  test('of somebody unknown cost the same work as a wrong one', async () => {
    const hash = await passwords.hash('right');
    const known = await scryptRunsOf(() => passwords.verify('wrong', hash));
    const unknown = await scryptRunsOf(async () => expect(await passwords.verify('wrong', null)).toBe(false));
    expect([known, unknown]).toEqual([1, 1]);
  });

  test('can be checked many at a time', async () => {
    const hash = await passwords.hash('busy');
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => passwords.verify(index % 2 === 0 ? 'busy' : 'idle', hash)),
    );
    expect(answers).toEqual(answers.map((_, index) => index % 2 === 0));
  });

  test('that are checked too many at a time are refused at once, and the others are checked', async () => {
    const hash = await passwords.hash('right');
    const checks = Array.from({ length: 100 }, () => passwords.verify('right', hash));
    const outcomes = await Promise.allSettled(checks);
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(34);
    for (const error of refused) expect(error).toMatchObject({ code: 'Unavailable', details: { retryAfter: 3 } });
    expect(await passwords.verify('right', hash)).toBe(true);
  });

  test('that are set too many at a time are refused too', async () => {
    const outcomes = await Promise.allSettled(Array.from({ length: 100 }, () => passwords.hash('new')));
    const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []));
    expect(refused).toHaveLength(34);
    for (const error of refused) expect(error).toMatchObject({ code: 'Unavailable', details: { retryAfter: 3 } });
    expect(await passwords.hash('new')).toMatch(/^scrypt/);
  });

  test('that were generated have 80 random bits in letters that people can type', () => {
    const generated = Array.from({ length: 2_000 }, () => passwords.generate());
    expect(new Set(generated).size).toBe(generated.length);
    for (const password of generated) expect(password).toMatch(/^[a-km-np-z2-9]{4}(?:-[a-km-np-z2-9]{4}){3}$/);
    expect(new Set(generated.join(''))).toHaveLength(33);
  });

  test('that were generated here get a fast hash once, and no others do', async () => {
    const password = passwords.generate();
    const hash = passwords.hashGenerated(password) ?? '';
    expect(hash).toMatch(/^generated-sha256\$[\w-]{22}\$[\w-]{43}$/);
    for (const other of [password, '', 'secret', createScryptPasswords().generate(), `${passwords.generate()} `])
      expect(passwords.hashGenerated(other)).toBeUndefined();
    const [one, two] = [passwords.generate(), passwords.generate()];
    expect(passwords.hashGenerated(one)?.split('$')[1]).not.toBe(passwords.hashGenerated(two)?.split('$')[1]);
    expect(await passwords.verify(password, hash)).toBe(true);
  });

  test('that are wrong cost the same work against a fast hash, so that it shows nothing', async () => {
    const password = passwords.generate();
    const hash = passwords.hashGenerated(password) ?? '';
    for (const wrong of ['wrong', '', password.toUpperCase(), hash]) {
      const runs = await scryptRunsOf(async () => expect(await passwords.verify(wrong, hash)).toBe(false));
      expect(runs).toBe(1);
    }
  });
});
