import { messageOf } from '../../base/errors/errors.ts';
import type { ContentHash } from '../../base/ids.ts';
import type { NodeRecord, Version } from '../../domain/nodes/records.ts';
import { fileNameOf } from '../../domain/privacy/archive-paths.ts';
import type { ExportForm } from '../../domain/privacy/export-options.ts';
import { describedNode } from '../../domain/privacy/exported-node.ts';
import type { ArchiveFile } from '../../ports/archive-writer.ts';
import type { Seams } from '../../ports/seams.ts';
import { numberOfKey, readVersion, versionsPrefix } from '../records/version-records.ts';
import { sourcesOf } from '../renditions/previews.ts';
import type { ThumbnailService } from '../renditions/thumbnails.ts';
import type { SelectedNode } from './select-nodes.ts';

/** A file of an entry, with its name in the index. */
export interface LabelledFile {
  readonly label: string;
  readonly file: ArchiveFile;
}

export interface NodeFileParts extends Pick<Seams, 'store' | 'log'> {
  readonly thumbnails: Pick<ThumbnailService, 'make' | 'png'>;
}

type ArchiveForm = Extract<ExportForm, { kind: 'archive' }>;

export const jsonLabel = 'Angaben (JSON)';

/** JSON that people can read. */
export const prettyJson = (value: unknown): Buffer => Buffer.from(`${JSON.stringify(value, undefined, 2)}\n`);

/** All versions of a node, with their state. */
async function versionsOf({ store }: NodeFileParts, node: NodeRecord): Promise<Version[]> {
  const versions: Version[] = [];
  for await (const key of store.versions.keys({ prefix: versionsPrefix(node.id) })) {
    versions.push(await readVersion(store, node, numberOfKey(key)));
  }
  return versions;
}

/** The thumbnail of a content as PNG. Undefined if there is none, or if it cannot be made now. */
async function pngOf({ thumbnails, log }: NodeFileParts, hash: ContentHash, owner: string) {
  try {
    const made = await thumbnails.make(hash, { urgent: false, owner });
    return made?.picture == null ? undefined : await thumbnails.png(hash);
  } catch (error) {
    log.warn('A thumbnail is missing in a data export.', { content: hash, reason: messageOf(error) });
    return undefined;
  }
}

async function previewOf(parts: NodeFileParts, node: NodeRecord): Promise<Buffer | undefined> {
  for (const { hash } of sourcesOf(node)) {
    const png = await pngOf(parts, hash, node.owner);
    if (png !== undefined) return png;
  }
  return undefined;
}

/**
 * The files of a node: its properties as JSON, its content, and its preview. A folder has only properties, and so has a
 * reference, whose content belongs to its original.
 */
export async function* filesOf(
  parts: NodeFileParts,
  { folder, name, node }: SelectedNode,
  { metadata, binaries }: ArchiveForm,
  userName: string,
): AsyncGenerator<LabelledFile> {
  const file = fileNameOf(name);
  const modifiedAt = new Date(node.modifiedAt);
  const fileAt = (suffix: string): { path: string; modifiedAt: Date } => ({
    ...{ path: `${folder}/${file}${suffix}`, modifiedAt },
  });
  if (metadata) {
    const versions = node.owner === userName && node.original === undefined ? await versionsOf(parts, node) : [];
    yield { label: jsonLabel, file: { ...fileAt('.json'), bytes: prettyJson(describedNode(node, versions)) } };
  }
  if (!binaries || node.original !== undefined) return;
  if (node.content !== null) yield { label: name, file: { ...fileAt(''), content: node.content } };
  const preview = await previewOf(parts, node);
  if (preview !== undefined) yield { label: 'Vorschau', file: { ...fileAt('.png'), bytes: preview } };
}
