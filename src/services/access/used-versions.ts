import { type Caller, noUsedNodes } from '../../domain/access/caller.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { sameVersion, type VersionNumber, versionLabel } from '../../domain/nodes/version-number.ts';
import type { RightsService } from './rights.ts';

/**
 * A usage lets an app read the version that it recorded, and the current one. Other versions require the caller's own
 * rights; without them, rejects as `RightsService.require` does.
 */
export async function requireUsedVersion(
  rights: Pick<RightsService, 'require'>,
  caller: Caller,
  node: NodeRecord,
  version: VersionNumber,
): Promise<void> {
  if (caller.usage === undefined || sameVersion(node.version, version)) return;
  if (caller.usage.version === versionLabel(version)) return;
  await rights.require({ ...caller, usage: noUsedNodes }, node, 'ReadContent');
}
