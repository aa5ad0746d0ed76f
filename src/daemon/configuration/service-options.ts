import type { ServiceOptions } from '../../services/services.ts';
import { dataPaths } from '../data-directory/data-directory.ts';
import { publicUrlOf } from './api-settings.ts';
import { bytesOf, type Configuration, millisecondsOf } from './configuration.ts';
import { exportOptionsOf } from './data-protection.ts';
import { loadDictionary } from './load-dictionary.ts';
import { secretOf } from './secrets.ts';

/** Reads the secrets and the dictionary that the configuration names, too. */
export async function serviceOptionsOf(
  dataDirectory: string,
  configuration: Configuration,
  ownUrl: () => string,
): Promise<ServiceOptions> {
  const { guest, session, ticket, appSignature } = configuration.security;
  const { trash, limits, repository } = configuration;
  const publicUrl = publicUrlOf(configuration);
  const { expiresIn, clients, publicClient } = configuration.authentication.oauth;
  const secrets = await Promise.all(
    Object.entries(clients ?? {}).map(
      async ([id, setting]) =>
        [id, await secretOf(`authentication.oauth.clients.${id}`, setting, dataDirectory)] as const,
    ),
  );
  return {
    repositoryId: repository.id,
    contentModel: await loadDictionary(dataPaths(dataDirectory).ownDictionary),
    propertyLimits: {
      value: bytesOf(limits.propertyValue),
      values: limits.propertyValues,
      node: bytesOf(limits.nodeProperties),
    },
    fieldsFromFiles: configuration.metadata.fromFiles,
    guest,
    unknownAuthorities: configuration.permissions.unknownAuthorities,
    folderDepth: limits.folderDepth,
    personAttributes: configuration.people.attributes,
    sessionIdleTimeout: millisecondsOf(session.idleTimeout),
    ticketIdleTimeout: millisecondsOf(ticket.idleTimeout),
    oauth: { expiresIn, clients: new Map(secrets), publicClient },
    trash: { keptFor: trash.retention === null ? null : millisecondsOf(trash.retention) },
    appSignature: { tolerance: millisecondsOf(appSignature.tolerance), allowSha1: appSignature.allowSha1 },
    inboxes: (configuration.inbox ?? []).map(({ as, ...inbox }) => ({ ...inbox, kind: as ?? undefined })),
    dataExports: exportOptionsOf(repository.dataprotection, () => publicUrl ?? ownUrl()),
  };
}
