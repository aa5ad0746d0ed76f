import { beforeAll } from 'vitest';
import { anna, type TestPerson } from './people.ts';
import { setPasswords } from './repository.ts';
import type { School } from './transports.ts';

/**
 * Gives each test somebody whom no other test uses, with a password that is quick to check. To be called in a suite; all
 * of them are made before its first test.
 */
export function quickPeople(school: School, stem: string, count: number): () => TestPerson {
  const people = Array.from(
    { length: count },
    (_, index): TestPerson => ({ ...anna, userName: `${stem}-${index}`, password: `Passwort: ß ${index}` }),
  );
  const left = [...people];
  beforeAll(async () => {
    for (const { userName, firstName, lastName, email } of people) {
      const body = { firstName, lastName, email, primaryAffiliation: 'student' };
      await school.admin.createPerson({ repository: '-home-', person: userName, body });
    }
    await school.restart(() => setPasswords(school.dataDirectory, people));
  });
  return () => {
    const person = left.pop();
    if (person === undefined) throw new Error(`More than ${count} people are needed.`);
    return person;
  };
}
