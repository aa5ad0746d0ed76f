import type { ContentHash, NodeId } from '../../base/ids.ts';
import type { ContentModel } from '../../domain/content-model/content-model.ts';
import { fittingProperties } from '../../domain/content-model/model-validation.ts';
import { filledFromFile } from '../../domain/nodes/file-fields.ts';
import { fitsSize, type PropertyLimits } from '../../domain/nodes/property-limits.ts';
import type { PropertyBag } from '../../domain/nodes/records.ts';
import type { FileStatements } from '../../domain/renditions/file-statements.ts';
import type { Change } from '../../ports/store.ts';
import { putNode } from '../records/node-changes.ts';

/** Fills the empty fields of nodes with what their files say of themselves. */
export interface FileFieldService {
  /**
   * Fills the node if it still has this content. The fields belong to the current version and to nobody: neither the modification date nor
   * the modifier changes. Does nothing if the node is gone, or if the properties would become too large.
   */
  fill(change: Change, id: NodeId, content: ContentHash, said: FileStatements | undefined): Promise<void>;
}

export interface FileFieldOptions {
  /** Whether fields are filled at all. */
  readonly fieldsFromFiles: boolean;
  readonly contentModel: ContentModel;
  readonly propertyLimits: PropertyLimits;
}

export function createFileFieldService(options: FileFieldOptions): FileFieldService {
  const { fieldsFromFiles, contentModel, propertyLimits } = options;

  const fitting = (properties: PropertyBag): PropertyBag => {
    const { properties: kept } = fittingProperties(contentModel, new Map(Object.entries(properties)), propertyLimits);
    return Object.fromEntries([...kept].flatMap(([name, values]) => (values === null ? [] : [[name, values]])));
  };

  return {
    async fill(change, id, content, said) {
      if (!fieldsFromFiles || said === undefined) return;
      const node = await change.nodes.get(id);
      if (node?.content?.hash !== content) return;
      const filled = filledFromFile(node, said, fitting);
      if (filled === undefined || !fitsSize(node.properties, filled.properties, propertyLimits)) return;
      // Without `keepVersion`: the current version has these fields, too.
      putNode(change, { ...node, ...filled });
    },
  };
}
