import type { Client } from '../../client/client.ts';
import type { Operations } from '../../contract/index.ts';
import type { Result } from '../../contract/operation.ts';
import { wholeList } from '../connection/pages.ts';
import { isUnknownCall } from './find-node.ts';
import { propertiesOf, repository } from './node.ts';

export type Version = Result<Operations['getVersion']>['version'];

/** The number of a version as people write it: `1.2`. */
export const labelOf = ({ major, minor }: { readonly major: number; readonly minor: number }): string =>
  `${major}.${minor}`;

/** The size of the content in bytes; undefined if the server does not report it. */
export function contentSizeOf(version: Version): number | undefined {
  const text = new Map(propertiesOf(version)).get('cclom:size')?.[0] ?? '';
  return text === '' ? undefined : Number(text);
}

/** The versions of a node with all details, oldest first. If the server lacks `describeVersions`, loads each with its own call. */
export async function* versionsOf(client: Client, node: string): AsyncGenerator<Version> {
  try {
    yield* wholeList(async (skipCount) => {
      const { versions, pagination } = await client.describeVersions({ repository, node, skipCount });
      return { entries: versions, pagination };
    });
    return;
  } catch (error) {
    if (!isUnknownCall(error)) throw error;
  }
  for (const { major, minor } of (await client.listVersions({ repository, node })).versions) {
    yield (await client.getVersion({ repository, node, major, minor })).version;
  }
}
