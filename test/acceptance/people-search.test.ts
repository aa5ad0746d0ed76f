import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

const repository = '-home-';

withTransports((school) => {
  describeSearching(school);
});

const found = async (school: School, wanted: { readonly pattern: string; readonly maxItems?: number }) =>
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
