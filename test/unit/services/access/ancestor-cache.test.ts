import { beforeEach, describe, expect, test } from 'vitest';
import { systemRandomness } from '../../../../src/adapters/system/randomness.ts';
import type { NodeId } from '../../../../src/base/ids.ts';
import type { AccessControlList } from '../../../../src/domain/access/acl.ts';
import { AncestorCache } from '../../../../src/services/access/ancestor-cache.ts';
import type { AclState, EffectiveAcl } from '../../../../src/services/access/effective-acl.ts';

const list = (authority: string, inherits = true): AccessControlList => ({
  inherits,
  entries: [{ authority, permission: 'Consumer' }],
});

describe('cached nodes', () => {
  let cache: AncestorCache;
  const ids = { top: id(), left: id(), inner: id(), deep: id(), right: id() };
  type Name = keyof typeof ids;

  function id(): NodeId {
    return systemRandomness.nodeId();
  }
  const aclState = (name: Name, parent: Name | null, parts: Partial<AclState> = {}): AclState => ({
    id: ids[name],
    parent: parent === null ? null : ids[parent],
    acl: null,
    archived: null,
    ...parts,
  });
  const effectiveAcl = (name: Name): EffectiveAcl => {
    const known = cache.effectiveAcl(ids[name]);
    if (known === undefined) throw new Error(`${name} is not known.`);
    return known;
  };
  const listsAt = (name: Name): string[] => {
    const lists: string[] = [];
    for (let at = effectiveAcl(name).scope; at !== null; at = at.above) lists.push(at.acl.entries[0]?.authority ?? '');
    return lists;
  };

  beforeEach(() => {
    cache = new AncestorCache();
    const top = aclState('top', null, { acl: list('top') });
    const left = aclState('left', 'top');
    cache.add([aclState('deep', 'inner'), aclState('inner', 'left', { acl: list('inner') }), left, top]);
    cache.add([aclState('right', 'top', { acl: list('right') })]);
  });

  test('take the nearest list and what it inherits', () => {
    expect([listsAt('left'), listsAt('deep'), listsAt('right')]).toEqual([['top'], ['inner', 'top'], ['right', 'top']]);
    expect(effectiveAcl('deep')).toBe(effectiveAcl('inner'));
  });

  test('below another list get another scope, and all others keep theirs', () => {
    const before = { left: effectiveAcl('left'), deep: effectiveAcl('deep'), right: effectiveAcl('right') };
    cache.change(aclState('inner', 'left', { acl: list('other') }));
    expect(listsAt('deep')).toEqual(['other', 'top']);
    expect(effectiveAcl('deep').scope?.number).not.toBe(before.deep.scope?.number);
    expect([effectiveAcl('left'), effectiveAcl('right')]).toEqual([before.left, before.right]);
    expect([effectiveAcl('left'), effectiveAcl('right')].map((one) => one.scope?.number)).toEqual(
      [before.left, before.right].map((one) => one.scope?.number),
    );
  });

  test('notice a first list above them, and its end', () => {
    cache.change(aclState('left', 'top', { acl: list('left') }));
    expect([listsAt('left'), listsAt('deep'), listsAt('right')]).toEqual([
      ['left', 'top'],
      ['inner', 'left', 'top'],
      ['right', 'top'],
    ]);
    cache.change(aclState('left', 'top'));
    expect([listsAt('left'), listsAt('deep')]).toEqual([['top'], ['inner', 'top']]);
  });

  test('that inherit nothing keep their scope whatever changes above', () => {
    cache.change(aclState('inner', 'left', { acl: list('cut', false) }));
    const { scope } = effectiveAcl('deep');
    cache.change(aclState('top', null, { acl: list('new') }));
    expect(effectiveAcl('deep').scope).toBe(scope);
    expect(listsAt('deep')).toEqual(['cut']);
    expect(listsAt('right')).toEqual(['right', 'new']);
  });

  test('are archived and restored with what is above them', () => {
    const at = { at: '2026-01-01T00:00:00.000Z', by: 'anna' };
    cache.change(aclState('left', 'top', { archived: at }));
    expect([effectiveAcl('deep').archived, effectiveAcl('left').archived, effectiveAcl('right').archived]).toEqual([
      true,
      true,
      false,
    ]);
    cache.change(aclState('left', 'top'));
    expect(effectiveAcl('deep').archived).toBe(false);
  });

  test('follow a move, also to a folder that is not cached', () => {
    cache.change(aclState('inner', 'right', { acl: list('inner') }));
    expect(listsAt('deep')).toEqual(['inner', 'right', 'top']);
    cache.change({ ...aclState('inner', null, { acl: list('inner') }), parent: id() });
    expect(cache.effectiveAcl(ids.deep)).toBeUndefined();
  });

  test('hand their area down', () => {
    cache.change(aclState('left', 'top', { area: 'safe' }));
    expect([effectiveAcl('deep').sessionScope, effectiveAcl('right').sessionScope]).toEqual(['safe', null]);
  });
});
