import type { z } from 'zod';
import type { MediaCenterProfileInput } from '../../contract/objects/media-centers.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { presentGroup } from '../presenters/group.ts';
import { presentMediaCenter } from '../presenters/media-center.ts';
import { pageOfQuery, writePage } from '../presenters/paging.ts';

type ProfileHandlers = Pick<
  Handlers,
  'listMediaCenters' | 'getMediaCenter' | 'createMediaCenter' | 'updateMediaCenter' | 'deleteMediaCenter'
>;

type ManagedHandlers = Pick<
  Handlers,
  'listManagedGroups' | 'addManagedGroup' | 'removeManagedGroup' | 'listMediaCenterNodes'
>;

export const mediaCenterHandlers = (parts: HandlerParts): ProfileHandlers & ManagedHandlers => ({
  ...profileHandlers(parts),
  ...managedHandlers(parts),
});

type ProfileInput = z.output<typeof MediaCenterProfileInput>;

function profileOf({ mediacenter, displayName, groupEmail, scopeType }: ProfileInput) {
  const { catalogs, ...details } = mediacenter ?? {};
  const complete = catalogs?.map(({ name, url }) => ({ name: name ?? null, url: url ?? null }));
  return {
    ...{ displayName, groupEmail, scopeType },
    details: { ...details, catalogs: catalogs === null ? [] : complete },
  };
}

function profileHandlers({ services: { mediaCenters, authorityRemovals } }: HandlerParts): ProfileHandlers {
  return {
    async listMediaCenters(_, { caller }) {
      return (await mediaCenters.list()).map((group) => presentMediaCenter(group, caller.isAdmin));
    },
    async getMediaCenter({ params }, { caller }) {
      return presentMediaCenter(await mediaCenters.get(params.mediacenter), caller.isAdmin);
    },
    async createMediaCenter({ params, body = {} }) {
      return presentMediaCenter(await mediaCenters.create(params.mediacenter, profileOf(body)), true);
    },
    async updateMediaCenter({ params, body }) {
      return presentMediaCenter(await mediaCenters.update(params.mediacenter, profileOf(body)), true);
    },
    async deleteMediaCenter({ params }) {
      const { name } = await mediaCenters.get(params.mediacenter);
      await authorityRemovals.group(name);
      return undefined;
    },
  };
}

function managedHandlers({ services: { mediaCenters, listings }, settings, answers }: HandlerParts): ManagedHandlers {
  const managedBy = async (name: string) => (await mediaCenters.managedGroups(name)).map(presentGroup);
  return {
    listManagedGroups: ({ params }) => managedBy(params.mediacenter),
    async addManagedGroup({ params }) {
      await mediaCenters.manage(params.mediacenter, params.group);
      return managedBy(params.mediacenter);
    },
    async removeManagedGroup({ params }) {
      await mediaCenters.release(params.mediacenter, params.group);
      return managedBy(params.mediacenter);
    },
    async listMediaCenterNodes({ params, query }, context) {
      const ids = await mediaCenters.nodes(params.mediacenter);
      const page = await listings.inOrder(context.caller, ids, pageOfQuery(query, settings.pageSize));
      return writePage('nodes', page, await answers.many(page.items, context), context);
    },
  };
}
