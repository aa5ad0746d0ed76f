import { describe, expect, test } from 'vitest';
import type { ListedPerson } from '../../src/cli/class-list/class-list.ts';
import type { KnownPerson, KnownSchool } from '../../src/cli/class-list/known-people.ts';
import { planImport } from '../../src/cli/class-list/plan.ts';

let rows = 1;
const listed = (given: Partial<ListedPerson>): ListedPerson => {
  rows += 1;
  const nothing = { userName: '', firstName: '', lastName: '', email: '', affiliation: '', password: '', groups: [] };
  return { ...nothing, row: rows, ...given };
};
const anna = (given: Partial<ListedPerson> = {}) => listed({ firstName: 'Anna', lastName: 'Müller', ...given });

const known = (userName: string, given: Partial<KnownPerson> = {}): KnownPerson => ({
  userName,
  firstName: 'Anna',
  lastName: 'Müller',
  email: '',
  affiliation: '',
  blocked: false,
  ...given,
});

const school = (
  people: readonly KnownPerson[] = [],
  groupsOf: Readonly<Record<string, readonly string[]>> = {},
): KnownSchool => ({
  people,
  groups: [...new Set(Object.values(groupsOf).flat())],
  groupsOf: new Map(Object.entries(groupsOf)),
  administrators: { people: new Set(), groups: new Set() },
});

const planned = (
  list: readonly ListedPerson[],
  present: KnownSchool = school(),
  settings: { readonly groups?: readonly string[]; readonly sameNames?: boolean } = {},
) => planImport(list, [], present, { groups: [], sameNames: false, ...settings });

/** `action user group,group` for each row. */
const shorthand = (...given: Parameters<typeof planned>): string[] =>
  planned(...given).rows.map((row) =>
    'why' in row ? 'problem' : `${row.action} ${row.userName} ${row.addTo.join(',')}`.trim(),
  );

describe('in an empty school', () => {
  test('everybody is made, namesakes get numbers, groups are made once, however they are written', () => {
    const list = [anna({ groups: ['7a'] }), anna({ groups: ['7A', 'Chor'] })];
    expect(shorthand(list)).toEqual(['make anna.mueller 7a', 'make anna.mueller2 7a,Chor']);
    expect(planned(list).newGroups).toEqual(['7a', 'Chor']);
  });

  test('two rows of the same name and address, or of the same user name, are one person', () => {
    expect(shorthand([anna({ email: 'a@b', groups: ['7a'] }), anna({ email: 'A@b', groups: ['Chor'] })])).toEqual([
      'make anna.mueller 7a',
      'change anna.mueller Chor',
    ]);
    expect(shorthand([anna({ userName: 'am' }), anna({ userName: 'AM' })])).toEqual(['make am', 'keep am']);
  });

  test('two people of one user name are a problem of the second row', () => {
    expect(shorthand([anna({ userName: 'am' }), listed({ userName: 'am', firstName: 'Max' })])).toEqual([
      'make am',
      'problem',
    ]);
  });

  test('a name that is made goes round those that the list gives', () => {
    expect(shorthand([anna(), listed({ userName: 'anna.mueller' })])).toEqual([
      'make anna.mueller2',
      'make anna.mueller',
    ]);
  });

  test('a group for everybody comes to those of the cells', () => {
    expect(shorthand([anna({ groups: ['7a'] })], school(), { groups: ['schueler', '7A'] })).toEqual([
      'make anna.mueller 7a,schueler',
    ]);
  });
});

