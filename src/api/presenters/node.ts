import type { z } from 'zod';
import type { Node } from '../../contract/objects/node.ts';
import { isDownloadable, isLink } from '../../domain/content-rules.ts';
import { descriptionOf, titleOf } from '../../domain/properties.ts';
import type { NodeRecord } from '../../domain/records.ts';
import { accessOf, includes, type Rights, readContent } from '../../domain/rights.ts';
import { versionLabel } from '../../domain/version-number.ts';
import type { NodeView } from '../../services/node-views.ts';
import type { Links } from '../links.ts';
import { iconSize } from './drawing.ts';
import { mediaTypeOf } from './media-type.ts';
import { presentPerson, presentRef } from './person.ts';

/** What the repository itself says of a node, under the property names that clients know. */
function systemProperties(node: NodeRecord, repository: string): Record<string, string[]> {
  const properties: Record<string, string[]> = {
    'cm:name': [node.name],
    'cm:created': [String(Date.parse(node.createdAt))],
    'cm:createdISO8601': [node.createdAt],
    'cm:creator': [node.createdBy],
    'cm:modified': [String(Date.parse(node.modifiedAt))],
    'cm:modifiedISO8601': [node.modifiedAt],
    'cm:modifier': [node.modifiedBy],
    'cm:versionLabel': [versionLabel(node.version)],
    'sys:node-uuid': [node.id],
    'sys:store-identifier': ['SpacesStore'],
    'sys:store-protocol': ['workspace'],
    'virtual:primaryparent_nodeid': node.parent === null ? [] : [node.parent],
  };
  if (node.content !== null) {
    properties['cclom:format'] = [node.content.mimeType];
    properties['cclom:size'] = [String(node.content.size)];
    properties['cclom:location'] = [`ccrep://${repository}/${node.id}`];
  }
  return properties;
}

function copyOf(properties: NodeRecord['properties']): Record<string, string[]> {
  const copy: Record<string, string[]> = {};
  for (const name of Object.keys(properties)) copy[name] = [...(properties[name] ?? [])];
  return copy;
}

const licenceIcon = (node: NodeRecord): string | undefined => {
  const key = node.properties['ccm:commonlicense_key']?.[0]?.toLowerCase();
  return key !== undefined && /^[a-z0-9_-]{1,40}$/.test(key) ? `licence-${key}` : undefined;
};

type WireNode = z.output<typeof Node>;

/** What of a node depends on who asks. */
type CallersPart = Pick<WireNode, 'access' | 'downloadUrl' | 'isPublic'>;

const mayReadContent = ({ rights }: NodeView): boolean => includes(rights, readContent);

/** What is the same for everybody, but for the hash of the content: it tells the content to whoever can guess it. */
function presentForAll(view: NodeView, repository: string, links: Links): Omit<WireNode, keyof CallersPart> {
  const { node } = view;
  const folder = node.folder;
  const mediatype = mediaTypeOf({ folder, link: isLink(node), mimeType: node.content?.mimeType });
  const label = versionLabel(node.version);
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
    contentVersion: label,
    contentUrl,
    properties: Object.assign(copyOf(node.properties), systemProperties(node, repository)),
    mimetype: node.content?.mimeType ?? null,
    size: node.content?.size ?? null,
    preview: { url: links.preview(node.id), ...iconSize, isIcon: true, isGenerated: true },
    isDirectory: folder,
    commentCount: 0,
    metadataset: 'default',
    repositoryType: 'LOCAL',
    mediatype,
    iconURL: links.icon(mediatype),
    licenseURL: licence === undefined ? '' : links.icon(licence),
    collection: null,
    owner: presentPerson(node.owner, view.owner),
    content: {
      url: node.content === null ? null : contentUrl,
      ...(mayReadContent(view) ? { hash: node.content?.hash ?? null } : {}),
      version: node.content === null ? null : label,
    },
  };
}

/** `access` in JSON, written once for each set of rights that callers have: there are few. */
const writtenAccess = new Map<Rights, string>();

function writeAccess(rights: Rights): string {
  let text = writtenAccess.get(rights);
  if (text === undefined) {
    text = JSON.stringify(accessOf(rights));
    writtenAccess.set(rights, text);
  }
  return text;
}

/** The end of a node in JSON: what depends on who asks (`CallersPart`). */
function writeForCaller({ node, rights, isPublic }: NodeView, links: Links): string {
  const downloadUrl = isDownloadable(node, rights) ? JSON.stringify(links.download(node.id)) : 'null';
  return `,"access":${writeAccess(rights)},"downloadUrl":${downloadUrl},"isPublic":${isPublic}}`;
}

/** What was written of a node, and what it was written from besides the record. */
interface Written {
  readonly base: string;
  readonly people: Pick<NodeView, 'creator' | 'modifier' | 'owner'>;
  readonly tellsHash: boolean;
  /** What depends on the last caller, who is mostly the next one too. */
  readonly end: string;
  readonly entry: WrittenNode;
  /** How much of the entry is the same for everybody. */
  readonly sharedBytes: number;
}

/** The answer with a single node, `{"node":…}`, in JSON. */
export type WrittenNode = Buffer;

const entryStart = '{"node":';
const entryEnd = '}';

/** Writes nodes (2.3, map form). */
export interface NodeWriter {
  /** A node that was read: what is the same for every caller is written once per record. */
  read(view: NodeView, links: Links): WrittenNode;
  /** A node that was made or changed just now: nobody will be given this very record again. */
  changed(view: NodeView, links: Links): WrittenNode;
}

/** The store gives out one object per record as long as it stays the same; with the object goes what was written of it. */
export function createNodeWriter(repository: string): NodeWriter {
  const written = new WeakMap<NodeRecord, Written>();

  const isCurrent = ({ base, people, tellsHash }: Written, view: NodeView, links: Links): boolean =>
    base === links.base &&
    tellsHash === mayReadContent(view) &&
    people.creator === view.creator &&
    people.modifier === view.modifier &&
    people.owner === view.owner;

  const shared = (view: NodeView, links: Links): Buffer =>
    Buffer.from(entryStart + JSON.stringify(presentForAll(view, repository, links)).slice(0, -1));

  const write = (start: Buffer, end: string): WrittenNode => Buffer.concat([start, Buffer.from(end + entryEnd)]);

  return {
    read(view, links) {
      const end = writeForCaller(view, links);
      const known = written.get(view.node);
      const current = known !== undefined && isCurrent(known, view, links);
      if (current && known.end === end) return known.entry;
      const start = current ? known.entry.subarray(0, known.sharedBytes) : shared(view, links);
      const entry = write(start, end);
      const { creator, modifier, owner } = view;
      const people = { creator, modifier, owner };
      const tellsHash = mayReadContent(view);
      written.set(view.node, { base: links.base, people, tellsHash, end, entry, sharedBytes: start.length });
      return entry;
    },
    changed: (view, links) => write(shared(view, links), writeForCaller(view, links)),
  };
}

/** The pieces of several nodes, as the inside of a JSON array. */
export const listed = (nodes: readonly WrittenNode[]): (Buffer | string)[] =>
  nodes.flatMap((entry, index) => {
    const node = entry.subarray(entryStart.length, -entryEnd.length);
    return index === 0 ? [node] : [',', node];
  });
