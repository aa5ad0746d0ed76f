import { expect, test } from 'vitest';
import { addPerson, bareRepository, homeOf, makeBareNode, memorySeams } from '../../../support/bare-repository.ts';
import { heldClock } from '../../../support/held-clock.ts';

test('comments of the same millisecond are listed in the order in which they were added', async () => {
  const services = await bareRepository(memorySeams({ clock: heldClock() }));
  const anna = await addPerson(services, 'anna');
  const { id: node } = await makeBareNode(services, anna, homeOf(anna), { type: 'ccm:io', name: 'Blatt' });
  const texts = Array.from({ length: 8 }, (_, number) => `Kommentar ${number}`);
  for (const text of texts) await services.comments.add(anna, node, text, undefined);
  const listed: (string | undefined)[] = [];
  for await (const view of (await services.comments.list(anna, node, 0)).entries) listed.push(view?.comment.text);
  expect(listed).toEqual(texts);
});
