import { beforeEach, describe, expect, test } from 'vitest';
import { systemRandomness } from '../../../../src/adapters/system/randomness.ts';
import type { NodeId } from '../../../../src/base/ids.ts';
import type { AccessControlList } from '../../../../src/domain/access/acl.ts';
import { type AncestorCache, createAncestorCache } from '../../../../src/services/access/ancestor-cache.ts';
import type { AclState, EffectiveAcl } from '../../../../src/services/access/effective-acl.ts';

const list = (authority: string, inherits = true): AccessControlList => ({
  inherits,
  entries: [{ authority, permission: 'Consumer' }],
});

describe('places', () => {
  let places: AncestorCache;
  const ids = { top: id(), left: id(), inner: id(), deep: id(), right: id() };
  type Name = keyof typeof ids;

  function id(): NodeId {
    return systemRandomness.nodeId();
  }
  const ground = (name: Name, parent: Name | null, parts: Partial<AclState> = {}): AclState => ({
    id: ids[name],
    parent: parent === null ? null : ids[parent],
    acl: null,
    archived: null,
    ...parts,
  });
  const standing = (name: Name): EffectiveAcl => {
    const known = places.effectiveAcl(ids[name]);
    if (known === undefined) throw new Error(`${name} is not known.`);
    return known;
  };
  const listsAt = (name: Name): string[] => {
    const lists: string[] = [];
    for (let at = standing(name).scope; at !== null; at = at.above) lists.push(at.acl.entries[0]?.authority ?? '');
    return lists;
  };

  beforeEach(() => {
    places = createAncestorCache();
    const top = ground('top', null, { acl: list('top') });
    const left = ground('left', 'top');
    places.learn([ground('deep', 'inner'), ground('inner', 'left', { acl: list('inner') }), left, top]);
    places.learn([ground('right', 'top', { acl: list('right') })]);
  });

  test('take the nearest list and what it inherits', () => {
    expect([listsAt('left'), listsAt('deep'), listsAt('right')]).toEqual([['top'], ['inner', 'top'], ['right', 'top']]);
    expect(standing('deep')).toBe(standing('inner'));
  });

  test('below another list get another scope, and all others keep theirs', () => {
    const before = { left: standing('left'), deep: standing('deep'), right: standing('right') };
    places.change(ground('inner', 'left', { acl: list('other') }));
    expect(listsAt('deep')).toEqual(['other', 'top']);
    expect(standing('deep').scope?.number).not.toBe(before.deep.scope?.number);
    expect([standing('left'), standing('right')]).toEqual([before.left, before.right]);
    expect([standing('left'), standing('right')].map((one) => one.scope?.number)).toEqual(
      [before.left, before.right].map((one) => one.scope?.number),
    );
  });

  test('notice a first list above them, and its end', () => {
    places.change(ground('left', 'top', { acl: list('left') }));
    expect([listsAt('left'), listsAt('deep'), listsAt('right')]).toEqual([
      ['left', 'top'],
      ['inner', 'left', 'top'],
      ['right', 'top'],
    ]);
    places.change(ground('left', 'top'));
    expect([listsAt('left'), listsAt('deep')]).toEqual([['top'], ['inner', 'top']]);
  });

  test('that inherit nothing keep their scope whatever changes above', () => {
    places.change(ground('inner', 'left', { acl: list('cut', false) }));
    const { scope } = standing('deep');
    places.change(ground('top', null, { acl: list('new') }));
    expect(standing('deep').scope).toBe(scope);
    expect(listsAt('deep')).toEqual(['cut']);
    expect(listsAt('right')).toEqual(['right', 'new']);
  });

  test('are archived and restored with what is above them', () => {
    const at = { at: '2026-01-01T00:00:00.000Z', by: 'anna' };
    places.change(ground('left', 'top', { archived: at }));
    expect([standing('deep').archived, standing('left').archived, standing('right').archived]).toEqual([
      true,
      true,
      false,
    ]);
    places.change(ground('left', 'top'));
    expect(standing('deep').archived).toBe(false);
  });

  test('follow a move, also to a place that is not known', () => {
    places.change(ground('inner', 'right', { acl: list('inner') }));
    expect(listsAt('deep')).toEqual(['inner', 'right', 'top']);
    places.change({ ...ground('inner', null, { acl: list('inner') }), parent: id() });
    expect(places.effectiveAcl(ids.deep)).toBeUndefined();
  });

  test('hand their area down', () => {
    places.change(ground('left', 'top', { area: 'safe' }));
    expect([standing('deep').sessionScope, standing('right').sessionScope]).toEqual(['safe', null]);
  });
});
