import { expect, test } from 'vitest';
import { newGroup } from '../../../../src/domain/identity/new-group.ts';
import type { Store } from '../../../../src/ports/store.ts';
import { createCallers } from '../../../../src/services/access/callers.ts';
import { addPerson, bareRepository, memorySeams } from '../../../support/bare-repository.ts';

const group = 'GROUP_open_days';
const at = '2026-01-01T00:00:00.000Z';

const guest = (store: Store) =>
  createCallers({ store }, { enabled: true, username: 'esguest', groups: [group] }).unknown();

test('a group of the guest counts as long as it is there', async () => {
  const { store } = memorySeams();
  expect((await guest(store)).authorities).not.toContain(group);
  await store.change(async (change) => {
    change.groups.put(group, newGroup(group, {}, at));
  });
  expect((await guest(store)).authorities).toContain(group);
  await store.change(async (change) => {
    change.groups.delete(group);
  });
  expect((await guest(store)).authorities).not.toContain(group);
});

test('a change of one person or group reads only those anew whom it concerns', async () => {
  const seams = memorySeams();
  const services = await bareRepository(seams);
  const [anna, bert] = [await addPerson(services, 'anna'), await addPerson(services, 'bert')];
  const held = await services.groups.create('held', {}, undefined);
  const outer = await services.groups.create('outer', {}, undefined);
  expect(await services.callers.of('bert')).toEqual(bert);
  await services.memberships.add(held.name, 'anna');
  expect((await services.callers.of('anna'))?.authorities).toEqual(new Set([...anna.authorities, held.name]));
  const same = await services.callers.of('bert');
  await services.memberships.add(outer.name, held.name);
  expect((await services.callers.of('anna'))?.authorities).toContain(outer.name);
  await services.memberships.remove(outer.name, held.name);
  expect((await services.callers.of('anna'))?.authorities).not.toContain(outer.name);
  expect(await services.callers.of('bert')).toBe(same);
});

test('what is read while something changes is read again', async () => {
  const seams = memorySeams();
  const services = await bareRepository(seams);
  await addPerson(services, 'anna');
  const group = await services.groups.create('late', {}, undefined);
  const reading = services.callers.of('anna');
  await services.memberships.add(group.name, 'anna');
  await reading;
  expect((await services.callers.of('anna'))?.authorities).toContain(group.name);
});

test('who does not come again makes room for others, and who comes often stays', async () => {
  const seams = memorySeams();
  const services = await bareRepository(seams);
  const admin = await seams.store.people.get('admin');
  if (admin === undefined) throw new Error('There is no admin.');
  const names = Array.from({ length: 5_000 }, (_, index) => `person-${index}`);
  await seams.store.change(async (change) => {
    for (const userName of ['often', 'once', ...names]) change.people.put(userName, { ...admin, userName });
  });
  const [often, once] = [await services.callers.of('often'), await services.callers.of('once')];
  for (const name of names) {
    await services.callers.of(name);
    expect(await services.callers.of('often')).toBe(often);
  }
  expect(await services.callers.of('once')).not.toBe(once);
  expect(await services.callers.of('once')).toEqual(once);
});
