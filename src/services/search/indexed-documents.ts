import { messageOf } from '../../base/errors/errors.ts';
import { valueTerms } from '../../domain/metadata/value-terms.ts';
import type { NodeRecord } from '../../domain/nodes/records.ts';
import { searchedTexts } from '../../domain/nodes/searched-texts.ts';
import type { Seams } from '../../ports/seams.ts';
import type { IndexedDocument } from '../../ports/search-index.ts';
import { searchAclRootOf } from '../access/access-filters.ts';
import { createTextOf } from '../renditions/node-texts.ts';

/** Builds the document that the index holds for a node. */
export type DocumentOf = (node: NodeRecord) => Promise<IndexedDocument>;

/**
 * A node whose text cannot be read is indexed without it. The captions of values are indexed as they are now: a change of a
 * value list takes effect with the next change of the node, or when the index is rebuilt.
 */
export function createDocumentOf(
  seams: Pick<Seams, 'store' | 'content' | 'textCache' | 'plainText' | 'metadataSets' | 'log'>,
): DocumentOf {
  const readText = createTextOf(seams);

  const textOf = async (node: NodeRecord): Promise<string> => {
    try {
      return (await readText(node)).text;
    } catch (error) {
      seams.log.warn('The text of a node could not be read. The node was indexed without it.', {
        node: node.id,
        reason: messageOf(error),
      });
      return '';
    }
  };

  return async (node) => {
    const { title, description, keywords } = searchedTexts(node.properties);
    const captions = valueTerms(await seams.metadataSets.current(), node.properties);
    return {
      id: node.id,
      aclRoot: searchAclRootOf(node),
      parent: node.parent,
      owner: node.owner,
      name: node.name,
      title,
      description,
      keywords: [...keywords, ...captions].join(' '),
      text: await textOf(node),
      properties: { ...node.properties, ...builtInProperties(node) },
    };
  };
}

/** System properties, under the names by which nodes are searched and sorted. */
const builtInProperties = (node: NodeRecord): IndexedDocument['properties'] => ({
  'cm:name': [node.name],
  'cm:created': [node.createdAt],
  'cm:modified': [node.modifiedAt],
  'cm:creator': [node.createdBy],
  'cm:modifier': [node.modifiedBy],
  TYPE: [node.type],
  ASPECT: node.aspects,
  OWNER: [node.owner],
  // As in responses, the actual type and size of the content replace what clients stated.
  ...(node.content === null
    ? {}
    : { 'cclom:format': [node.content.mimeType], 'cclom:size': [String(node.content.size)] }),
});
