import type { NodeRecord } from './records.ts';
import { includes, type Rights, rightsOf } from './rights.ts';

/** A node that stands for something elsewhere (`ccm:wwwurl`). */
export const isLink = (node: Pick<NodeRecord, 'properties'>): boolean =>
  (node.properties['ccm:wwwurl']?.[0] ?? '') !== '';

const mayDownload = rightsOf('ReadContent', 'DownloadContent');

/** Whether there is content that somebody with these rights may take away. */
export const isDownloadable = (
  node: Pick<NodeRecord, 'content'> & { readonly link: boolean },
  rights: Rights,
): boolean => node.content !== null && !node.link && includes(rights, mayDownload);
