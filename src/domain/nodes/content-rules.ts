import { includes, type Rights, rightsOf } from '../access/rights.ts';
import type { NodeRecord } from './records.ts';

/** A node that stands for something elsewhere (`ccm:wwwurl`). */
export const isLink = (node: Pick<NodeRecord, 'properties'>): boolean =>
  (node.properties['ccm:wwwurl']?.[0] ?? '') !== '';

const mayDownload = rightsOf('ReadContent', 'DownloadContent');

/** Whether there is content that somebody could take away. */
export const hasFile = (node: Pick<NodeRecord, 'content' | 'properties'>): boolean =>
  node.content !== null && !isLink(node);

/** Whether there is content that somebody with these rights may take away. */
export const isDownloadable = (node: { readonly hasFile: boolean }, rights: Rights): boolean =>
  node.hasFile && includes(rights, mayDownload);
