import { expect } from 'vitest';
import { describeOperation } from '../support/describe-operation.ts';
import { expectRefused } from '../support/refusals.ts';
import { type School, withTransports } from '../support/transports.ts';
import { newName } from '../support/trees.ts';

const repository = '-home-';

withTransports((school) => {
  describeSearching(school);
});

/** A group and a person whose names have a word in common. */
async function makeBoth(school: School, groupType?: string) {
  const word = newName('zebra');
  const body = { displayName: `Klasse ${word}`, ...(groupType === undefined ? {} : { groupType }) };
  const { authorityName: group } = await school.admin.createGroup({ repository, group: newName('a'), body });
  const person = newName('a');
  await school.admin.createPerson({ repository, person, body: { lastName: word } });
  return { word, group, person };
}

function describeSearching(school: School): void {
  const find = async (query: object): Promise<string[]> => {
    const found = await school.admin.searchAuthorities({ repository, pattern: '', ...query });
    return found.authorities.map(({ authorityName }) => authorityName);
  };

  describeOperation('searchAuthorities', school, {
    effect: {
      'groups and people are found by one pattern, groups first, as their own calls show them': async () => {
        const { word, group, person } = await makeBoth(school);
        const found = await school.admin.searchAuthorities({ repository, pattern: `*${word.toUpperCase()}` });
        expect(found.pagination).toEqual({ total: 2, from: 0, count: 2 });
        expect(found.authorities).toEqual([
          (await school.admin.getGroup({ repository, group })).group,
          (await school.admin.getPerson({ repository, person })).person,
        ]);
      },
      'they come in pages, and an empty pattern finds all': async () => {
        const { word, group, person } = await makeBoth(school);
        expect(await find({ pattern: word, maxItems: 1 })).toEqual([group]);
        expect(await find({ pattern: word, skipCount: 1 })).toEqual([person]);
        const all = await find({});
        for (const name of ['anna', 'bert', group, person]) expect(all).toContain(name);
      },
      'a group type finds groups of this type only': async () => {
        const { word, group } = await makeBoth(school, 'CLASS');
        expect(await find({ pattern: word, groupType: 'CLASS' })).toEqual([group]);
        expect(await find({ pattern: word, groupType: 'OTHER' })).toEqual([]);
      },
    },
    refusal: {
      'only an administrator searches': async () => {
        const call = { repository, pattern: 'anna' };
        await expectRefused(school.anna.searchAuthorities(call), 403, /administrator/);
        await expectRefused(school.nobody.searchAuthorities(call), 401, /Sign in/);
      },
    },
    badInput: {
      'no pattern, and one that is too long, are refused': async () => {
        // The types forbid what is tried here.
        const none = undefined as unknown as string;
        await expectRefused(school.admin.searchAuthorities({ repository, pattern: none }), 400, /pattern/);
        const long = 'x'.repeat(1001);
        await expectRefused(school.admin.searchAuthorities({ repository, pattern: long }), 400, /pattern/);
      },
    },
  });
}
