import { expect } from 'vitest';
import type { Client } from '../../src/client/client.ts';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

const repository = '-home-';

withTransports((school) => {
  describeSearching(school);
});

type Wanted = Parameters<Client['searchPeople']>[0];

const found = async (school: School, wanted: Omit<Wanted, 'repository'>) =>
  (await school.admin.searchPeople({ repository, ...wanted })).users.map(({ userName }) => userName);

function describeSearching(school: School): void {
  describeOperation('searchPeople', school, {
    effect: {
      'somebody is found by a part of any name or address, whatever case and umlauts': async () => {
        const mark = newName('x');
        const body = { firstName: 'Jörg', lastName: `Weiß-${mark}`, email: `post.${mark}@schule.example` };
        await school.admin.createPerson({ repository, person: `j.weiss.${mark}`, body });
        const patterns = [
          `j.weiss.${mark}`,
          `WEISS-${mark.toUpperCase()}`,
          `joerg weiß-${mark}`,
          `weiss-${mark} jörg`,
          `j*eiss*${mark}`,
          `*${mark}@SCHULE*`,
          `oerg weiss-${mark}`,
        ];
        for (const pattern of patterns) expect(await found(school, { pattern }), pattern).toEqual([`j.weiss.${mark}`]);
        for (const pattern of [`${mark}*jörg*jörg`, `${mark}.`, `weis-${mark}`]) {
          expect(await found(school, { pattern }), pattern).toEqual([]);
        }
      },
      'the list is in the order that was asked for, in German order, and ties are by user name': async () => {
        const mark = newName('order');
        const people = [
          { person: `1${mark}`, firstName: 'Zoe', lastName: 'Ärmel', email: 'b@schule.example' },
          { person: `2${mark}`, firstName: 'Anna', lastName: 'Zed', email: 'a@schule.example' },
          { person: `3${mark}`, firstName: 'Bert', lastName: 'Arm', email: 'b@schule.example' },
        ];
        for (const { person, ...body } of people) await school.admin.createPerson({ repository, person, body });
        const orders: readonly (readonly [string, Pick<Wanted, 'sortProperties' | 'sortAscending'>])[] = [
          ['123', {}],
          ['312', { sortProperties: ['lastName'] }],
          ['213', { sortProperties: ['lastName'], sortAscending: [false] }],
          ['231', { sortProperties: ['cm:firstName'] }],
          ['213', { sortProperties: ['email'] }],
          ['132', { sortProperties: ['email', 'authorityName'], sortAscending: [false] }],
          ['312', { sortProperties: ['email', 'userName'], sortAscending: [false, false] }],
          // What has no effect changes nothing, and nothing more than criteria is needed.
          ['123', { sortProperties: ['constructor', 'cm:modified'], sortAscending: [false] }],
          ['123', { sortAscending: [false] }],
        ];
        for (const [expected, query] of orders) {
          const names = await found(school, { pattern: mark, ...query });
          expect([query, names.map((name) => name.charAt(0)).join('')]).toEqual([query, expected]);
        }
      },
      'an empty pattern means all, in one order; pages follow each other, and a page too large is cut': async () => {
        for (const stem of ['zed', 'Ärmel', 'arm'])
          await school.admin.createPerson({ repository, person: newName(stem), body: {} });
        const all = await school.admin.searchPeople({ repository, pattern: '', maxItems: 1_000_000 });
        expect(all.pagination).toEqual({ total: all.users.length, from: 0, count: all.users.length });
        expect(await found(school, { pattern: '*' })).toEqual(all.users.map(({ userName }) => userName));
        const paged = [];
        for (let skipCount = 0; skipCount < all.pagination.total; skipCount += 3) {
          const { users } = await school.admin.searchPeople({ repository, pattern: '', maxItems: 3, skipCount });
          paged.push(...users);
        }
        expect(paged).toEqual(all.users);
      },
      'what is answered of somebody is what their own call answers': async () => {
        const { users } = await school.admin.searchPeople({ repository, pattern: 'anna.oezdemir@' });
        expect(users).toEqual([(await school.anna.getPerson({ repository, person: '-me-' })).person]);
        expect(JSON.stringify(users)).not.toMatch(/hash|stamp|scrypt/i);
      },
    },
    refusal: {
      'only an administrator searches people': async () => {
        await expectRefused(school.anna.searchPeople({ repository, pattern: 'anna' }), 403, /administrator/);
        await expectRefused(school.nobody.searchPeople({ repository, pattern: '' }), 401, /Sign in/);
      },
    },
    badInput: {
      'a missing pattern, one too long and pages that cannot be are refused; odd ones find nobody': async () => {
        // The types forbid what is tried here.
        const without = { repository } as unknown as { repository: string; pattern: string };
        await expectRefused(school.admin.searchPeople(without), 400, /query pattern/);
        await expectRefused(school.admin.searchPeople({ repository, pattern: 'x'.repeat(1001) }), 400, /query pattern/);
        for (const paging of [{ maxItems: -1 }, { skipCount: -1 }]) {
          await expectRefused(school.admin.searchPeople({ repository, pattern: '', ...paging }), 400, /query/);
        }
        for (const pattern of ['__proto__', '(', '[a-z]', '\\', '.*.*.*@@', '%']) {
          expect(await found(school, { pattern }), pattern).toEqual([]);
        }
      },
    },
  });
}
