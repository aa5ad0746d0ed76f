import { RepositoryError } from '../../base/errors/errors.ts';
import { mayBecomeAdministrator } from '../../domain/identity/app-entry.ts';
import type { AppRecord } from '../../domain/identity/sign-in-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Callers } from '../access/callers.ts';
import type { TicketService } from '../authentication/tickets.ts';
import type { KnownPerson, PeopleService } from './people.ts';

/** A person as the repository knows them, and the app's ticket for them. */
export interface AppSignIn {
  readonly userName: string;
  readonly ticket: string;
}

/** Lets applications act for people. */
export interface AppSignInService {
  /**
   * Makes the person, or changes what is said of them. Rejects with `Forbidden` for an administrator, unless the entry
   * of the app says `allow_admin`, and with `BadRequest` for what cannot be a user name.
   */
  signIn(app: AppRecord, person: KnownPerson): Promise<AppSignIn>;
}

export function createAppSignInService(
  { log }: Pick<Seams, 'log'>,
  callers: Callers,
  people: Pick<PeopleService, 'ensure'>,
  tickets: Pick<TicketService, 'open'>,
): AppSignInService {
  const requireAllowed = async (app: AppRecord, userName: string): Promise<void> => {
    if (mayBecomeAdministrator(app) || (await callers.of(userName))?.isAdmin !== true) return;
    log.warn('An app asked for a ticket of an administrator and was refused.', { app: app.id, person: userName });
    throw new RepositoryError(
      'Forbidden',
      `The app ${app.id} may not sign in administrators: its entry would need allow_admin = true.`,
    );
  };

  return {
    async signIn(app, person) {
      await requireAllowed(app, person.userName);
      const { userName, credentialStamp } = await people.ensure(person);
      const ticket = await tickets.open(app, { userName, credentialStamp });
      log.info('An app signed somebody in.', { app: app.id, person: userName });
      return { userName, ticket };
    },
  };
}
