import { expect, test, vi } from 'vitest';
import { DamagedRecord } from '../../../../src/ports/store.ts';
import { createNodeFollower } from '../../../../src/services/background/node-follower.ts';
import { addPerson, bareRepository, memorySeams } from '../../../support/bare-repository.ts';

test('who sets a follower back makes it look at all nodes again, also where it has changed nothing yet', async () => {
  const seams = memorySeams();
  await addPerson(await bareRepository(seams), 'anna');
  let looks = 0;
  const follower = createNodeFollower<string>(seams, {
    name: 'looking',
    find: ({ type }) => (type === 'cm:folder' ? ['look'] : []),
    work: () => {
      looks += 1;
      return Promise.resolve(false);
    },
    messages: { waits: 'waits', leftOut: 'left out' },
  });
  const isDone = async (): Promise<void> => {
    while ((await follower.waiting()) > 0) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  follower.start();
  await isDone();
  expect(looks).toBe(1);
  await seams.store.change((change) => {
    change.followers.put('looking', { commit: 0 });
    return Promise.resolve();
  });
  await isDone();
  await follower.stop();
  expect(looks).toBe(2);
});

test('looks at all nodes where a row of the change log cannot be read', async () => {
  const seams = memorySeams();
  await bareRepository(seams);
  await seams.store.change(async (change) => change.followers.put('looking', { commit: 1 }));
  const changesSince = (commit: number) => {
    throw new DamagedRecord('log', String(commit + 1));
  };
  const store = Object.create(seams.store, { changesSince: { value: changesSince } }) as typeof seams.store;
  const looked = new Set<string>();
  const follower = createNodeFollower<string>(
    { ...seams, store },
    {
      name: 'looking',
      find: ({ id }) => [id],
      work: (id) => {
        looked.add(id);
        return Promise.resolve(false);
      },
      messages: { waits: 'waits', leftOut: 'left out' },
    },
  );
  follower.start();
  await vi.waitFor(() => expect(looked.size).toBeGreaterThan(0), { timeout: 120_000 });
  await follower.stop();
});

test('a change that writes no node is not waited for', async () => {
  const seams = memorySeams();
  await bareRepository(seams);
  const follower = createNodeFollower<string>(seams, {
    name: 'looking',
    find: () => [],
    work: () => Promise.resolve(false),
    messages: { waits: 'waits', leftOut: 'left out' },
  });
  follower.start();
  await vi.waitFor(async () => expect(await follower.waiting()).toBe(0), { timeout: 120_000 });
  await follower.stop();
  await seams.store.change(async (change) => change.followers.put('another', { commit: 1 }));
  expect(await follower.waiting()).toBe(0);
  await seams.store.change(async (change) => change.nodes.delete('any'));
  expect(await follower.waiting()).toBeGreaterThan(0);
});

test('a follower that was stopped before its start does nothing', async () => {
  const seams = memorySeams();
  await bareRepository(seams);
  const visited: string[] = [];
  const follower = createNodeFollower<string>(seams, {
    name: 'looking',
    prepare: async () => {
      visited.push('prepared');
    },
    find: ({ id }) => {
      visited.push(id);
      return [];
    },
    work: () => Promise.resolve(false),
    messages: { waits: 'waits', leftOut: 'left out' },
  });
  await follower.stop();
  follower.start();
  // Awaits what `start` began, if it began anything.
  await follower.stop();
  expect(visited).toEqual([]);
});
