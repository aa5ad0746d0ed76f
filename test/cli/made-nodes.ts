import type { TemporaryRepository } from './temporary-repository.ts';

export interface NodeEntry {
  readonly node: {
    readonly ref: { readonly id: string };
    readonly name: string;
    readonly type: string;
    readonly mimetype: string | null;
    readonly size: number | null;
    readonly contentVersion: string;
    readonly properties: Readonly<Record<string, readonly string[]>>;
  };
}

/** Makes nodes for the tests of a file, by the command line. */
export function madeNodes({ run, json }: TemporaryRepository) {
  let count = 0;
  return {
    /** Makes a folder at the top, another one at each call. Resolves to its path. */
    async top(): Promise<string> {
      count += 1;
      await run(['node', 'create', '/', `top-${count}`, '--type', 'ccm:map']);
      return `/top-${count}`;
    },
    /** Makes a node with content. Resolves to its ID. */
    async file(folder: string, name: string, content: string): Promise<string> {
      const { node } = await json<NodeEntry>(['node', 'create', folder, name]);
      await run(['node', 'upload', node.ref.id, '-'], { input: content });
      return node.ref.id;
    },
    async idOf(address: string): Promise<string> {
      return (await run(['node', 'get', address, '-o', 'id'])).stdout.trim();
    },
  };
}
