import type { HandlerParts, Handlers } from '../handlers.ts';
import { nodeAt } from '../node-address.ts';
import { presentVersion, presentVersionRef } from '../presenters/version.ts';

/** The history of nodes (4.5). */
export function versionHandlers({ services, settings }: HandlerParts): Pick<Handlers, 'listVersions' | 'getVersion'> {
  const { versions, people, landmarks } = services;
  const repository = settings.repository.id;
  return {
    async listVersions({ params }, { caller }) {
      const all = await versions.list(caller, nodeAt(params.node, caller, landmarks));
      return { versions: all.map((version) => presentVersionRef(version, repository)) };
    },
    async getVersion({ params }, { caller, links }) {
      const number = { major: Number(params.major), minor: Number(params.minor) };
      const version = await versions.get(caller, nodeAt(params.node, caller, landmarks), number);
      return { version: presentVersion(version, await people.find(version.by), repository, links) };
    },
  };
}
