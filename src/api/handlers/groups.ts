import type { HandlerParts, Handlers } from '../handler.ts';
import { presentGroup } from '../presenters/group.ts';
import { pageOfQuery, writePage } from '../presenters/paging.ts';
import { groupOrderOf } from '../request/authority-query.ts';
import { personAt } from '../request/person-address.ts';
import { writtenAuthorities } from '../response/authority-page.ts';
import { writtenPage } from '../response/page-stream.ts';

type ProfileHandlers = Pick<
  Handlers,
  'createGroup' | 'getGroup' | 'searchGroups' | 'updateGroupProfile' | 'deleteGroup'
>;

type MemberHandlers = Pick<Handlers, 'listMembers' | 'addMember' | 'removeMember'>;

export function groupHandlers(parts: HandlerParts): ProfileHandlers & MemberHandlers {
  return { ...profileHandlers(parts), ...memberHandlers(parts) };
}

function profileHandlers({ services: { groups, authorityRemovals }, settings }: HandlerParts): ProfileHandlers {
  return {
    async createGroup({ params, query, body }) {
      return presentGroup(await groups.create(params.group, body, query.parent === '' ? undefined : query.parent));
    },
    async getGroup({ params }) {
      return { group: presentGroup(await groups.get(params.group)) };
    },
    async searchGroups({ query }, context) {
      const page = await groups.search(query.pattern, pageOfQuery(query, settings.pageSize), groupOrderOf(query));
      const written = await writtenPage(page.items, context, (group) => JSON.stringify(presentGroup(group)));
      return writePage('groups', page, written, context);
    },
    async updateGroupProfile({ params, body }) {
      await groups.update(params.group, body);
      return undefined;
    },
    async deleteGroup({ params }) {
      await authorityRemovals.group(params.group);
      return undefined;
    },
  };
}

function memberHandlers(parts: HandlerParts): MemberHandlers {
  const { memberships } = parts.services;
  return {
    async listMembers({ params, query }, context) {
      const filter = { pattern: query.pattern, type: query.authorityType };
      const page = await memberships.members(params.group, filter, pageOfQuery(query, parts.settings.pageSize));
      return writePage('authorities', page, await writtenAuthorities(page.items, parts, context), context);
    },
    async addMember({ params }, { caller }) {
      await memberships.add(params.group, personAt(params.member, caller));
      return undefined;
    },
    async removeMember({ params }, { caller }) {
      await memberships.remove(params.group, personAt(params.member, caller));
      return undefined;
    },
  };
}
