import { expect, test } from 'vitest';
import { createNameSuggestionService } from '../../../../src/services/search/name-suggestions.ts';
import { addPerson, bareRepository, homeOf, makeBareNode, memorySeams } from '../../../support/bare-repository.ts';

async function repositoryWithAnna() {
  const seams = memorySeams();
  const services = await bareRepository(seams);
  const anna = await addPerson(services, 'anna');
  const make = (name: string) => makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name });
  const suggest = async (text: string, service = services.nameSuggestions) => {
    const { suggestions, isComplete } = await service.suggest(anna, { text, kinds: ['file'], language: 'de' });
    return { ids: suggestions.map(({ id }) => id), isComplete };
  };
  return { seams, services, anna, make, suggest };
}

test('names that were stored before a start are read at the first call, and later ones at each call', async () => {
  const { seams, services, make, suggest } = await repositoryWithAnna();
  const before = await make('Optik');
  const restarted = createNameSuggestionService(seams, services.rights, services.folderPaths);
  expect(await suggest('opt', restarted)).toEqual({ ids: [before.id], isComplete: true });
  const after = await make('Optik zwei');
  expect(await suggest('opt', restarted)).toEqual({ ids: [before.id, after.id], isComplete: true });
  await restarted.stop();
});

test('names are read anew if the change log does not reach back far enough', async () => {
  const { seams, services, anna, make, suggest } = await repositoryWithAnna();
  const gone = await make('Optik');
  expect((await suggest('optik')).ids).toEqual([gone.id]);
  const { lastCommit } = seams.store;
  await services.removals.remove(anna, gone.id, { archive: false });
  const made = await make('Optik neu');
  await seams.store.trimChangeLog(lastCommit + 1);
  expect(await suggest('optik')).toEqual({ ids: [made.id], isComplete: true });
});

test('the first call answers after half a second while names are still read, and says so', async () => {
  const { seams, services, make, suggest } = await repositoryWithAnna();
  const made = await make('Optik');
  let release = (): void => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { people } = seams.store;
  const slow = {
    ...people,
    async *entries() {
      await released;
      yield* people.entries();
    },
  };
  const store = new Proxy(seams.store, {
    get: (target, name) => (name === 'people' ? slow : Reflect.get(target, name)),
  });
  const service = createNameSuggestionService({ ...seams, store }, services.rights, services.folderPaths);
  // Nodes are read first.
  expect(await suggest('optik', service)).toEqual({ ids: [made.id], isComplete: false });
  release();
  expect(await suggest('optik', service)).toEqual({ ids: [made.id], isComplete: true });
});

test('a failure of the store reaches the caller, and the next call tries again', async () => {
  const { seams, services, make, suggest } = await repositoryWithAnna();
  const made = await make('Optik');
  let isBroken = true;
  const { nodes } = seams.store;
  const breaking = {
    ...nodes,
    get: nodes.get.bind(nodes),
    async *entries() {
      if (isBroken) throw new Error('The disk is gone.');
      yield* nodes.entries();
    },
  };
  const store = new Proxy(seams.store, {
    get: (target, name) => (name === 'nodes' ? breaking : Reflect.get(target, name)),
  });
  const service = createNameSuggestionService({ ...seams, store }, services.rights, services.folderPaths);
  await expect(suggest('optik', service)).rejects.toThrow('The disk is gone.');
  isBroken = false;
  expect(await suggest('optik', service)).toEqual({ ids: [made.id], isComplete: true });
});
