import { alternativeName } from '../../base/alternative-name.ts';
import { cleanedName } from '../../base/node-name.ts';
import { childrenOf } from '../node-arguments/children.ts';
import type { TransferSettings } from '../transfer/transfer-settings.ts';
import { ensureFolder, type TargetFolder } from '../upload/upload-tree.ts';
import { identityFilter, type KnownNode, type KnownNodes, knownNodeOf } from './known-nodes.ts';

/** A folder that items go to. */
export interface ItemFolder {
  readonly target: TargetFolder;
  /** What was in it before, by name. */
  readonly children: ReadonlyMap<string, KnownNode>;
  /** The name for a new node: the wanted one, or the next that no other item of this run has. */
  nameFor(wanted: string): string;
}

/** The folders below the target of an import. Each is created or listed once, when the first item goes to it. */
export class TargetFolders {
  readonly #top: TargetFolder;
  readonly #settings: TransferSettings;
  readonly #known: KnownNodes;
  readonly #folders = new Map<string, Promise<ItemFolder>>();

  constructor(top: TargetFolder, known: KnownNodes, settings: TransferSettings) {
    this.#top = top;
    this.#known = known;
    this.#settings = settings;
  }

  /** The folder with these names below the target, created if it is missing. Names that no node can have are cleaned. */
  at(names: readonly string[]): Promise<ItemFolder> {
    const path = JSON.stringify(names);
    const folder = this.#folders.get(path) ?? this.#open(names);
    this.#folders.set(path, folder);
    return folder;
  }

  async #open(names: readonly string[]): Promise<ItemFolder> {
    const name = names.at(-1);
    if (name === undefined) return this.#listed(this.#top);
    const parent = await this.at(names.slice(0, -1));
    return this.#listed(await ensureFolder(parent.target, cleanedName(name) || '_', this.#settings));
  }

  async #listed(target: TargetFolder): Promise<ItemFolder> {
    const children = new Map<string, KnownNode>();
    if (target.id !== undefined && !target.isNew) {
      for await (const child of childrenOf(this.#settings.client, target.id, identityFilter)) {
        const node = knownNodeOf(child);
        children.set(node.name, node);
        this.#known.add(node);
      }
    }
    return { target, children, nameFor: freeNames(children) };
  }
}

/** Gives each name once. A name that only a node of no import has may be taken: the item is about that node. */
function freeNames(children: ReadonlyMap<string, KnownNode>): ItemFolder['nameFor'] {
  const taken = new Set<string>();
  // Where the search for a free name goes on, so that many items of one name are not compared with each other.
  const counts = new Map<string, number>();
  const isFree = (name: string): boolean => !taken.has(name) && children.get(name)?.key === undefined;
  return (wanted) => {
    let count = counts.get(wanted) ?? 0;
    const nameAt = (): string => (count === 0 ? wanted : alternativeName(wanted, count));
    while (!isFree(nameAt())) count += 1;
    counts.set(wanted, count);
    taken.add(nameAt());
    return nameAt();
  };
}
