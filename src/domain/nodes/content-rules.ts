import { includes, type Rights, rightsOf } from '../access/rights.ts';
import type { NodeRecord } from './records.ts';

/** Whether a node is a link to a web page (`ccm:wwwurl`). */
export const isLink = (node: Pick<NodeRecord, 'properties'>): boolean =>
  (node.properties['ccm:wwwurl']?.[0] ?? '') !== '';

const downloadRights = rightsOf('ReadContent', 'DownloadContent');

/** Whether a node has its own content to download. */
export const hasFile = (node: Pick<NodeRecord, 'content' | 'properties'>): boolean =>
  node.content !== null && !isLink(node);

/** Whether these rights allow a download of the node's content. */
export const isDownloadable = (node: { readonly hasFile: boolean }, rights: Rights): boolean =>
  node.hasFile && includes(rights, downloadRights);
