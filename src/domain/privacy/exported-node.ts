import type { ContentReference, NodeRecord, PropertyBag, Version } from '../nodes/records.ts';
import { versionLabel } from '../nodes/version-number.ts';

type Json = Readonly<Record<string, unknown>>;

/** A single value for properties that have one. */
const plainValues = (properties: PropertyBag): Json =>
  Object.fromEntries(
    Object.entries(properties).map(([name, values]) => [name, values.length === 1 ? values[0] : values]),
  );

const describedContent = (content: ContentReference | null): Json =>
  content === null
    ? {}
    : { 'cclom:format': content.mimeType, 'cclom:size': String(content.size), 'ccm:contenthash': content.hash };

const describedVersion = ({ version, comment, at, by, name, properties, content }: Version): Json => ({
  'cm:versionLabel': versionLabel(version),
  'cm:versionComment': comment,
  'cm:modified': at,
  'cm:modifier': by,
  'cm:name': name,
  ...plainValues(properties),
  ...describedContent(content),
});

/** What the JSON file of a node contains: its properties by short name. `versions` are those of the person's own content. */
export const describedNode = (node: NodeRecord, versions: readonly Version[]): Json => ({
  'sys:node-uuid': node.id,
  'cm:name': node.name,
  type: node.type,
  aspects: node.aspects,
  'cm:created': node.createdAt,
  'cm:creator': node.createdBy,
  'cm:modified': node.modifiedAt,
  'cm:modifier': node.modifiedBy,
  'cm:owner': node.owner,
  'cm:versionLabel': versionLabel(node.version),
  ...plainValues(node.properties),
  ...describedContent(node.content),
  ...(node.original === undefined ? {} : { 'ccm:original': node.original }),
  ...(versions.length === 0 ? {} : { versions: versions.map(describedVersion) }),
});
