import { parseVersionLabel } from '../../domain/nodes/version-number.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { drawIcon } from '../presenters/nodes/drawing.ts';
import { nodeAt } from '../request/node-address.ts';
import { type FileOffer, offerOf } from '../response/file-offer.ts';
import { isShownInline } from '../response/shown-inline.ts';

const iconFile = (kind: string): FileOffer =>
  offerOf(Buffer.from(drawIcon(kind)), { mimeType: 'image/svg+xml', fileName: undefined, disposition: 'inline' });

export function fileHandlers({ services }: HandlerParts): Pick<Handlers, 'downloadContent' | 'getIcon'> {
  const { downloads, systemFolders } = services;
  return {
    async downloadContent({ query }, { caller }) {
      const version = query.version === undefined ? undefined : parseVersionLabel(query.version);
      const download = await downloads.open(caller, nodeAt(query.nodeId, caller, systemFolders), version);
      if ('link' in download) return { location: download.link };
      const { content } = download;
      return {
        open: download.read,
        size: content.size,
        mimeType: content.mimeType,
        charset: download.charset,
        fileName: download.name,
        disposition: isShownInline(content.mimeType) ? 'inline' : 'attachment',
        tag: content.hash,
      };
    },
    async getIcon({ params }) {
      return iconFile(params.icon.replace(/\.svg$/, ''));
    },
  };
}
