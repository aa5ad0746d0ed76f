import { RepositoryError } from '../../base/errors/errors.ts';
import { appProperty, mayBecomeAdministrator } from '../../domain/identity/app-entry.ts';
import type { AppRecord } from '../../domain/identity/sign-in-records.ts';
import { scopedUserName } from '../../domain/network/connected-repository.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Callers } from '../access/callers.ts';
import type { TicketService } from '../authentication/tickets.ts';
import type { UserNames } from '../records/user-names.ts';
import { firstAdmin } from './bootstrap.ts';
import type { KnownPerson, PeopleService } from './people.ts';

/** A person whom an app signed in, with the app's ticket for this person. */
interface AppSignIn {
  readonly userName: string;
  readonly ticket: string;
}

export interface AppSignInService {
  /**
   * Creates the person or updates the profile, and opens a ticket. Rejects with `Forbidden` for a blocked person, and for
   * an administrator unless the app's registration sets `allow_admin`, and with `BadRequest` for an invalid user name. The
   * person named `admin` of an app without `allow_admin` is another person than the administrator, and gets the account
   * `admin@<app ID>`.
   */
  signIn(app: AppRecord, person: KnownPerson): Promise<AppSignIn>;
}

const isRepository = (app: AppRecord): boolean => appProperty(app, 'type') === 'REPOSITORY';

/**
 * The people of another repository get accounts of their own, so that it cannot sign in as a person of this one. So does the
 * person `admin` that most platforms have.
 */
const isScoped = (app: AppRecord, userName: string): boolean =>
  isRepository(app) || (userName === firstAdmin && !mayBecomeAdministrator(app));

const accountOf = (app: AppRecord, userName: string): string =>
  isScoped(app, userName) ? scopedUserName(userName, app.id) : userName;

export function createAppSignInService(
  { log }: Pick<Seams, 'log'>,
  callers: Callers,
  people: Pick<PeopleService, 'ensure' | 'find'>,
  tickets: Pick<TicketService, 'open'>,
  userNames: Pick<UserNames, 'spelled'>,
): AppSignInService {
  const requireAllowed = async (app: AppRecord, userName: string): Promise<void> => {
    if (mayBecomeAdministrator(app) || (await callers.of(userName))?.isAdmin !== true) return;
    log.warn('An app was refused a ticket for an administrator.', { app: app.id, person: userName });
    throw new RepositoryError(
      'Forbidden',
      `The app ${app.id} may not sign in administrators. To allow it, set allow_admin = true in its registration.`,
    );
  };

  /** Accounts of another repository have no password, so one with a password belongs to a person of this one. */
  const requireOwnAccount = async (app: AppRecord, userName: string): Promise<void> => {
    if (!isRepository(app) || ((await people.find(userName))?.passwordHash ?? null) === null) return;
    throw new RepositoryError(
      'Forbidden',
      `${userName} has a password here, so ${app.id} may not sign in as ${userName}.`,
    );
  };

  const requireNotBlocked = async (userName: string): Promise<void> => {
    if ((await people.find(userName))?.blocked !== true) return;
    throw new RepositoryError('Forbidden', `The account ${userName} is blocked. Ask an administrator.`);
  };

  return {
    async signIn(app, { userName: stated, ...facts }) {
      const person = { ...facts, userName: userNames.spelled(accountOf(app, userNames.spelled(stated))) };
      await requireNotBlocked(person.userName);
      await requireAllowed(app, person.userName);
      await requireOwnAccount(app, person.userName);
      const { userName, credentialStamp } = await people.ensure(person);
      const ticket = await tickets.open(app, { userName, credentialStamp });
      log.info('An app signed a person in.', { app: app.id, person: userName });
      return { userName, ticket };
    },
  };
}
