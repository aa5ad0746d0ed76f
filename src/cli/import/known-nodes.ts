import { createHash } from 'node:crypto';
import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import type { MetadataCell } from '../metadata/cell.ts';
import { factsOf, type NodeFacts, propertiesOf, type RepositoryNode, repository } from '../node-arguments/node.ts';

/** The properties by which an import recognises its nodes. */
export const identityProperties = {
  source: 'ccm:replicationsource',
  key: 'ccm:replicationsourceid',
  digest: 'ccm:replicationsourcehash',
} as const;

/** A node of an earlier import, or of this one. */
export interface KnownNode extends NodeFacts {
  readonly name: string;
  /** The name of the source that it was imported from; undefined for other nodes. */
  readonly source: string | undefined;
  readonly key: string | undefined;
  /** Of what the source said at the last import. */
  readonly digest: string | undefined;
}

/** A listing returns these properties, too. */
export const identityFilter = { propertyFilter: Object.values(identityProperties) };

export function knownNodeOf(node: RepositoryNode): KnownNode {
  const properties = new Map(propertiesOf(node));
  const first = (name: string): string | undefined => properties.get(name)?.[0];
  return {
    ...factsOf(node),
    name: node.name,
    source: first(identityProperties.source),
    key: first(identityProperties.key),
    digest: first(identityProperties.digest),
  };
}

/** The properties that identify an item, and the digest of all that its source says about it. */
export function identityCells(source: string, key: string, cells: readonly MetadataCell[]): readonly MetadataCell[] {
  const said = cells.map(({ property, values }) => [property, values]);
  const digest = createHash('sha256').update(JSON.stringify(said)).digest('hex');
  const values = { source, key, digest };
  return Object.entries(identityProperties).map(([name, property]) => {
    const text = values[name as keyof typeof values];
    return { property, header: property, text, several: false, values: [text] };
  });
}

/** Each page costs the server a sort of all that it skips, so there are few. */
const pageSize = 2_000;

/** A page of what a search finds for a source. Empty if the server has no such search: the nodes in the target are listed anyway. */
async function searchPage(client: Client, source: string, maxItems: number, skipCount: number) {
  const body = { criteria: [{ property: identityProperties.source, values: [source] }], facets: [] };
  const call = { repository, metadataset: '-default-', query: 'ngsearch', maxItems, skipCount, body };
  return client.searchBySet({ ...call, ...identityFilter }).catch((error: unknown) => {
    if (error instanceof AnswerError && error.status < 500) return { nodes: [], pagination: { total: 0 } };
    throw error;
  });
}

async function* foundNodes(client: Client, source: string): AsyncGenerator<RepositoryNode> {
  let skipCount = 0;
  for (;;) {
    const { nodes, pagination } = await searchPage(client, source, pageSize, skipCount);
    yield* nodes;
    // A server may return fewer than it is asked for.
    skipCount += nodes.length;
    if (nodes.length === 0 || skipCount >= pagination.total) return;
  }
}

/** The nodes of earlier imports from a source, by the keys of their items. */
export class KnownNodes {
  readonly #source: string;
  readonly #nodes = new Map<string, KnownNode>();
  /** The sources of other nodes in the folders of the target, by their keys. */
  readonly #others = new Map<string, string>();
  readonly #alike = new Map<string, number>();

  constructor(source: string) {
    this.#source = source;
  }

  /** Of several nodes with the same key, the one added last counts. Nodes of other sources do not count. */
  add(node: KnownNode): void {
    if (node.key === undefined || node.source === undefined) return;
    if (node.source === this.#source) this.#nodes.set(node.key, node);
    else this.#others.set(node.key, node.source);
  }

  /** Adds those that people have moved elsewhere. Nodes that are known already count more. */
  async findElsewhere(client: Client): Promise<void> {
    const { pagination } = await searchPage(client, this.#source, 1, 0);
    if (pagination.total <= this.#nodes.size) return;
    for await (const node of foundNodes(client, this.#source)) {
      const found = knownNodeOf(node);
      if (found.key !== undefined && !this.#nodes.has(found.key)) this.add(found);
    }
  }

  get(key: string): KnownNode | undefined {
    return this.#nodes.get(key);
  }

  /** Notes that an item is new, although the target may have it from another source. */
  noteNew(key: string): void {
    const other = this.#others.get(key);
    if (other !== undefined) this.#alike.set(other, (this.#alike.get(other) ?? 0) + 1);
  }

  /** How many of the new items have the keys of items in the target from these other sources. */
  get alike(): ReadonlyMap<string, number> {
    return this.#alike;
  }
}
