import { languageOf } from '../../../domain/metadata/captions.ts';
import { propertiesFromFile } from '../../../domain/nodes/file-fields.ts';
import type { NodeRecord } from '../../../domain/nodes/records.ts';
import { versionLabel } from '../../../domain/nodes/version-number.ts';
import { nameInVcard } from '../../../domain/text/vcard.ts';
import type { NodeView } from '../../../services/views/node-views.ts';
import type { NodeLinks } from './node-presenter.ts';

type Properties = Record<string, string[]>;

/** The fields of a node record under the property names that clients know. */
function systemProperties(node: NodeRecord, { repository, links }: NodeLinks): Properties {
  const properties: Properties = {
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
    'virtual:commentcount': [String(node.commentCount ?? 0)],
    'virtual:permalink': [links.download(node.id)],
  };
  if (node.content !== null) {
    properties['cclom:format'] = [node.content.mimeType];
    properties['cclom:size'] = [String(node.content.size)];
    // An importer may have set the location of the original.
    if (node.properties['cclom:location'] === undefined) {
      properties['cclom:location'] = [`ccrep://${repository}/${node.id}`];
    }
  }
  const read = propertiesFromFile(node);
  if (read.length > 0) properties['virtual:readfromfile'] = [...read];
  if (node.archived !== null) {
    properties['sys:archivedDate'] = [String(Date.parse(node.archived.at))];
    properties['sys:archivedDateISO8601'] = [node.archived.at];
    properties['sys:archivedBy'] = [node.archived.by];
  }
  return properties;
}

function copyOf(properties: NodeRecord['properties']): Properties {
  const copy: Properties = {};
  for (const name of Object.keys(properties)) copy[name] = [...(properties[name] ?? [])];
  return copy;
}

/** The suffix of a property with the captions of the values of another one. */
const captionSuffix = '_DISPLAYNAME';

/** Properties whose values are vCards. */
const isContributor = (name: string): boolean => /^ccm:(?:lifecycle|metadata)contributer_\w+$/.test(name);

/** Adds the captions of all values that have a value list, and the names in vCards. */
function addCaptions(properties: Properties, { node, captions }: NodeView, locale: string | undefined): void {
  const language = languageOf(locale);
  const set = node.properties['cm:edu_metadataset']?.[0];
  for (const name of Object.keys(properties)) {
    const values = properties[name] ?? [];
    const texts = isContributor(name)
      ? values.map((card) => nameInVcard(card) ?? card)
      : captions.of(set, name, values, language);
    if (texts !== undefined) properties[`${name}${captionSuffix}`] = texts;
  }
}

const withoutSuffix = (name: string): string =>
  name.endsWith(captionSuffix) ? name.slice(0, -captionSuffix.length) : name;

/**
 * The properties of a node by short name, and the captions of their values: all, or those that the representation selects.
 */
export function presentProperties(view: NodeView, options: NodeLinks): Properties {
  const { node } = view;
  const { representation, locale } = options;
  const { properties: selected } = representation;
  const all = Object.assign(copyOf(node.properties), systemProperties(node, options));
  if (!node.folder) all['virtual:childobjectcount'] = [String(view.more?.childObjectCount ?? 0)];
  addCaptions(all, view, locale);
  if (selected === undefined) return all;
  return Object.fromEntries(
    Object.entries(all).filter(([name]) => selected.has(name) || selected.has(withoutSuffix(name))),
  );
}
