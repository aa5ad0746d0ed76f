import { AnswerError } from '../../client/answer-error.ts';
import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { type RepositoryNode, repository } from '../node-arguments/node.ts';

export type ExportStatus = Result<Operations['requestDataExport']>;

/** The export of a person: its queue entry, and the file if it is finished. */
export interface CurrentExport {
  readonly status: ExportStatus;
  readonly node: RepositoryNode | undefined;
  /** Until when it can be downloaded. Undefined if it is not finished, or the server does not say it. */
  readonly expires: string | undefined;
}

const isStatus = (value: unknown): value is ExportStatus =>
  typeof value === 'object' && value !== null && 'status' in value && typeof value.status === 'string';

/** The queue entry in an error response: the body of a 409, or in the details of a 404. Other servers omit the latter. */
export function statusIn({ status, body }: AnswerError): ExportStatus | undefined {
  if (status === 409) return isStatus(body) ? body : undefined;
  const { details } = (body ?? {}) as { readonly details?: { readonly status?: unknown } | null };
  return isStatus(details?.status) ? details.status : undefined;
}

/** Reads the export of a person. Rejects with `AnswerError` (404) if there is none. */
export async function currentExport(client: Client, person: string): Promise<CurrentExport> {
  try {
    const { nodeEntry, status, ...rest } = await client.getDataExport({ repository, person });
    // Servers other than edu-repo omit it.
    const { expires }: { readonly expires?: string } = rest;
    return { status, node: nodeEntry.node, expires };
  } catch (error) {
    const status = error instanceof AnswerError && error.status === 404 ? statusIn(error) : undefined;
    if (status === undefined) throw error;
    return { status, node: undefined, expires: undefined };
  }
}
