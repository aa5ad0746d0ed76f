import type { z } from 'zod';
import type { NodeVersion, NodeVersionInLists, NodeVersionRef } from '../../../contract/objects/node.ts';
import type { NodeForm } from '../../../contract/objects/node-form.ts';
import type { PersonRecord } from '../../../domain/identity/person-records.ts';
import type { Version, VersionRecord } from '../../../domain/nodes/records.ts';
import { presentPerson, presentRef } from '../person.ts';
import type { NodeLinks } from './node-presenter.ts';

export const presentVersionRef = (
  record: Pick<VersionRecord, 'node' | 'version'>,
  repository: string,
): z.output<typeof NodeVersionRef> => ({
  node: presentRef(repository, record.node),
  ...record.version,
});

/** The fields of a version record under the same property names as those of a node. */
const systemProperties = ({ name, by, content }: Version): Readonly<Record<string, readonly string[]>> => ({
  'cm:name': [name],
  'cm:modifier': [by],
  ...(content === null ? {} : { 'cclom:format': [content.mimeType], 'cclom:size': [String(content.size)] }),
});

const propertiesOf = (record: Version): WireVersion['properties'] =>
  Object.fromEntries(
    Object.entries({ ...record.properties, ...systemProperties(record) }).map(([name, values]) => [name, [...values]]),
  );

const asList = (properties: WireVersion['properties']) =>
  Object.entries(properties).map(([name, values]) => ({ name, values }));

type WireVersion = z.output<typeof NodeVersion>;

/** A version in the requested form. */
export const presentVersion = (
  record: Version,
  author: PersonRecord | undefined,
  { repository, links, form }: Pick<NodeLinks, 'repository' | 'links'> & { readonly form: NodeForm },
): WireVersion | z.output<typeof NodeVersionInLists> => ({
  version: presentVersionRef(record, repository),
  comment: record.comment,
  modifiedAt: record.at,
  modifiedBy: presentPerson(record.by, author),
  ...(record.content === null ? {} : { contentUrl: links.download(record.node, record.version) }),
  ...(form === 'map' ? { properties: propertiesOf(record) } : { properties: asList(propertiesOf(record)) }),
});
