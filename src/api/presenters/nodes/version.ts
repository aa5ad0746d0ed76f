import type { z } from 'zod';
import type { NodeVersion, NodeVersionRef } from '../../../contract/objects/node.ts';
import type { PersonRecord } from '../../../domain/identity/person-records.ts';
import type { Version, VersionRecord } from '../../../domain/nodes/records.ts';
import type { UrlBuilder } from '../../response/url-builder.ts';
import { presentPerson, presentRef } from '../person.ts';

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

export const presentVersion = (
  record: Version,
  author: PersonRecord | undefined,
  repository: string,
  links: UrlBuilder,
): z.output<typeof NodeVersion> => ({
  version: presentVersionRef(record, repository),
  comment: record.comment,
  modifiedAt: record.at,
  modifiedBy: presentPerson(record.by, author),
  contentUrl: record.content === null ? null : links.download(record.node, record.version),
  properties: Object.entries({ ...record.properties, ...systemProperties(record) }).map(([name, values]) => ({
    name,
    values: [...values],
  })),
});
