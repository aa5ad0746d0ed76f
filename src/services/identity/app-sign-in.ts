import { RepositoryError } from '../../base/errors/errors.ts';
import { mayBecomeAdministrator } from '../../domain/identity/app-entry.ts';
import type { AppRecord } from '../../domain/identity/sign-in-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Callers } from '../access/callers.ts';
import type { TicketService } from '../authentication/tickets.ts';
import type { KnownPerson, PeopleService } from './people.ts';

/** A person whom an app signed in, with the app's ticket for this person. */
interface AppSignIn {
  readonly userName: string;
  readonly ticket: string;
}

export interface AppSignInService {
  /**
   * Creates the person or updates the profile, and opens a ticket. Rejects with `Forbidden` for a blocked person, and for
   * an administrator unless the app's registration sets `allow_admin`, and with `BadRequest` for an invalid user name.
   */
  signIn(app: AppRecord, person: KnownPerson): Promise<AppSignIn>;
}

export function createAppSignInService(
  { log }: Pick<Seams, 'log'>,
  callers: Callers,
  people: Pick<PeopleService, 'ensure' | 'find'>,
  tickets: Pick<TicketService, 'open'>,
): AppSignInService {
  const requireAllowed = async (app: AppRecord, userName: string): Promise<void> => {
    if (mayBecomeAdministrator(app) || (await callers.of(userName))?.isAdmin !== true) return;
    log.warn('An app was refused a ticket for an administrator.', { app: app.id, person: userName });
    throw new RepositoryError(
      'Forbidden',
      `The app ${app.id} may not sign in administrators. To allow it, set allow_admin = true in its registration.`,
    );
  };

  const requireNotBlocked = async (userName: string): Promise<void> => {
    if ((await people.find(userName))?.blocked !== true) return;
    throw new RepositoryError('Forbidden', `The account ${userName} is blocked. Ask an administrator.`);
  };

  return {
    async signIn(app, person) {
      await requireNotBlocked(person.userName);
      await requireAllowed(app, person.userName);
      const { userName, credentialStamp } = await people.ensure(person);
      const ticket = await tickets.open(app, { userName, credentialStamp });
      log.info('An app signed a person in.', { app: app.id, person: userName });
      return { userName, ticket };
    },
  };
}
