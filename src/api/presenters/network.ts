import type { z } from 'zod';
import type { ConnectedRepository, Repo } from '../../contract/objects/network.ts';
import type { ConnectedRepositoryRecord } from '../../domain/network/connected-repository.ts';
import { keyFingerprint } from '../../services/network/repository-keys.ts';
import type { UrlBuilder } from '../response/url-builder.ts';
import { iconSize } from './nodes/drawing.ts';

/** A repository in the list for all callers, without its address. */
export function presentRepository(
  { id, title, isHome }: { readonly id: string; readonly title: string; readonly isHome: boolean },
  links: UrlBuilder,
): z.output<typeof Repo> {
  const icon = links.icon('repository');
  return {
    id,
    title,
    preview: { url: icon, ...iconSize, isIcon: true, isGenerated: true },
    icon,
    logo: icon,
    isHomeRepo: isHome,
    repositoryType: isHome ? 'LOCAL' : 'ALFRESCO',
    renderingSupported: true,
  };
}

export const presentConnectedRepository = (
  repository: ConnectedRepositoryRecord,
): z.output<typeof ConnectedRepository> => {
  const { id, title, url, write, addedAt, publicKey } = repository;
  // The key was checked when the repository was added.
  return { id, title, url, fingerprint: keyFingerprint(publicKey) ?? '', write, addedAt };
};
