import type { z } from 'zod';
import type { Node } from '../../../contract/objects/node.ts';
import { accessOf, includes, readContent, readRatings } from '../../../domain/access/rights.ts';
import { averageRating } from '../../../domain/annotations/annotation-records.ts';
import { isDownloadable } from '../../../domain/nodes/content-rules.ts';
import { licenceOf } from '../../../domain/nodes/licence.ts';
import { descriptionOf, titleOf } from '../../../domain/nodes/properties.ts';
import type { NodeRecord } from '../../../domain/nodes/records.ts';
import { versionLabel } from '../../../domain/nodes/version-number.ts';
import type { NodeView } from '../../../services/views/node-views.ts';
import type { UrlBuilder } from '../../response/url-builder.ts';
import { presentCollection } from '../collection.ts';
import { presentPerson, presentRef } from '../person.ts';
import { mediaTypeOf } from './media-type.ts';
import type { NodeLinks, NodePresenter } from './node-presenter.ts';
import { presentProperties } from './node-properties.ts';
import { presentPreview } from './preview.ts';

type WireNode = z.output<typeof Node>;

/** Only callers who may read the content get its hash, because a hash confirms a guess of the content. */
const presentContent = ({ node: { content, version }, rights }: NodeView, url: string): WireNode['content'] => ({
  url,
  ...(includes(rights, readContent) ? { hash: content?.hash ?? null } : {}),
  version: content && versionLabel(version),
});

function presentRating({ node, rights, more }: NodeView): WireNode['rating'] {
  if (!includes(rights, readRatings)) return null;
  const { count, sum } = node.ratings ?? { count: 0, sum: 0 };
  const overall = { count, rating: averageRating({ count, sum }), sum };
  return { overall, user: more?.ownRating ?? 0, affiliation: {} };
}
/**
 * The icon of the licence under two names, and its text. Only folders have no `license` at all, because importers stop at
 * a file without one.
 */
function presentLicence(node: NodeRecord, links: UrlBuilder): Pick<WireNode, 'licenseURL' | 'license'> {
  const licence = licenceOf(node);
  const icon = links.icon(`licence-${licence?.name ?? 'none'}`);
  const license = licence === undefined && node.folder ? null : { icon, url: licence?.url ?? null };
  return { licenseURL: licence === undefined ? '' : icon, license };
}

/** Only references have these fields. */
const presentOriginal = ({ more }: NodeView): Pick<WireNode, 'originalId' | 'accessOriginal'> =>
  more?.original === undefined ? {} : { originalId: more.original.id, accessOriginal: accessOf(more.original.rights) };

/** The fields that depend on the caller. */
function presentForCaller(view: NodeView, { links }: NodeLinks) {
  const { node, rights, isPublic, more } = view;
  return {
    access: accessOf(rights),
    downloadUrl: isDownloadable(node, rights) ? links.download(node.id, more?.version) : null,
    isPublic,
    rating: presentRating(view),
    collection: more?.collection === undefined ? null : presentCollection(more.collection),
    ...presentOriginal(view),
    ...(more?.archivedFrom === undefined ? {} : { archivedFrom: more.archivedFrom }),
  } satisfies Partial<WireNode>;
}

/** The metadata set of a node, or the default one if there is no set with this ID. */
function metadataSetOf({ node, captions }: NodeView): string {
  const own = node.properties['cm:edu_metadataset']?.[0];
  return own !== undefined && captions.hasSet(own) ? own : 'default';
}

export const nodeAsMap: NodePresenter = (view, options): WireNode => {
  const { repository, links } = options;
  const { node } = view;
  const { folder } = node;
  const mediatype = mediaTypeOf(node);
  const address = links.download(node.id, view.more?.version);
  return {
    ref: { ...presentRef(repository, node.id), archived: node.archived !== null },
    parent: node.parent === null ? null : presentRef(repository, node.parent),
    type: node.type,
    aspects: [...node.aspects],
    name: node.name,
    title: titleOf(node.properties) ?? null,
    description: descriptionOf(node.properties) ?? null,
    createdAt: node.createdAt,
    createdBy: presentPerson(node.createdBy, view.creator),
    modifiedAt: node.modifiedAt,
    modifiedBy: presentPerson(node.modifiedBy, view.modifier),
    contentVersion: versionLabel(node.version),
    contentUrl: address,
    properties: presentProperties(view, options),
    mimetype: node.content?.mimeType ?? null,
    size: node.content === null ? null : String(node.content.size),
    preview: presentPreview(view, links),
    isDirectory: folder,
    commentCount: node.commentCount ?? 0,
    metadataset: metadataSetOf(view),
    repositoryType: 'LOCAL',
    mediatype,
    iconURL: links.icon(mediatype),
    ...presentLicence(node, links),
    owner: presentPerson(node.owner, view.owner),
    content: presentContent(view, address),
    ...presentForCaller(view, options),
  };
};
