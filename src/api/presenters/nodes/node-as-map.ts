import type { z } from 'zod';
import type { Node } from '../../../contract/objects/node.ts';
import { accessOf, includes, type Rights, readContent, readRatings } from '../../../domain/access/rights.ts';
import { averageRating, type RatingSum } from '../../../domain/annotations/annotation-records.ts';
import { isDownloadable, isLink } from '../../../domain/nodes/content-rules.ts';
import { descriptionOf, titleOf } from '../../../domain/nodes/properties.ts';
import type { NodeRecord } from '../../../domain/nodes/records.ts';
import { versionLabel } from '../../../domain/nodes/version-number.ts';
import type { NodeView } from '../../../services/views/node-views.ts';
import type { UrlBuilder } from '../../response/url-builder.ts';
import { presentCollection } from '../collection.ts';
import { presentPerson, presentRef } from '../person.ts';
import { mediaTypeOf } from './media-type.ts';
import type { CallersView, NodeLinks, NodePresenter } from './node-presenter.ts';
import { presentProperties } from './node-properties.ts';
import { presentPreview } from './preview.ts';

const licenceIcon = (node: NodeRecord): string | undefined => {
  const key = node.properties['ccm:commonlicense_key']?.[0]?.toLowerCase();
  return key !== undefined && /^[a-z0-9_-]{1,40}$/.test(key) ? `licence-${key}` : undefined;
};

type WireNode = z.output<typeof Node>;

/** The fields of a node that depend on the caller. */
type CallersPart = Pick<
  WireNode,
  'access' | 'downloadUrl' | 'isPublic' | 'rating' | 'archivedFrom' | 'collection' | 'originalId' | 'accessOriginal'
>;

/** Only callers who may read the content get its hash, because a hash confirms a guess of the content. */
const presentContent = ({ node: { content, version }, rights }: NodeView, url: string): WireNode['content'] => ({
  url: content && url,
  ...(includes(rights, readContent) ? { hash: content?.hash ?? null } : {}),
  version: content && versionLabel(version),
});

function presentForAll(
  view: NodeView,
  { repository, links, representation }: NodeLinks,
): Omit<WireNode, keyof CallersPart> {
  const { node } = view;
  const { folder } = node;
  const mediatype = mediaTypeOf({ folder, link: isLink(node), mimeType: node.content?.mimeType });
  const contentUrl = links.download(node.id);
  const licence = licenceIcon(node);
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
    contentUrl,
    properties: presentProperties(node, repository, representation),
    mimetype: node.content?.mimeType ?? null,
    size: node.content?.size ?? null,
    preview: presentPreview(view, links),
    isDirectory: folder,
    commentCount: node.commentCount ?? 0,
    metadataset: 'default',
    repositoryType: 'LOCAL',
    mediatype,
    iconURL: links.icon(mediatype),
    licenseURL: licence === undefined ? '' : links.icon(licence),
    owner: presentPerson(node.owner, view.owner),
    content: presentContent(view, contentUrl),
  };
}

/** `access` as JSON, cached by rights. There are few different sets of rights. */
const writtenAccess = new Map<Rights, string>();

function writeAccess(rights: Rights): string {
  let text = writtenAccess.get(rights);
  if (text === undefined) {
    text = JSON.stringify(accessOf(rights));
    writtenAccess.set(rights, text);
  }
  return text;
}

const notRated = writeRating({ count: 0, sum: 0 }, 0);

function writeRating(ratings: RatingSum, user: number): string {
  const overall = { count: ratings.count, rating: averageRating(ratings), sum: ratings.sum };
  return JSON.stringify({ overall, user, affiliation: {} } satisfies WireNode['rating']);
}

function writeRatings({ node, rights, uncachedFields }: CallersView): string {
  if (!includes(rights, readRatings)) return 'null';
  return node.ratings === undefined ? notRated : writeRating(node.ratings, uncachedFields?.ownRating ?? 0);
}

const writeCollection = ({ uncachedFields }: CallersView): string =>
  uncachedFields?.collection === undefined ? 'null' : JSON.stringify(presentCollection(uncachedFields.collection));

/** The original of a reference. Other nodes do not have these fields. */
const writeOriginal = ({ uncachedFields }: CallersView): string =>
  uncachedFields?.original === undefined
    ? ''
    : `,"originalId":${JSON.stringify(uncachedFields.original.id)},"accessOriginal":${writeAccess(uncachedFields.original.rights)}`;

/** `CallersPart` as JSON. */
function writeForCaller(view: CallersView, links: UrlBuilder): string {
  const { node, rights, isPublic } = view;
  const archivedFrom = view.uncachedFields?.archivedFrom;
  const from = archivedFrom === undefined ? '' : `,"archivedFrom":${JSON.stringify(archivedFrom)}`;
  const downloadUrl = isDownloadable(node, rights) ? JSON.stringify(links.download(node.id)) : 'null';
  return `"access":${writeAccess(rights)},"downloadUrl":${downloadUrl},"isPublic":${isPublic},"rating":${writeRatings(view)},"collection":${writeCollection(view)}${writeOriginal(view)}${from}`;
}

export const nodeAsMap: NodePresenter = { forAll: presentForAll, forCaller: writeForCaller };
