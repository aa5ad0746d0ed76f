import { expect, test } from 'vitest';
import type { NodeId } from '../../../../src/base/ids.ts';
import { type AttributeSources, assertedAttributes } from '../../../../src/domain/identity/asserted-attributes.ts';
import { attributesFrom, emptyProfile } from '../../../../src/domain/identity/person-profile.ts';
import type { PersonRecord } from '../../../../src/domain/identity/person-records.ts';

const person = (said: Partial<PersonRecord>): PersonRecord => ({
  ...emptyProfile,
  id: 'x',
  userName: 'anna',
  passwordHash: null,
  credentialStamp: 'x',
  home: '00000000-0000-4000-8000-000000000000' as NodeId,
  createdAt: '2026-01-01T00:00:00.000Z',
  ...said,
});

const sources: AttributeSources = {
  role: 'primaryAffiliation',
  school: 'schoolName',
  schoolNumber: '__proto__',
  mediaCenter: null,
  secondaryId: 'constructor',
};

test('each is read from where the configuration says, in one order', () => {
  // As it comes out of a body: an object literal would set the prototype.
  const given = JSON.parse('{"__proto__":["12"],"schoolName":["Nord","Süd"],"role":["admin"]}') as Record<
    string,
    string[]
  >;
  const anna = person({ primaryAffiliation: 'teacher', extendedAttributes: attributesFrom(given) });
  const stated = assertedAttributes(anna, sources);
  expect(stated).toEqual({ role: ['teacher'], school: ['Nord', 'Süd'], schoolNumber: ['12'] });
  expect(Object.keys(stated)).toEqual(['role', 'school', 'schoolNumber']);
});

test('what nobody said is left out', () => {
  expect(assertedAttributes(person({}), sources)).toEqual({});
  expect(assertedAttributes(person({ extendedAttributes: [{ name: 'schoolName', values: [] }] }), sources)).toEqual({});
});
