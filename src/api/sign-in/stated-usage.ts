import type { Call } from '../../contract/call.ts';
import { operations } from '../../contract/index.ts';
import type { Operation } from '../../contract/operation.ts';
import type { StatedUsage } from '../../services/usages/used-nodes.ts';
import { appHeadersOf } from './app-headers.ts';

/** Where the app states that it uses a node; undefined if it states nothing, or if the operation is not open to usages. */
export function statedUsageOf(
  call: Pick<Call, 'operation' | 'headers' | 'query'>,
  app: string,
): StatedUsage | undefined {
  const operation: Operation = operations[call.operation];
  if (operation.byUsage !== true) return undefined;
  const header = appHeadersOf(call);
  const node = header('x-edu-usage-node-id');
  if (node === undefined || node === '') return undefined;
  const course = header('x-edu-usage-course-id') ?? '';
  return { app, node, course, resource: header('x-edu-usage-resource-id') ?? '' };
}

/** The link of a snippet that opens a file to a browser (`UsageLinks`); undefined if the call has none. */
export function usageLinkOf({ operation, query }: Pick<Call, 'operation' | 'query'>): string | undefined {
  const { usageLink } = query;
  const { byUsage, result }: Operation = operations[operation];
  return byUsage === true && result === 'file' && typeof usageLink === 'string' ? usageLink : undefined;
}
