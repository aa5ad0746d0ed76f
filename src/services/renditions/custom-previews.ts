import { type Readable, Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import type { ContentHash, NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { ContentReference, NodeRecord } from '../../domain/nodes/records.ts';
import { imageTypeOf, signatureBytes } from '../../domain/renditions/thumbnail-source.ts';
import type { Seams } from '../../ports/seams.ts';
import { requireOwnState } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import { presentNode, putNode } from '../records/node-changes.ts';
import type { ThumbnailService } from './thumbnails.ts';

/** Pictures that people give to nodes in place of the one of the content. They need the right to write properties. A reference has none. */
export interface CustomPreviewService {
  /** Takes an image that can be read, and keeps it as it came. No new version is made. */
  put(caller: Caller, id: NodeId, bytes: Readable): Promise<NodeRecord>;
  /** From now on the node shows the picture of its content again. A node without a picture of its own stays as it is. */
  remove(caller: Caller, id: NodeId): Promise<NodeRecord>;
}

/** In bytes. */
const largest = 20_000_000;

function limited(): Transform {
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      const error = new RepositoryError(
        'TooLarge',
        `A preview has at most ${largest / 1e6} MB. Send a smaller picture.`,
      );
      done(size > largest ? error : null, chunk);
    },
  });
}

const noImage = (why: string): RepositoryError =>
  badRequest(`The file is no image that can be shown (${why}). Send a JPEG, PNG, WebP, GIF, TIFF or SVG file.`);

const notNow = (why = ''): RepositoryError =>
  new RepositoryError(
    'Unavailable',
    `The picture could not be made ready to be shown (${why}). Send a smaller one, or try again tomorrow.`,
  );

export function createCustomPreviewService(
  seams: Pick<Seams, 'store' | 'content' | 'clock'>,
  rights: RightsService,
  pictures: ThumbnailService,
): CustomPreviewService {
  const { store, content, clock } = seams;

  const typeOf = async (hash: ContentHash): Promise<string | undefined> => {
    const head = await content.read(hash, { start: 0, end: signatureBytes - 1 });
    return head === undefined ? undefined : imageTypeOf(await buffer(head));
  };

  const write = async (bytes: Readable, owner: string): Promise<ContentReference> => {
    const counted = limited();
    const [stored] = await Promise.all([content.write(counted), pipeline(bytes, counted)]);
    const mimeType = await typeOf(stored.hash);
    if (mimeType === undefined) throw noImage('it is of another type');
    const record = await pictures.make(stored.hash, { urgent: true, owner });
    if (record?.tried !== undefined) throw notNow(record.why);
    if (record?.picture == null) throw noImage(record?.why ?? 'damaged');
    return { ...stored, mimeType };
  };

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
      const ownPreview = await write(bytes, caller.userName);
      // An upload takes its time: who may write at its end is what counts.
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
