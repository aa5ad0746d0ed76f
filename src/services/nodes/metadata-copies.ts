import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { isOwnProperty } from '../../domain/nodes/system-properties.ts';
import type { ReferenceService } from '../access/references.ts';
import type { NodeService } from './nodes.ts';

/** Copies metadata between nodes. */
export interface MetadataCopyService {
  /**
   * Sets the properties of `from` on a node, without a new version. Properties that `from` lacks, the name and the properties
   * that concern only `from` itself (`isOwnProperty`) stay. If `from` is a reference, copies those of its original.
   */
  copy(caller: Caller, id: NodeId, from: NodeId): Promise<NodeRecord>;
}

export function createMetadataCopyService(
  references: Pick<ReferenceService, 'original'>,
  nodes: Pick<NodeService, 'updateProperties'>,
): MetadataCopyService {
  return {
    async copy(caller, id, from) {
      const { properties } = await references.original(caller, from, 'ReadProperties');
      const copied = Object.entries(properties).filter(([name]) => !isOwnProperty(name));
      return nodes.updateProperties(caller, id, new Map(copied), undefined);
    },
  };
}
