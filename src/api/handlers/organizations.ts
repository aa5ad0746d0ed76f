import type { HandlerParts, Handlers } from '../handler.ts';
import { presentOrganization } from '../presenters/group.ts';
import { pageOfQuery, writePage } from '../presenters/paging.ts';
import { nodeAt } from '../request/node-address.ts';
import { personAt } from '../request/person-address.ts';
import { writtenPage } from '../response/page-stream.ts';

type OrganizationHandlers = Pick<
  Handlers,
  'getOrganization' | 'putOrganization' | 'deleteOrganization' | 'listOrganizations' | 'removeOrganizationMember'
>;

export function organizationHandlers({ services, settings }: HandlerParts): OrganizationHandlers {
  const { organizations, systemFolders } = services;
  const repository = settings.repository.id;
  return {
    async putOrganization({ params, query, body }, { caller }) {
      const organization =
        query.folder === undefined
          ? await organizations.create(caller, params.organization, body ?? {})
          : await organizations.bind(caller, params.organization, nodeAt(query.folder, caller, systemFolders));
      return presentOrganization(organization, repository);
    },
    async getOrganization({ params }, { caller }) {
      return presentOrganization(await organizations.get(caller, params.organization), repository);
    },
    async removeOrganizationMember({ params }, { caller }) {
      await organizations.removeMember(params.organization, personAt(params.member, caller));
      return undefined;
    },
    async deleteOrganization({ params }) {
      await organizations.unbind(params.organization);
      return undefined;
    },
    async listOrganizations({ query }, context) {
      const { caller } = context;
      const page = await organizations.list(caller, query.pattern, pageOfQuery(query, settings.pageSize));
      const written = await writtenPage(page.items, context, (organization) =>
        JSON.stringify(presentOrganization(organization, repository)),
      );
      return writePage('organizations', page, written, context, { canCreate: caller.isAdmin });
    },
  };
}
