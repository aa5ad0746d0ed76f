import type { HandlerParts, Handlers } from '../handlers.ts';
import { nodeAt } from '../node-address.ts';
import { presentOrganization } from '../presenters/group.ts';
import { pageOfQuery, presentPagination } from '../presenters/paging.ts';

type OrganizationHandlers = Pick<Handlers, 'putOrganization' | 'deleteOrganization' | 'listOrganizations'>;

/** Organizations (4.6). */
export function organizationHandlers({ services, settings }: HandlerParts): OrganizationHandlers {
  const { organizations, landmarks } = services;
  const repository = settings.repository.id;
  return {
    async putOrganization({ params, query, body }, { caller }) {
      const made =
        query.folder === undefined
          ? await organizations.create(caller, params.organization, body ?? {})
          : await organizations.bind(caller, params.organization, nodeAt(query.folder, caller, landmarks));
      return presentOrganization(made, repository);
    },
    async deleteOrganization({ params }) {
      await organizations.unbind(params.organization);
      return undefined;
    },
    async listOrganizations({ query }, { caller }) {
      const page = await organizations.list(caller, query.pattern, pageOfQuery(query, settings.pageSize));
      return {
        organizations: page.items.map((organization) => presentOrganization(organization, repository)),
        pagination: presentPagination(page),
        canCreate: caller.isAdmin,
      };
    },
  };
}
