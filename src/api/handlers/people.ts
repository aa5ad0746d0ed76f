import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { presentGroup } from '../presenters/group.ts';
import { pageOfQuery, writePage } from '../presenters/paging.ts';
import { presentUser } from '../presenters/person.ts';
import { personAt } from '../request/person-address.ts';
import { writtenPage } from '../response/page-stream.ts';

type PeopleHandlers = Pick<
  Handlers,
  | 'createPerson'
  | 'getPerson'
  | 'searchPeople'
  | 'updatePersonProfile'
  | 'setPersonCredential'
  | 'deletePerson'
  | 'listMemberships'
>;

/** People (4.2). */
export function peopleHandlers({ services, settings }: HandlerParts): PeopleHandlers {
  const { people, personViews, credentials, authorityRemovals, memberships } = services;
  const repository = settings.repository.id;
  const present = async (person: PersonRecord) => presentUser(await personViews.view(person), repository);
  return {
    async createPerson({ params, query, body }) {
      const { firstName, lastName, email, primaryAffiliation } = body;
      const profile = { firstName, lastName, email, primaryAffiliation };
      const password = body.password ?? query.password;
      return present(await people.create({ userName: params.person, password, ...profile }));
    },
    async getPerson({ params }, { caller }) {
      return { person: await present(await people.get(personAt(params.person, caller))) };
    },
    async searchPeople({ query }, context) {
      const page = await people.search(query.pattern, pageOfQuery(query, settings.pageSize));
      const viewOf = await personViews.reader();
      const written = await writtenPage(page.items, context, async (name) => {
        const person = await people.find(name);
        return person && JSON.stringify(presentUser(await viewOf(person), repository));
      });
      return writePage('users', page, written, context);
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
      return { userName, owner: await authorityRemovals.person(caller, userName, newOwner) };
    },
    async listMemberships({ params, query }, context) {
      const person = personAt(params.person, context.caller);
      const page = await memberships.groupsOf(person, pageOfQuery(query, settings.pageSize));
      const written = await writtenPage(page.items, context, (group) => JSON.stringify(presentGroup(group)));
      return writePage('groups', page, written, context);
    },
  };
}
