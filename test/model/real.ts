import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { AnswerError } from '../../src/client/answer-error.ts';
import { type Client, createClient } from '../../src/client/client.ts';
import { type OpenRepository, openRepository } from '../../src/daemon/open.ts';
import { anna, basic, bert } from '../support/people.ts';
import { newSchoolDirectory, removeFolder } from '../support/repository.ts';
import type { Node, Who } from './tree.ts';

/** A real repository in a folder of its own, with the ids that it gave to the nodes of the model. */
export interface Real {
  readonly ids: Map<Node, string>;
  as(who: Who): Client;
  /** Closes the repository and opens it again. */
  restart(): Promise<void>;
}

/** Real repositories for many runs: each serves some runs, as what is in it makes starting, searches and the trash slower. */
export interface Reals {
  next(): Promise<Real>;
  close(): Promise<void>;
}

const runsInEach = 5;

interface Opened {
  readonly directory: string;
  repository: OpenRepository;
  left: number;
}

export function createReals(): Reals {
  let opened: Opened | undefined;

  const closeOpened = async (): Promise<void> => {
    if (opened === undefined) return;
    const { directory, repository } = opened;
    opened = undefined;
    await repository.close();
    await removeFolder(directory);
  };

  const open = async (): Promise<Opened> => {
    if (opened !== undefined && opened.left > 0) return opened;
    await closeOpened();
    const directory = await newSchoolDirectory();
    opened = { directory, repository: await openRepository({ dataDirectory: directory }), left: runsInEach };
    return opened;
  };

  return {
    async next() {
      const at = await open();
      at.left -= 1;
      const clientOf = (person: typeof anna): Client =>
        createClient(
          (call) => at.repository.send(call),
          () => basic(person),
        );
      const clients = { anna: clientOf(anna), bert: clientOf(bert) };
      return {
        ids: new Map(),
        as: (who) => clients[who],
        async restart() {
          await at.repository.close();
          at.repository = await openRepository({ dataDirectory: at.directory });
        },
      };
    },
    close: closeOpened,
  };
}

const repository = '-home-';

/** The address of a node in calls. */
export const at = (real: Real, node: Node): { readonly repository: string; readonly node: string } => ({
  repository,
  node: idOf(real, node),
});

export function idOf(real: Real, node: Node): string {
  const id = real.ids.get(node);
  if (id === undefined) throw new Error(`The repository gave no id to ${node.name}.`);
  return id;
}

/** The status of the refusal, or 200 where the call succeeded. */
export async function statusOf(call: Promise<unknown>): Promise<number> {
  try {
    await call;
    return 200;
  } catch (error) {
    if (error instanceof AnswerError) return error.status;
    throw error;
  }
}

/** A text on its way in. */
export const aText = (text: string) => {
  const bytes = Buffer.from(text);
  return { name: 'a.txt', mimeType: 'text/plain', size: bytes.length, bytes: Readable.from([bytes]) };
};

/** The text of a version of a node; null where it has none. */
export async function textOf(client: Client, nodeId: string, version: string): Promise<string | null> {
  try {
    return (await buffer((await client.downloadContent({ nodeId, version })).bytes)).toString();
  } catch (error) {
    if (error instanceof AnswerError && error.status === 404) return null;
    throw error;
  }
}

interface Entry {
  readonly node: { readonly ref: { readonly id: string } };
}

/** Notes the id of a node that was made. */
export function note(real: Real, node: Node, answer: unknown): Node {
  // The client checked the answer already.
  real.ids.set(node, (answer as Entry).node.ref.id);
  return node;
}
