import type { HandlerParts, Handlers } from '../handler.ts';
import { presentGroup } from '../presenters/group.ts';
import { pageOfQuery, writePage } from '../presenters/paging.ts';
import { presentGuest, presentUser } from '../presenters/person.ts';
import { personOrderOf } from '../request/authority-query.ts';
import { personAt } from '../request/person-address.ts';
import { writtenAuthorities } from '../response/authority-page.ts';
import { writtenPage } from '../response/page-stream.ts';

type ReadHandlers = Pick<Handlers, 'getPerson' | 'searchPeople' | 'listMemberships'>;

type AuthorityHandlers = Pick<Handlers, 'searchAuthorities'>;

type ChangeHandlers = Pick<
  Handlers,
  'createPerson' | 'generatePasswords' | 'updatePersonProfile' | 'setPersonCredential' | 'deletePerson'
>;

export function peopleHandlers(parts: HandlerParts): ReadHandlers & AuthorityHandlers & ChangeHandlers {
  return { ...readHandlers(parts), ...authorityHandlers(parts), ...changeHandlers(parts) };
}

function readHandlers({ services: { people, personViews, memberships }, settings }: HandlerParts): ReadHandlers {
  const repository = settings.repository.id;
  return {
    async getPerson({ params }, { caller }) {
      if (caller.kind === 'guest') return { person: presentGuest(caller.userName, repository) };
      const person = await people.get(personAt(params.person, caller));
      return { person: presentUser(await personViews.view(person), repository) };
    },
    async searchPeople({ query }, context) {
      const page = await people.search(query.pattern, pageOfQuery(query, settings.pageSize), personOrderOf(query));
      const viewOf = await personViews.reader();
      const written = await writtenPage(page.items, context, async (name) => {
        const person = await people.find(name);
        return person && JSON.stringify(presentUser(await viewOf(person), repository));
      });
      return writePage('users', page, written, context);
    },
    async listMemberships({ params, query }, context) {
      const person = personAt(params.person, context.caller);
      const page = await memberships.groupsOf(person, query.pattern, pageOfQuery(query, settings.pageSize));
      const written = await writtenPage(page.items, context, (group) => JSON.stringify(presentGroup(group)));
      return writePage('groups', page, written, context);
    },
  };
}

function authorityHandlers(parts: HandlerParts): AuthorityHandlers {
  const { authoritySearch } = parts.services;
  return {
    async searchAuthorities({ query }, context) {
      const pageRequest = pageOfQuery(query, parts.settings.pageSize);
      const page = await authoritySearch.search(query.pattern, query.groupType, pageRequest);
      return writePage('authorities', page, await writtenAuthorities(page.items, parts, context), context);
    },
  };
}

function changeHandlers({ services, settings }: HandlerParts): ChangeHandlers {
  const { people, personViews, credentials, authorityRemovals } = services;
  return {
    async createPerson({ params, query, body }) {
      const { firstName, lastName, email, primaryAffiliation } = body;
      const profile = { firstName, lastName, email, primaryAffiliation };
      const password = body.password ?? query.password;
      const person = await people.create({ userName: params.person, password, ...profile });
      return presentUser(await personViews.view(person), settings.repository.id);
    },
    async generatePasswords({ query }) {
      return { passwords: Array.from({ length: query.count }, () => people.generatePassword()) };
    },
    async updatePersonProfile({ params, body }, { caller }) {
      await people.update(caller, personAt(params.person, caller), body);
      return undefined;
    },
    async setPersonCredential({ params, body }, { caller, clientAddress }) {
      const { oldPassword, newPassword } = body;
      const person = personAt(params.person, caller);
      await credentials.setPassword(caller, person, { oldPassword, newPassword }, clientAddress);
      return undefined;
    },
    async deletePerson({ params, query }, { caller }) {
      const userName = personAt(params.person, caller);
      const newOwner = query.owner === undefined ? undefined : personAt(query.owner, caller);
      await authorityRemovals.person(caller, userName, newOwner);
      return undefined;
    },
  };
}
