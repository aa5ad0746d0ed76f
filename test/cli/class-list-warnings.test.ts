import { describe, expect, test } from 'vitest';
import { warningsOf } from '../../src/cli/class-list/warnings.ts';

describe('group names to check', () => {
  const checks = (names: readonly string[], present: readonly string[] = []) => {
    const list = names.map((name, row) => ({
      ...{ userName: `p${row}`, firstName: '', lastName: '', email: '', affiliation: '', password: '' },
      row,
      groups: [name],
    }));
    const warnings = warningsOf(list, present);
    return list.map(({ row }) => warnings.get(row) ?? null);
  };

  test.each(['6a, 6b', '6a und 6b', '6a and 6b', '6a+6b', '6a & 6b'])('%s may be several groups', (name) => {
    expect(checks([name])).toEqual([`"${name}" is one group; separate several groups with ; or |`]);
  });

  test.each(['-', '?'])('%s is no name', (name) => {
    expect(checks([name])).toEqual([`the group "${name}" has no letter or digit`]);
  });

  test.each(['Klasse 6a', 'KLASSE 6a', 'Class 6a', 'Klasse6a', 'Kl. 6a', '6 a'])('%s may be 6a', (name) => {
    expect(checks(['6a', name])).toEqual([null, `"${name}" and "6a" may be the same group`]);
  });

  test.each(['C++ AG', 'Hund und', 'Klassenrat', 'Klasse', '6a'])('%s is fine', (name) => {
    expect(checks(['rat', 'nrat', name])).toEqual([null, null, null]);
  });

  test('a group that is there needs no check', () => {
    expect(checks(['Kunst und Musik'], ['Kunst und Musik'])).toEqual([null]);
  });
});
