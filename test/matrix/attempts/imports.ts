import { setTimeout as pause } from 'node:timers/promises';
import { callers, foreigner, newWord } from '../people.ts';
import { type Attempts, attempt, type Circumstances, type Target } from '../target.ts';
import type { Credentials, Parts, Wire } from '../wire.ts';
import { type Material, target as material } from './material.ts';

const path = '/edu-repo/v1/imports';

interface Import extends Target {
  readonly id: string;
  readonly word: string;
}

const listOf = (word: string): NonNullable<Parts['file']> => ({
  ...{ field: 'file', name: `${word}.csv`, type: 'text/csv' },
  text: `Titel;URL\n${word};https://www.example.org/${word}`,
});

/** Sends a list, and waits for the end of its check. A person has one import at a time, so an earlier one must have ended. */
async function send(wire: Wire, by: Credentials, word: string): Promise<string> {
  for (;;) {
    const parts = { query: { parent: '-userhome-', kind: 'list' }, file: listOf(word) };
    const { status, text } = await wire.send(by, `POST ${path}`, parts);
    if (status === 200) return String((JSON.parse(text) as { readonly id: string }).id);
    if (status !== 409) throw new Error(`The list was not taken: ${text}`);
    await pause(100);
  }
}

/** `mine`: an import of the caller, if they may have one. `another`: one of another person. */
async function imported({ wire, caller, situation }: Circumstances): Promise<Import> {
  const word = newWord();
  const own = situation === 'mine' ? callers[caller] : undefined;
  const id = situation === 'missing' ? newWord() : await send(wire, own ?? foreigner, word);
  for (let state = 'checking'; own !== undefined && state === 'checking'; await pause(100)) {
    state = String((await wire.ask(own, `GET ${path}/{import}`, { params: { import: id } })).state);
  }
  return { id, word, traces: [word], picture: async () => '' };
}

const once = { target: imported, once: true, parts: ({ id }: Import): Parts => ({ params: { import: id } }) } as const;

export const importAttempts: Attempts = {
  [`POST ${path}`]: attempt<Material>({
    target: material,
    parts: ({ folder }, { mark }) => ({ query: { parent: folder, kind: 'list' }, file: listOf(mark) }),
    shows: (_, { mark }) => mark,
  }),
  [`GET ${path}/{import}`]: attempt<Import>({ ...once, shows: ({ word }) => word }),
  [`POST ${path}/{import}/run`]: attempt<Import>({ ...once, shows: ({ word }) => word }),
  [`GET ${path}/{import}/report`]: attempt<Import>({ ...once, shows: ({ word }) => word }),
};
