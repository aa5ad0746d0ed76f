import { messageOf } from '../../base/errors/errors.ts';
import type { ContentHash, NodeId } from '../../base/ids.ts';
import { isPromise, type MaybePromise } from '../../base/scheduling/maybe-promise.ts';
import { within } from '../../base/scheduling/within.ts';
import type { Caller } from '../../domain/access/caller.ts';
import { includes, readProperties } from '../../domain/access/rights.ts';
import type { ContentReference, NodeRecord } from '../../domain/nodes/records.ts';
import { type Extent, extentFor, type RequestedSize, type StoredThumbnail } from '../../domain/renditions/thumbnail.ts';
import type { Log } from '../../ports/log.ts';
import type { Seams } from '../../ports/seams.ts';
import type { ReferenceService } from '../access/references.ts';
import type { RightsService } from '../access/rights.ts';
import type { ThumbnailService, ThumbnailView } from './thumbnails.ts';

/** The image that represents a node. */
type Preview =
  | { readonly kind: 'thumbnail'; readonly bytes: Buffer; readonly mimeType: ThumbnailView['mimeType'] }
  /** The server draws a card. `named`: whether the caller may see the name of the node. */
  | { readonly kind: 'card'; readonly node: NodeRecord; readonly named: boolean };

/** The parts of a node that have thumbnails. */
export interface PreviewSources extends Pick<NodeRecord, 'content'> {
  readonly ownPreview?: NodeRecord['ownPreview'] | undefined;
}

/** The thumbnails of nodes: the custom preview if there is one, else the thumbnail of the content. */
export interface PreviewService {
  /** The thumbnail for requests without a size. Undefined if they get a card. Never generates a thumbnail. */
  thumbnailOf(node: PreviewSources): MaybePromise<StoredThumbnail | undefined>;
  /** Generates the thumbnail if needed. If that fails, resolves to a card. Needs `ReadPreview`. */
  open(caller: Caller, id: NodeId, size: RequestedSize): Promise<Preview>;
}

/**
 * The maximum time that a request waits for a thumbnail. If generating it takes longer, that continues in the
 * background, and the client gets a card.
 */
const timeoutMs = 8_000;
/** The maximum number of requests that wait for thumbnails to be generated. */
const maxWaiting = 50;

export const sourcesOf = ({ ownPreview, content }: PreviewSources): ContentReference[] =>
  [ownPreview, content ?? undefined].flatMap((reference) => (reference === undefined ? [] : [reference]));

const isSame = (a: Extent, b: Extent): boolean => a.width === b.width && a.height === b.height;

class ThumbnailPreviews {
  readonly #log: Log;
  readonly #thumbnails: ThumbnailService;
  #waiting = 0;

  constructor(log: Log, thumbnails: ThumbnailService) {
    this.#log = log;
    this.#thumbnails = thumbnails;
  }

  /** Returns a promise only if the record of a thumbnail is not in memory. */
  standard(node: PreviewSources): MaybePromise<StoredThumbnail | undefined> {
    for (const { hash } of sourcesOf(node)) {
      const known = this.#thumbnails.known(hash);
      if (isPromise(known)) return this.#loadStandard(node);
      if (known?.picture != null) return known.picture.standard;
    }
    return undefined;
  }

  async #loadStandard(node: PreviewSources): Promise<StoredThumbnail | undefined> {
    for (const { hash } of sourcesOf(node)) {
      const picture = (await this.#thumbnails.known(hash))?.picture ?? null;
      if (picture !== null) return picture.standard;
    }
    return undefined;
  }

  async open(node: NodeRecord, size: RequestedSize): Promise<Preview | undefined> {
    for (const { hash } of sourcesOf(node)) {
      const thumbnail = await this.#made(hash, node.owner);
      if (thumbnail === undefined) continue;
      const bytes = await this.#orNone(hash, this.#bytesOf(hash, thumbnail, size));
      if (bytes !== undefined) return { kind: 'thumbnail', bytes, mimeType: thumbnail.mimeType };
    }
    return undefined;
  }

  async #made(hash: ContentHash, owner: string): Promise<ThumbnailView | undefined> {
    const known = await this.#thumbnails.known(hash);
    if (known !== undefined) return known.picture ?? undefined;
    if (this.#waiting >= maxWaiting) return undefined;
    this.#waiting += 1;
    try {
      return (await this.#orNone(hash, this.#thumbnails.make(hash, { urgent: true, owner })))?.picture ?? undefined;
    } finally {
      this.#waiting -= 1;
    }
  }

  async #bytesOf(hash: ContentHash, { large, standard }: ThumbnailView, size: RequestedSize) {
    if (size.maxWidth === undefined && size.maxHeight === undefined) return this.#thumbnails.read(hash, 'standard');
    const extent = extentFor(large, size);
    if (isSame(large, extent)) return this.#thumbnails.read(hash, 'large');
    if (isSame(standard, extent)) return this.#thumbnails.read(hash, 'standard');
    const resized = await this.#orNone(hash, this.#thumbnails.resized(hash, extent));
    return resized ?? this.#thumbnails.read(hash, 'standard');
  }

  /** Logs a failure, and resolves to undefined then and after `timeoutMs`, so that the client gets a card. */
  async #orNone<T>(hash: ContentHash, work: Promise<T>): Promise<T | undefined> {
    const outcome = await within(work, timeoutMs);
    if (outcome === 'too late') return undefined;
    if ('result' in outcome) return outcome.result;
    this.#log.warn('A thumbnail could not be served.', { content: hash, reason: messageOf(outcome.error) });
    return undefined;
  }
}

export function createPreviewService(
  { log }: Pick<Seams, 'log'>,
  rights: RightsService,
  references: Pick<ReferenceService, 'original'>,
  thumbnails: ThumbnailService,
): PreviewService {
  const previews = new ThumbnailPreviews(log, thumbnails);
  return {
    thumbnailOf: (node) => previews.standard(node),
    async open(caller, id, size) {
      const node = await references.original(caller, id, 'ReadPreview');
      const preview = await previews.open(node, size);
      if (preview !== undefined) return preview;
      return { kind: 'card', node, named: includes(await rights.of(caller, node), readProperties) };
    },
  };
}
