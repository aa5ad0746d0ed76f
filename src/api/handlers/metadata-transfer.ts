import type { Attachment } from '../../domain/metadata-import/attaching.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { presentImport } from '../presenters/metadata/metadata-import.ts';
import { uploadedFiles } from '../request/uploaded-files.ts';
import { offerOf } from '../response/file-offer.ts';

function attachmentIn(text: string): Attachment {
  const equals = text.indexOf('=');
  return { property: text.slice(0, equals), list: text.slice(equals + 1) };
}

export function metadataTransferHandlers({
  services,
}: HandlerParts): Pick<Handlers, 'importMetadata' | 'exportMetadata'> {
  const { metadataImports } = services;
  return {
    async importMetadata({ query: { id, list, dryRun }, body }, { caller }) {
      const files = await uploadedFiles(body);
      const attachments = list.map(attachmentIn);
      return presentImport(await metadataImports.import(caller, { files, id, attachments, dryRun }), dryRun);
    },
    async exportMetadata({ params }) {
      const { id, text } = await metadataImports.export(params.metadataset);
      const chunks: Buffer[] = [];
      for await (const chunk of text) chunks.push(Buffer.from(chunk));
      const facts = { mimeType: 'application/yaml', fileName: `${id}.yaml`, disposition: 'attachment' } as const;
      return offerOf(Buffer.concat(chunks), facts);
    },
  };
}
