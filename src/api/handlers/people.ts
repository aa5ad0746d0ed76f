import type { HandlerParts, Handlers } from '../handlers.ts';
import { presentUser } from '../presenters/person.ts';

/** People (4.2). */
export function peopleHandlers({ services, settings }: HandlerParts): Pick<Handlers, 'createPerson' | 'getPerson'> {
  const { people } = services;
  const repository = settings.repository.id;
  return {
    async createPerson({ params, query, body }) {
      const person = await people.create({
        userName: params.person,
        ...body,
        password: query.password,
      });
      return presentUser(person, repository);
    },
    async getPerson({ params }, { caller }) {
      const person = await people.get(params.person === '-me-' ? caller.userName : params.person);
      return { person: presentUser(person, repository) };
    },
  };
}
