import type { Caller } from '../../src/domain/access/caller.ts';
import type { NodeRecord } from '../../src/domain/nodes/records.ts';
import type { ExportOptions } from '../../src/domain/privacy/export-options.ts';
import type { ExportRecord } from '../../src/domain/privacy/export-queue.ts';
import type { Mail } from '../../src/ports/mailer.ts';
import type { Seams } from '../../src/ports/seams.ts';
import type { Services } from '../../src/services/services.ts';
import { bareRepository, callerOf, memorySeams } from './bare-repository.ts';
import { createMemoryArchiveWriter } from './memory/archive-writer.ts';

/** A repository in memory that creates exports, with a clock of its own. */
export interface ExportMachine {
  readonly seams: Seams;
  readonly services: Services;
  readonly anna: Caller;
  /** The mails that were accepted. */
  readonly mails: readonly Mail[];
  /** Moves the clock forward, in milliseconds. */
  wait(milliseconds: number): void;
  entry(): Promise<ExportRecord | undefined>;
  /** The nodes of exports that are there. */
  nodes(): Promise<NodeRecord[]>;
  /** Sends the mails that are due. */
  sendMails(): Promise<void>;
}

/** The log's messages with their facts. */
export interface LogLine {
  readonly message: string;
  readonly facts: Readonly<Record<string, unknown>> | undefined;
}

/** Anna is in it, with an address. */
export async function exportMachine(
  given: Partial<Seams> = {},
  options: Partial<ExportOptions> = {},
): Promise<ExportMachine> {
  let now = Date.parse('2026-03-10T12:00:00.000Z');
  const mails: Mail[] = [];
  const seams = memorySeams({
    archiveWriter: createMemoryArchiveWriter(),
    mailer: { send: async (mail) => void mails.push(mail), stop: async () => undefined },
    clock: { now: () => new Date(now) },
    ...given,
  });
  const services = await bareRepository(seams, { enabled: true, ...options });
  await services.people.create({ userName: 'anna', email: 'anna@schule.example', password: undefined });
  return {
    ...{ seams, services, mails },
    anna: await callerOf(services, 'anna'),
    wait(milliseconds) {
      now += milliseconds;
    },
    entry: () => seams.store.exports.get('anna'),
    async nodes() {
      const nodes: NodeRecord[] = [];
      for await (const [, node] of seams.store.nodes.entries()) if (node.unlisted && !node.folder) nodes.push(node);
      return nodes;
    },
    async sendMails() {
      services.exportMails.sendInBackground();
      await services.exportMails.finish();
    },
  };
}
