import type { z } from 'zod';
import type { NodeVersion, NodeVersionRef } from '../../contract/objects/node.ts';
import type { PersonRecord, Version, VersionRecord } from '../../domain/records.ts';
import type { Links } from '../links.ts';
import { presentPerson, presentRef } from './person.ts';

/** NodeVersionRef (2.4). */
export const presentVersionRef = (
  record: Pick<VersionRecord, 'node' | 'version'>,
  repository: string,
): z.output<typeof NodeVersionRef> => ({
  node: presentRef(repository, record.node),
  ...record.version,
});

/** NodeVersion (2.4). */
export const presentVersion = (
  record: Version,
  author: PersonRecord | undefined,
  repository: string,
  links: Links,
): z.output<typeof NodeVersion> => ({
  version: presentVersionRef(record, repository),
  comment: record.comment,
  modifiedAt: record.at,
  modifiedBy: presentPerson(record.by, author),
  contentUrl: record.content === null ? null : links.download(record.node, record.version),
  properties: [
    { name: 'cm:name', values: [record.name] },
    ...Object.entries(record.properties).map(([name, values]) => ({ name, values: [...values] })),
  ],
});
