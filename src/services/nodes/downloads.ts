import type { Readable } from 'node:stream';
import type { ByteRange } from '../../base/byte-range.ts';
import { RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { linkTargetOf } from '../../domain/nodes/content-rules.ts';
import type { ContentReference } from '../../domain/nodes/records.ts';
import type { VersionNumber } from '../../domain/nodes/version-number.ts';
import type { Seams } from '../../ports/seams.ts';
import type { ReferenceService } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import { requireUsedVersion } from '../access/used-versions.ts';
import { readVersion } from '../records/version-records.ts';
import { textCharset } from './text-charset.ts';

interface Download {
  readonly content: ContentReference;
  /** The node's name at that version. */
  readonly name: string;
  /**
   * Opens the content, or a range within it. Rejects with `StorageFailed` if it is missing on disk. Reading all of a
   * damaged content fails with `DamagedRecord`. A range of a truncated content may return fewer bytes.
   */
  read(range?: ByteRange): Promise<Readable>;
  /** The encoding of a text. Reads at most its beginning. */
  charset(): ReturnType<typeof textCharset>;
}

/** A link without content leads to its address. */
interface LinkTarget {
  readonly link: string;
}

/** Downloads the content of nodes and versions. */
export interface DownloadService {
  /**
   * Without a version, opens the current content, or returns the address of a link without content. Rejects with
   * `NotFound` if there is neither. Reads nothing yet.
   */
  open(caller: Caller, node: NodeId, version: VersionNumber | undefined): Promise<Download | LinkTarget>;
}

export function createDownloadService(
  seams: Pick<Seams, 'store' | 'content'>,
  rights: RightsService,
  references: Pick<ReferenceService, 'original'>,
): DownloadService {
  return {
    async open(caller, id, version) {
      const node = await references.original(caller, id, 'ReadContent');
      await rights.require(caller, node, 'DownloadContent');
      if (version !== undefined) await requireUsedVersion(rights, caller, node, version);
      const link = version === undefined && node.content === null ? linkTargetOf(node) : undefined;
      if (link !== undefined) return { link };
      const { content, name } = version === undefined ? node : await readVersion(seams.store, node, version);
      if (content === null)
        throw new RepositoryError(
          'NotFound',
          `Node ${id} has no content to download. Upload content first, or request another version.`,
        );
      const read = async (range?: ByteRange): Promise<Readable> => {
        const bytes = await seams.content.read(content.hash, range);
        if (bytes !== undefined) return bytes;
        throw new RepositoryError(
          'StorageFailed',
          `The content of node ${id} is missing on disk. Ask an administrator to restore it from a backup of the data directory.`,
        );
      };
      return { content, name, read, charset: () => textCharset(seams, content) };
    },
  };
}
