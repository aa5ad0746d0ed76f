import { messageOf } from '../../base/errors/errors.ts';
import type { ContentHash, NodeId } from '../../base/ids.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, readProperties } from '../../domain/access/rights.ts';
import type { ContentReference, NodeRecord } from '../../domain/nodes/records.ts';
import { type Extent, extentFor, type RequestedSize, type StoredThumbnail } from '../../domain/renditions/thumbnail.ts';
import type { Seams } from '../../ports/seams.ts';
import type { ReferenceService } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import type { ThumbnailService, ThumbnailView } from './thumbnails.ts';

/** What a node shows of itself. */
export type Preview =
  | { readonly kind: 'picture'; readonly bytes: Buffer; readonly mimeType: ThumbnailView['mimeType'] }
  /** There is none: a card is to be drawn. `named`: the caller may see what the node is called. */
  | { readonly kind: 'card'; readonly node: NodeRecord; readonly named: boolean };

/** What of a node a picture of it is made from. */
export interface PreviewSources extends Pick<NodeRecord, 'content'> {
  readonly ownPreview?: NodeRecord['ownPreview'] | undefined;
}

/** The pictures of nodes: the one that somebody gave it, else the one of its content. */
export interface PreviewService {
  /** The picture that is answered where no size is asked for; undefined: a card. Nothing is made for this. */
  pictureOf(node: PreviewSources): StoredThumbnail | undefined | Promise<StoredThumbnail | undefined>;
  /** Makes the picture where nobody did. What does not come out is a card, never a failure. Needs `ReadPreview`. */
  open(caller: Caller, id: NodeId, wanted: RequestedSize): Promise<Preview>;
}

/** In milliseconds: a browser gets a card where a picture takes longer. It is made all the same. */
const patience = 8_000;
/** Of those who wait for a picture that is made now. */
const mostWaiting = 50;

const sourcesOf = ({ ownPreview, content }: PreviewSources): ContentReference[] =>
  [ownPreview, content ?? undefined].flatMap((reference) => (reference === undefined ? [] : [reference]));

const isKept = (kept: Extent, extent: Extent): boolean => kept.width === extent.width && kept.height === extent.height;

/** The value, or undefined where it takes longer. */
async function soon<T>(value: Promise<T>, milliseconds: number): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), milliseconds);
  });
  try {
    return await Promise.race([value, late]);
  } finally {
    clearTimeout(timer);
  }
}

export function createPreviewService(
  { log }: Pick<Seams, 'log'>,
  rights: RightsService,
  references: Pick<ReferenceService, 'original'>,
  pictures: ThumbnailService,
): PreviewService {
  let waiting = 0;

  /** Nobody is shown an error in place of a picture; whoever runs the repository reads of it. */
  const orNone = async <T>(hash: ContentHash, work: Promise<T>): Promise<T | undefined> => {
    try {
      return await soon(work, patience);
    } catch (error) {
      log.warn('There is no picture now.', { content: hash, reason: messageOf(error) });
      return undefined;
    }
  };

  const made = async (hash: ContentHash, owner: string): Promise<ThumbnailView | undefined> => {
    const known = await pictures.known(hash);
    if (known !== undefined) return known.picture ?? undefined;
    if (waiting >= mostWaiting) return undefined;
    waiting += 1;
    try {
      return (await orNone(hash, pictures.make(hash, { urgent: true, owner })))?.picture ?? undefined;
    } finally {
      waiting -= 1;
    }
  };

  const bytesOf = async (
    hash: ContentHash,
    picture: ThumbnailView,
    wanted: RequestedSize,
  ): Promise<Buffer | undefined> => {
    if (wanted.maxWidth === undefined && wanted.maxHeight === undefined) return pictures.read(hash, 'standard');
    const extent = extentFor(picture.large, wanted);
    if (isKept(picture.large, extent)) return pictures.read(hash, 'large');
    if (isKept(picture.standard, extent)) return pictures.read(hash, 'standard');
    return (await orNone(hash, pictures.resized(hash, extent))) ?? pictures.read(hash, 'standard');
  };

  const pictureOf = async (node: PreviewSources): Promise<StoredThumbnail | undefined> => {
    for (const { hash } of sourcesOf(node)) {
      const picture = (await pictures.known(hash))?.picture ?? null;
      if (picture !== null) return picture.standard;
    }
    return undefined;
  };

  return {
    pictureOf: (node) => (node.content === null && node.ownPreview === undefined ? undefined : pictureOf(node)),
    async open(caller, id, wanted) {
      const node = await references.original(caller, id, 'ReadPreview');
      for (const { hash } of sourcesOf(node)) {
        const picture = await made(hash, node.owner);
        const bytes = picture === undefined ? undefined : await orNone(hash, bytesOf(hash, picture, wanted));
        if (picture !== undefined && bytes !== undefined) return { kind: 'picture', bytes, mimeType: picture.mimeType };
      }
      return { kind: 'card', node, named: includes(await rights.of(caller, node), readProperties) };
    },
  };
}
