import { expect, test } from 'vitest';
import { candidatesOf } from '../../../../src/cli/completion/candidates.ts';
import type { Context } from '../../../../src/cli/program/context.ts';

/** Suggests these names, and notes what it was asked. */
function contextWith(labels: readonly string[], hasServer = true) {
  const asked: string[] = [];
  const client = {
    suggestNames: async ({ q }: { readonly q: string }) => {
      asked.push(q);
      return { suggestions: labels.map((label) => ({ label })), complete: true };
    },
  };
  // Completion uses nothing else of the context.
  const context = { connect: async () => ({ client, hasServer }) } as unknown as Context;
  return { asked, context };
}

test('words of names complete the words of a search, in the case that was typed', async () => {
  const { asked, context } = contextWith(['Bruchrechnung: Übungen', 'Arbeitsblatt (Brüche)', 'Bruchrechnung']);
  const { items, isFile } = await candidatesOf('words', 'bru', context);
  expect(items).toEqual([{ value: 'bruchrechnung', description: 'Bruchrechnung: Übungen' }]);
  expect((await candidatesOf('words', 'Brü', context)).items.map(({ value }) => value)).toEqual(['Brüche']);
  expect([asked, isFile]).toEqual([['bru', 'Brü'], undefined]);
});

test('nothing is completed for no word, or without a running server', async () => {
  const { asked, context } = contextWith(['Bruchrechnung']);
  expect((await candidatesOf('words', '', context)).items).toEqual([]);
  expect((await candidatesOf('words', 'b', contextWith(['Bruchrechnung'], false).context)).items).toEqual([]);
  expect(asked).toEqual([]);
});