describe('with people who are there', () => {
  test('nothing is done for whom the list says nothing new of', () => {
    const present = school([known('anna.mueller', { email: 'a@b' })], { 'anna.mueller': ['7a'] });
    expect(shorthand([anna({ groups: ['7a'] })], present)).toEqual(['keep anna.mueller']);
  });

  test('a user name decides, in whatever case, and what differs is changed', () => {
    const plan = planned(
      [listed({ userName: 'AM', lastName: 'Neumann', email: 'n@b' })],
      school([known('am', { email: 'a@b' })]),
    );
    expect(plan.rows).toMatchObject([
      { action: 'change', userName: 'am', profile: { lastName: 'Neumann', email: 'n@b' } },
    ]);
    expect(plan.rows[0]).not.toHaveProperty('profile.firstName');
  });

  test('two namesakes are told apart by their classes, in whatever order they come', () => {
    const present = school([known('anna.mueller'), known('anna.mueller2')], {
      'anna.mueller': ['7a'],
      'anna.mueller2': ['7b'],
    });
    expect(shorthand([anna({ groups: ['7b'] }), anna({ groups: ['7a'] })], present)).toEqual([
      'keep anna.mueller2',
      'keep anna.mueller',
    ]);
    expect(shorthand([anna({ groups: ['7a'] }), anna({ groups: ['7a'] })], present)).toEqual([
      'keep anna.mueller',
      'problem',
    ]);
  });

  test('an address decides before a class', () => {
    const present = school([known('anna.mueller', { email: 'eins@b' }), known('anna.mueller2', { email: 'zwei@b' })], {
      'anna.mueller': ['7a'],
      'anna.mueller2': ['7b'],
    });
    expect(shorthand([anna({ email: 'zwei@b', groups: ['7a'] })], present)).toEqual(['change anna.mueller2 7a']);
    expect(shorthand([anna({ email: 'drei@b', groups: ['7a'] })], present)).toEqual(['make anna.mueller3 7a']);
  });

  test('somebody of the same name in other groups is not taken for the same person unless it is said so', () => {
    const present = school([known('anna.mueller')], { 'anna.mueller': ['7a'] });
    const list = [anna({ groups: ['8a'] })];
    expect(planned(list, present).rows).toMatchObject([{ why: expect.stringContaining('--same-names') }]);
    expect(shorthand(list, present, { sameNames: true })).toEqual(['change anna.mueller 8a']);
  });

  test('somebody in no group, as after a run that broke off, is the same person', () => {
    expect(shorthand([anna({ groups: ['7a'] })], school([known('anna.mueller')]))).toEqual(['change anna.mueller 7a']);
  });

  test('somebody whom only the name tells is to be checked, if the row changes anything', () => {
    const doubts = (...given: Parameters<typeof planned>) =>
      planned(...given).rows.map((row) => ('nameMatch' in row ? row.nameMatch : null));
    const [list, alone] = [[anna({ groups: ['8a'] })], school([known('anna.mueller', { email: 'a@b' })])];
    const warning = 'the name is that of the account anna.mueller, which is in';
    expect(doubts(list, alone)).toEqual([`${warning} no group`]);
    const inGroups = school([known('anna.mueller')], { 'anna.mueller': ['7a', 'Chor'] });
    expect(doubts(list, inGroups, { sameNames: true })).toEqual([`${warning} 7a, Chor`]);
    expect(doubts([anna({ email: 'a@b' })], inGroups)).toEqual([`${warning} 7a, Chor`]);
    expect(doubts([anna()], alone)).toEqual([null]);
    expect(doubts([anna({ groups: ['8a'], email: 'a@b' })], alone)).toEqual([null]);
    expect(doubts([anna({ groups: ['8a'], userName: 'anna.mueller' })], alone)).toEqual([null]);
    expect(doubts([anna({ groups: ['7a', '8a'] })], inGroups)).toEqual([null]);
  });

  describe('of one name, which alone does not tell who is meant', () => {
    const both = [known('anna.mueller'), known('anna.mueller2')];

    test('two of whom one is listed are a problem, with both user names', () => {
      for (const sameNames of [false, true]) {
        for (const groupsOf of [{}, { 'anna.mueller2': ['7b'] }]) {
          const { rows } = planned([anna({ groups: ['8b'] })], school(both, groupsOf), { sameNames });
          expect(rows).toMatchObject([{ why: expect.stringMatching(/anna\.mueller, anna\.mueller2.*user name/) }]);
        }
      }
    });

    test('two who are both listed are a problem, as the order of the rows says nothing', () => {
      const list = [anna({ groups: ['8b'] }), anna({ groups: ['8a'] })];
      expect(shorthand(list, school(both), { sameNames: true })).toEqual(['problem', 'problem']);
      expect(shorthand([anna({ email: 'a@b' }), anna({ email: 'c@b' })], school(both))).toEqual(['problem', 'problem']);
    });

    test('one whom two rows may mean is a problem', () => {
      expect(shorthand([anna({ groups: ['8b'] }), anna({ groups: ['8a'] })], school([known('anna.mueller')]))).toEqual([
        'problem',
        'problem',
      ]);
    });

    test('two are kept if the list says nothing but their names', () => {
      expect(shorthand([anna(), anna()], school(both))).toEqual(['keep anna.mueller', 'keep anna.mueller2']);
    });

    test('one who is told by a class leaves the name to the other', () => {
      const present = school(both, { 'anna.mueller': ['7a'] });
      const list = [anna({ groups: ['7b'] }), anna({ groups: ['7a'] })];
      expect(shorthand(list, present)).toEqual(['change anna.mueller2 7b', 'keep anna.mueller']);
    });

    test('one who is blocked does not get a new class, as somebody else may have the name', () => {
      const left = school([known('anna.mueller', { blocked: true })]);
      for (const sameNames of [false, true]) {
        expect(planned([anna({ groups: ['5a'] })], left, { sameNames }).rows).toMatchObject([
          { why: expect.stringContaining('is blocked') },
        ]);
      }
      expect(shorthand([anna({ userName: 'anna.mueller', groups: ['5a'] })], left)).toEqual(['change anna.mueller 5a']);
    });
  });

  test('a user name of somebody with another name is gone round', () => {
    const present = school([known('anna.mueller', { firstName: 'Änna' }), known('x', { firstName: 'Bert' })]);
    expect(shorthand([anna()], present)).toEqual(['make anna.mueller2']);
  });
});

test('the second run of a list has nothing to do', () => {
  const list = [
    anna({ groups: ['7a'] }),
    anna({ groups: ['7a'] }),
    anna({ groups: ['7b'] }),
    listed({ userName: 'x' }),
  ];
  const first = planned(list);
  const people = first.rows.flatMap((row) =>
    'why' in row
      ? []
      : [known(row.userName, { firstName: row.profile.firstName ?? '', lastName: row.profile.lastName ?? '' })],
  );
  const groupsOf = Object.fromEntries(first.rows.flatMap((row) => ('why' in row ? [] : [[row.userName, row.addTo]])));
  const second = planned(list, school(people, groupsOf));
  expect(second.rows.map((row) => ('why' in row ? row.why : row.action))).toEqual(['keep', 'keep', 'keep', 'keep']);
  expect(second.newGroups).toEqual([]);
});
