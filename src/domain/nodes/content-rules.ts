import { includes, type Rights, rightsOf } from '../access/rights.ts';
import type { NodeRecord } from './records.ts';

/** Whether a node is a link to a web page (`ccm:wwwurl`). */
export const isLink = (node: Pick<NodeRecord, 'properties'>): boolean =>
  (node.properties['ccm:wwwurl']?.[0] ?? '') !== '';

/** The address of a link, if a browser may be sent there: an absolute address of the web. Undefined for other nodes. */
export function linkTargetOf({ properties }: Pick<NodeRecord, 'properties'>): string | undefined {
  const text = properties['ccm:wwwurl']?.[0] ?? '';
  // Imported metadata often has spaces or line breaks around an address, which URL removes.
  return /^\s*https?:\/\//i.test(text) && URL.canParse(text) ? new URL(text).href : undefined;
}

const downloadRights = rightsOf('ReadContent', 'DownloadContent');

/** Whether the node has its own content, and these rights allow a download of it. */
export const isDownloadable = (node: Pick<NodeRecord, 'content' | 'properties'>, rights: Rights): boolean =>
  node.content !== null && !isLink(node) && includes(rights, downloadRights);
