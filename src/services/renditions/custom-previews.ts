import { type Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import type { NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ContentReference, NodeRecord } from '../../domain/nodes/records.ts';
import { signatureBytes } from '../../domain/renditions/detected-type.ts';
import { imageTypeOf } from '../../domain/renditions/thumbnail-source.ts';
import type { ContentStore } from '../../ports/content-store.ts';
import type { Seams } from '../../ports/seams.ts';
import { requireOwnState } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import { presentNode, putNode } from '../records/node-changes.ts';
import type { ThumbnailService } from './thumbnails.ts';

/** Images that people upload in place of a node's thumbnail. Needs `WriteProperties`. A reference cannot have one. */
export interface CustomPreviewService {
  /** Stores an image unchanged. Rejects with `BadRequest` if it cannot be read. Creates no new version. */
  put(caller: Caller, id: NodeId, bytes: Readable): Promise<NodeRecord>;
  /** Shows the thumbnail of the content again. Does nothing if the node has no custom preview. */
  remove(caller: Caller, id: NodeId): Promise<NodeRecord>;
}

/** The maximum size of an uploaded image, in bytes. */
const maxBytes = 20_000_000;

const tooLarge = (): RepositoryError =>
  new RepositoryError('TooLarge', `A preview may have at most ${maxBytes / 1e6} MB. Send a smaller image.`);

function limited(): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      done(size > maxBytes ? tooLarge() : null, chunk);
    },
  });
}

const notAnImage = (why: string): RepositoryError =>
  badRequest(`The file cannot be shown as an image (${why}). Send a JPEG, PNG, WebP, GIF, TIFF or SVG file.`);

const tryLater = (why: string | undefined): RepositoryError =>
  new RepositoryError(
    'Unavailable',
    `The image could not be converted for display${why === undefined ? '' : ` (${why})`}. Send a smaller image, or try again tomorrow.`,
  );

/** Stores an image, and generates its thumbnail to see whether it can be shown. */
async function storeImage(
  content: ContentStore,
  thumbnails: ThumbnailService,
  bytes: Readable,
  owner: string,
): Promise<ContentReference> {
  const counted = limited();
  const [{ hash, size, beginning }] = await Promise.all([content.write(counted), pipeline(bytes, counted)]);
  const mimeType = imageTypeOf(beginning.subarray(0, signatureBytes));
  if (mimeType === undefined) throw notAnImage('it is of another type');
  const record = await thumbnails.make(hash, { urgent: true, owner });
  if (record?.tried !== undefined) throw tryLater(record.why);
  if (record?.picture == null) throw notAnImage(record?.why ?? 'damaged');
  return { hash, size, mimeType };
}

export function createCustomPreviewService(
  { store, content, clock }: Pick<Seams, 'store' | 'content' | 'clock'>,
  rights: RightsService,
  thumbnails: ThumbnailService,
): CustomPreviewService {
  const change = (caller: Caller, id: NodeId, work: (before: NodeRecord) => NodeRecord): Promise<NodeRecord> =>
    store.change(async (writes) => {
      const before = await presentNode(writes, id);
      const after = work(before);
      if (after === before) return before;
      const node = { ...after, modifiedAt: clock.now().toISOString(), modifiedBy: caller.userName };
      putNode(writes, node);
      return node;
    });

  return {
    async put(caller, id, bytes) {
      requireOwnState(await rights.node(caller, id, 'WriteProperties'));
      const ownPreview = await storeImage(content, thumbnails, bytes, caller.userName);
      // An upload takes time, so the right is checked again at its end.
      await rights.node(caller, id, 'WriteProperties');
      return change(caller, id, (before) => ({ ...before, ownPreview }));
    },
    async remove(caller, id) {
      requireOwnState(await rights.node(caller, id, 'WriteProperties'));
      return change(caller, id, (before) => {
        if (before.ownPreview === undefined) return before;
        const { ownPreview: _, ...rest } = before;
        return rest;
      });
    },
  };
}
