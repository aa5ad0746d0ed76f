import { createByteBudget } from '../../base/scheduling/byte-budget.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import type { BatchEntry, EntryOutcome, RefusedEntry } from '../../services/nodes/batches.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { batchEntries, bytesPerBatch } from '../request/batch-entries.ts';
import { nodeAt } from '../request/node-address.ts';
import type { RequestContext } from '../request-context.ts';
import { unknownPropertyHeaders } from '../response/unknown-property-headers.ts';

const resultOf = (outcome: EntryOutcome, { refusal }: RequestContext) => {
  if ('failure' in outcome) {
    const { status, body } = refusal(outcome.failure);
    return { id: outcome.id, status, node: null, name: null, repeated: false, error: body };
  }
  const { id, node, repeated } = outcome;
  return { id, status: 200, node: node.id, name: node.name, repeated, error: null };
};

/** Passes the entries on, and collects the names of their aspects and properties. */
class NamesOfEntries {
  readonly aspects = new Set<string>();
  readonly properties = new Map<string, null>();

  async *through(entries: AsyncIterable<BatchEntry | RefusedEntry>): AsyncGenerator<BatchEntry | RefusedEntry> {
    for await (const entry of entries) {
      if ('draft' in entry) this.#add(entry.draft);
      yield entry;
    }
  }

  #add({ aspects, properties }: BatchEntry['draft']): void {
    for (const name of aspects) this.aspects.add(name);
    for (const name of properties.keys()) this.properties.set(name, null);
  }
}

/** The memory for entries that are being received, of all calls together, in bytes: 25 calls at a time. */
const receivedBytes = 32_000_000;

export function batchHandlers({ services }: HandlerParts): Pick<Handlers, 'createNodes'> {
  const { batches, systemFolders } = services;
  const contentModel: ContentModel = services.contentModel;
  const budget = createByteBudget(receivedBytes, 'batches');
  return {
    async createNodes({ body }, context) {
      const { caller } = context;
      const names = new NamesOfEntries();
      const release = budget.reserve(bytesPerBatch);
      try {
        const entries = batchEntries(body.bytes, (text) => nodeAt(text, caller, systemFolders));
        const outcomes = await batches.create(caller, names.through(entries));
        unknownPropertyHeaders(contentModel, { ...names, aspects: [...names.aspects] }, context);
        return { results: outcomes.map((outcome) => resultOf(outcome, context)) };
      } finally {
        release();
      }
    },
  };
}
