import fc from 'fast-check';
import { expect, test } from 'vitest';
import { systemRandomness } from '../../../../src/adapters/system/randomness.ts';
import type { NodeId } from '../../../../src/base/ids.ts';
import type { AccessControlList } from '../../../../src/domain/access/acl.ts';
import type { Caller } from '../../../../src/domain/access/caller.ts';
import { newNode } from '../../../../src/domain/nodes/new-node.ts';
import type { NodeRecord } from '../../../../src/domain/nodes/records.ts';
import { aclRootVisibility } from '../../../../src/ports/access-filter.ts';
import { searchAclRootOf } from '../../../../src/services/access/access-filters.ts';
import { createRightsService } from '../../../../src/services/access/rights.ts';
import { createMemoryStore } from '../../../support/memory/store.ts';
import { propertyRuns } from '../../../support/run-scope.ts';

const person = (userName: string, ...groups: string[]): Caller => ({
  kind: 'person',
  userName,
  isAdmin: false,
  authorities: new Set([userName, 'GROUP_EVERYONE', ...groups]),
  home: null,
  sessionScope: null,
});
const people = [person('anna', 'GROUP_staff'), person('bert'), { ...person('root'), isAdmin: true }];

const aList = (authority: string, inherits = true): AccessControlList => ({
  inherits,
  entries: [{ authority, permission: 'Consumer' }],
});

const aNode = (parent: NodeId | null, acl: AccessControlList | null = null): NodeRecord => ({
  ...newNode({
    id: systemRandomness.nodeId(),
    parent,
    type: 'ccm:map',
    folder: true,
    name: 'n',
    at: '2026-01-01T00:00:00.000Z',
    by: 'carl',
  }),
  acl,
});

/** A company home with folders below it, one inside another, and a rights service over them. */
async function aTree(depth: number) {
  const store = createMemoryStore();
  const nodes: NodeRecord[] = [aNode(null)];
  for (let at = 0; at < depth; at += 1) nodes.push(aNode(nodes[at]?.id ?? null, at % 2 === 0 ? aList('anna') : null));
  const companyHome = nodes[0]?.id as NodeId;
  const rights = createRightsService({ store }, { companyHome, userHomes: companyHome, collections: companyHome });
  const write = (node: NodeRecord): Promise<void> =>
    store.change(async (change) => {
      change.nodes.put(node.id, node);
      change.afterCommit(() => rights.changed(node));
    });
  for (const node of nodes) await write(node);
  return { nodes, rights, write, aclRoots: [...new Set(nodes.map(searchAclRootOf))] };
}

test('whatever changes, the visibility at ACL roots that were resolved before is as if resolved for the first time', async () => {
  const at = fc.nat({ max: 7 });
  const changes = fc.array(
    fc.oneof(
      fc.record({
        acl: fc.constantFrom(null, aList('bert'), aList('GROUP_staff', false), aList('GROUP_EVERYONE')),
        at,
      }),
      fc.record({ under: at, at }),
      fc.record({ archived: fc.boolean(), at }),
    ),
    { maxLength: 12 },
  );
  await fc.assert(
    fc.asyncProperty(changes, async (steps) => {
      const { nodes, rights, write, aclRoots } = await aTree(7);
      for (const step of steps) {
        const node = nodes[step.at] as NodeRecord;
        let next = node;
        if ('acl' in step) next = { ...node, acl: step.acl };
        // A folder moves up only, so that none gets into itself.
        else if ('under' in step)
          next = step.under < step.at ? { ...node, parent: nodes[step.under]?.id ?? null } : node;
        else next = { ...node, archived: step.archived ? { at: '2026-01-02T00:00:00.000Z', by: 'carl' } : null };
        nodes[step.at] = next;
        await write(next);
        for (const caller of people) {
          const { at: visibilityAt } = rights.accessFilter(caller);
          expect(await visibilityAt(aclRoots)).toEqual(await visibilityAt([...aclRoots]));
        }
      }
    }),
    { numRuns: propertyRuns(1000) },
  );
});

test('a change that no ACL root depends on leaves the visibility as it is, without computing it again', async () => {
  const { nodes, rights, write, aclRoots } = await aTree(4);
  const { at } = rights.accessFilter(people[0] as Caller);
  const before = await at(aclRoots);
  const file = aNode(nodes[2]?.id ?? null);
  await write(file);
  await write({ ...file, parent: nodes[3]?.id ?? null });
  expect(await at(aclRoots)).toBe(before);
  await write({ ...(nodes[1] as NodeRecord), acl: aList('bert', false) });
  expect(await at(aclRoots)).not.toEqual(before);
});

test('more ACL roots than are resolved at a time have the same visibility', async () => {
  const { rights, aclRoots } = await aTree(4);
  const { at } = rights.accessFilter(people[0] as Caller);
  const few = await at(aclRoots);
  const many = await at(Array.from({ length: 12_000 }, (_, number) => aclRoots[number % aclRoots.length] ?? ''));
  expect(many).toEqual(Uint8Array.from({ length: 12_000 }, (_, number) => few[number % few.length] ?? 0));
});

test('the company home is visible to every person, but not to guests, and its children are not by that', async () => {
  const { nodes, rights } = await aTree(0);
  const home = nodes[0] as NodeRecord;
  const aclRoots = [searchAclRootOf(home), searchAclRootOf({ ...aNode(home.id) })];
  const guest: Caller = {
    kind: 'guest',
    userName: 'guest',
    isAdmin: false,
    authorities: new Set(),
    home: null,
    sessionScope: null,
  };
  const { metadata, nothing } = aclRootVisibility;
  expect([...(await rights.accessFilter(people[1] as Caller).at(aclRoots))]).toEqual([metadata, nothing]);
  expect([...(await rights.accessFilter(guest).at(aclRoots))]).toEqual([nothing, nothing]);
});
