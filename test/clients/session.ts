declare const process: { readonly argv: readonly string[] };

/** The address of the repository and the header of a person, as the test hands them over. */
export const [, , baseUrl = '', authorization = ''] = process.argv;

/** What each generated client does, in this order. Each step resolves to what the next ones need. */
export interface Session {
  /** The version of the interface. */
  about(): Promise<number | undefined>;
  /** The name of the person who signed in. */
  signIn(): Promise<string | null | undefined>;
  /** The id of the new node. */
  createNode(name: string): Promise<string | undefined>;
  /** The size that the node has then. */
  upload(node: string, text: Blob): Promise<unknown>;
  /** The ids of the nodes that were found. */
  search(words: string): Promise<readonly string[]>;
  deleteNode(node: string): Promise<void>;
  /** The status of a call for a node that is gone. */
  statusOf(node: string): Promise<number>;
}

function expectEqual(actual: unknown, expected: unknown, what: string): void {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return;
  throw new Error(`${what}: ${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

/** Runs a session with words that no other has. Rejects where an answer is not what it should be. */
export async function run(session: Session, client: string): Promise<void> {
  const word = `quellwolke${client}`;
  expectEqual(await session.about(), 3, 'the version');
  expectEqual(await session.signIn(), 'anna', 'who signed in');
  const node = await session.createNode(`${word}.txt`);
  if (node === undefined) throw new Error('The new node has no id.');
  expectEqual(String(await session.upload(node, new Blob(['Wolken']))), '6', 'the size');
  expectEqual(await session.search(word), [node], 'what is found');
  await session.deleteNode(node);
  expectEqual(await session.search(word), [], 'what is found after that');
  expectEqual(await session.statusOf(node), 404, 'the status of a node that is gone');
}
