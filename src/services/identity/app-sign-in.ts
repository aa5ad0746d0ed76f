import { RepositoryError } from '../../base/errors/errors.ts';
import { mayBecomeAdministrator } from '../../domain/identity/app-entry.ts';
import type { AppRecord } from '../../domain/identity/sign-in-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Callers } from '../access/callers.ts';
import type { TicketService } from '../authentication/tickets.ts';
import { firstAdmin } from './bootstrap.ts';
import type { KnownPerson, PeopleService } from './people.ts';

/** A person whom an app signed in, with the app's ticket for this person. */
interface AppSignIn {
  readonly userName: string;
  readonly ticket: string;
}

export interface AppSignInService {
  /**
   * Creates the person or updates the profile, and opens a ticket. Rejects with `Forbidden` for an administrator, unless
   * the app's registration sets `allow_admin`, and with `BadRequest` for an invalid user name. The person named `admin` of an
   * app without `allow_admin` is another person than the administrator, and gets the account `admin@<app ID>`.
   */
  signIn(app: AppRecord, person: KnownPerson): Promise<AppSignIn>;
}

/** Most platforms have a person named `admin` of their own. */
const accountOf = (app: AppRecord, userName: string): string =>
  userName === firstAdmin && !mayBecomeAdministrator(app) ? `${userName}@${app.id}` : userName;

export function createAppSignInService(
  { log }: Pick<Seams, 'log'>,
  callers: Callers,
  people: Pick<PeopleService, 'ensure'>,
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

  return {
    async signIn(app, person) {
      const known = { ...person, userName: accountOf(app, person.userName) };
      await requireAllowed(app, known.userName);
      const { userName, credentialStamp } = await people.ensure(known);
      const ticket = await tickets.open(app, { userName, credentialStamp });
      log.info('An app signed a person in.', { app: app.id, person: userName });
      return { userName, ticket };
    },
  };
}
