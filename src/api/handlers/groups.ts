import type { HandlerParts, Handlers } from '../handler.ts';
import { presentGroup } from '../presenters/group.ts';
import { pageOfQuery, writePage } from '../presenters/paging.ts';
import { presentUser } from '../presenters/person.ts';
import { personAt } from '../request/person-address.ts';
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
      return presentGroup(await groups.create(params.group, body, query.parent));
    },
    async getGroup({ params }) {
      return { group: presentGroup(await groups.get(params.group)) };
    },
    async searchGroups({ query }, context) {
      const page = await groups.search(query.pattern, pageOfQuery(query, settings.pageSize));
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

function memberHandlers({ services: { memberships, personViews }, settings }: HandlerParts): MemberHandlers {
  const repository = settings.repository.id;
  return {
    async listMembers({ params, query }, context) {
      const filter = { pattern: query.pattern, type: query.authorityType };
      const page = await memberships.members(params.group, filter, pageOfQuery(query, settings.pageSize));
      const viewOf = await personViews.reader();
      const written = await writtenPage(page.items, context, async (name) => {
        const member = await memberships.read(name);
        if (member === undefined) return undefined;
        return JSON.stringify(
          member.type === 'GROUP' ? presentGroup(member.group) : presentUser(await viewOf(member.person), repository),
        );
      });
      return writePage('authorities', page, written, context);
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
