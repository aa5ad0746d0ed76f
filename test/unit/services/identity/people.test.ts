import { beforeEach, describe, expect, test } from 'vitest';
import type { Seams } from '../../../../src/ports/seams.ts';
import type { Services } from '../../../../src/services/services.ts';
import { bareRepository, memorySeams } from '../../../support/bare-repository.ts';

describe('a person whom an application knows', () => {
  let seams: Seams;
  let services: Services;

  beforeEach(async () => {
    seams = memorySeams();
    services = await bareRepository(seams);
  });

  const profile = { firstName: 'Anna', lastName: 'Özdemir', email: 'a@schule.example', primaryAffiliation: 'teacher' };

  test('is made with a home folder, and without a password', async () => {
    const anna = await services.people.ensure({ userName: 'anna', profile, extendedAttributes: { school: ['42'] } });
    expect(anna).toMatchObject({
      ...profile,
      passwordHash: null,
      extendedAttributes: [{ name: 'school', values: ['42'] }],
    });
    expect(await seams.store.nodes.get(anna.home)).toMatchObject({ owner: 'anna', name: 'anna' });
    expect(await seams.store.people.get('anna')).toEqual(anna);
  });

  test('is written again only where something new is said', async () => {
    const given = { userName: 'anna', profile, extendedAttributes: { b: ['2'], a: ['1'] } };
    const anna = await services.people.ensure(given);
    const { lastCommit } = seams.store;
    expect(await services.people.ensure({ ...given, extendedAttributes: { a: ['1'], b: ['2'] } })).toEqual(anna);
    expect(await services.people.ensure({ userName: 'anna', profile: {} })).toEqual(anna);
    expect(await services.people.ensure({ userName: 'anna', profile: {}, extendedAttributes: null })).toEqual(anna);
    expect(seams.store.lastCommit).toBe(lastCommit);
    const changed = await services.people.ensure({ userName: 'anna', profile: { email: 'neu@schule.example' } });
    expect(changed).toEqual({ ...anna, email: 'neu@schule.example' });
    const less = await services.people.ensure({ userName: 'anna', profile: {}, extendedAttributes: { a: ['1'] } });
    expect(less.extendedAttributes).toEqual([{ name: 'a', values: ['1'] }]);
    expect(less.credentialStamp).toBe(anna.credentialStamp);
  });

  test('is made once, however many calls come together', async () => {
    const people = await Promise.all(
      Array.from({ length: 20 }, () => services.people.ensure({ userName: 'anna', profile })),
    );
    expect(new Set(people.map(({ home }) => home)).size).toBe(1);
  });

  test('may have attributes of any name', async () => {
    // As it comes out of a body: an object literal would set the prototype.
    const extendedAttributes = JSON.parse('{"__proto__":["x"],"constructor":["y"],"toString":["z"]}') as Record<
      string,
      string[]
    >;
    await services.people.ensure({ userName: 'anna', profile, extendedAttributes });
    const stored = await services.people.get('anna');
    expect(stored.extendedAttributes.map(({ name }) => name)).toEqual(['__proto__', 'constructor', 'toString']);
    expect(({} as Record<string, unknown>)['x']).toBeUndefined();
  });

  test('has a name that people can have', async () => {
    for (const userName of ['', 'a/b', 'GROUP_x', '-me-']) {
      await expect(services.people.ensure({ userName, profile })).rejects.toMatchObject({ code: 'BadRequest' });
    }
  });
});
