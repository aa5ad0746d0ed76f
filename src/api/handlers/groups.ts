import type { HandlerParts, Handlers } from '../handlers.ts';
import { personAt } from '../person-address.ts';
import { presentGroup } from '../presenters/group.ts';
import { pageOfQuery, presentPagination } from '../presenters/paging.ts';
import { presentUser } from '../presenters/person.ts';

type GroupHandlers = Pick<
  Handlers,
  | 'createGroup'
  | 'getGroup'
  | 'searchGroups'
  | 'updateGroupProfile'
  | 'deleteGroup'
  | 'listMembers'
  | 'addMember'
  | 'removeMember'
>;

/** Groups and who belongs to them (4.2). */
export function groupHandlers({ services, settings }: HandlerParts): GroupHandlers {
  const { groups, memberships, authorityRemovals, personViews } = services;
  const repository = settings.repository.id;
  return {
    async createGroup({ params, query, body }) {
      return presentGroup(await groups.create(params.group, body, query.parent));
    },
    async getGroup({ params }) {
      return { group: presentGroup(await groups.get(params.group)) };
    },
    async searchGroups({ query }) {
      const page = await groups.search(query.pattern, pageOfQuery(query, settings.pageSize));
      return { groups: page.items.map(presentGroup), pagination: presentPagination(page) };
    },
    async updateGroupProfile({ params, body }) {
      await groups.update(params.group, body);
      return undefined;
    },
    async deleteGroup({ params }) {
      await authorityRemovals.group(params.group);
      return undefined;
    },
    async listMembers({ params, query }) {
      const wanted = { pattern: query.pattern, type: query.authorityType };
      const page = await memberships.members(params.group, wanted, pageOfQuery(query, settings.pageSize));
      const people = page.items.flatMap((member) => (member.type === 'USER' ? [member.person] : []));
      const inGroup = page.items.flatMap((member) => (member.type === 'GROUP' ? [presentGroup(member.group)] : []));
      const users = (await personViews.views(people)).map((view) => presentUser(view, repository));
      // Groups come first, as the service lists them.
      return { authorities: [...inGroup, ...users], pagination: presentPagination(page) };
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
