import { expect, test } from 'vitest';
import { createNodeFollower } from '../../../src/services/node-follower.ts';
import { addPerson, bareRepository, memorySeams } from '../../support/bare-repository.ts';

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
