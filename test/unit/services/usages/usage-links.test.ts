import { beforeEach, expect, test } from 'vitest';
import type { NodeId } from '../../../../src/base/ids.ts';
import { noUsedNodes } from '../../../../src/domain/access/caller.ts';
import type { UsageRecord } from '../../../../src/domain/usages/usage.ts';
import type { Seams } from '../../../../src/ports/seams.ts';
import { createUsageLinks, type UsageLinks } from '../../../../src/services/usages/usage-links.ts';
import { memorySeams } from '../../../support/bare-repository.ts';
import { type HeldClock, heldClock } from '../../../support/held-clock.ts';

const [node, id] = ['11111111-1111-4111-8111-111111111111', '22222222-2222-4222-8222-222222222222'] as [NodeId, NodeId];
const hour = 3_600_000;

let seams: Seams;
let clock: HeldClock;
let links: UsageLinks;

beforeEach(async () => {
  clock = heldClock('2026-03-01T08:20:00.000Z');
  seams = memorySeams({ clock });
  links = createUsageLinks(seams, async () => Buffer.from('only here'));
  await seams.store.change(async (change) => {
    change.usages.put(`${node}/${id}`, { node, id, app: 'moodle', version: '1.4' } as UsageRecord);
    change.apps.put('moodle', { id: 'moodle', properties: [], stamp: '', at: '' } as never);
  });
});

test('a link opens the node for eight to nine hours', async () => {
  const link = await links.create({ node, id });
  for (const later of [0, 8 * hour, hour / 2]) {
    clock.goOn(later);
    expect(await links.open(link)).toEqual({ nodes: new Set([node]), version: '1.4', usage: { node, id } });
  }
  clock.goOn(hour / 2);
  expect(await links.open(link)).toEqual(noUsedNodes);
});

test('links are the same for an hour, and then others', async () => {
  const link = await links.create({ node, id });
  clock.goOn(hour / 2);
  expect(await links.create({ node, id })).toBe(link);
  clock.goOn(hour);
  expect(await links.create({ node, id })).not.toBe(link);
});

test('a link of another repository opens nothing', async () => {
  const others = createUsageLinks(seams, async () => Buffer.from('elsewhere'));
  expect(await links.open(await others.create({ node, id }))).toEqual(noUsedNodes);
});

test('without the app, or without the usage, a link opens nothing', async () => {
  const link = await links.create({ node, id });
  await seams.store.change(async (change) => change.apps.delete('moodle'));
  expect(await links.open(link)).toEqual(noUsedNodes);
  await seams.store.change(async (change) => {
    change.apps.put('moodle', { id: 'moodle', properties: [], stamp: '', at: '' } as never);
    change.usages.delete(`${node}/${id}`);
  });
  expect(await links.open(link)).toEqual(noUsedNodes);
});
