import { badRequest, notFound } from '../../base/errors/errors.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { PersonRecord } from '../../domain/identity/person-records.ts';
import type { Seams } from '../../ports/seams.ts';
import type { Change, Collections } from '../../ports/store.ts';
import type { Callers } from '../access/callers.ts';
import { concernsAdministrators, requireAdministrator } from '../records/last-administrator.ts';
import { firstAdmin } from './bootstrap.ts';

/** Settings of people that are not part of their profile. Rejects with `NotFound` for an unknown person. */
export interface PersonSettingsService {
  /** The JSON text that clients stored; null if there is none. */
  preferences(userName: string): Promise<string | null>;
  /** Replaces the stored text. Rejects with `BadRequest` if it is not JSON. */
  setPreferences(userName: string, text: string): Promise<void>;
  /** Shows the e-mail address to other people, or hides it. */
  showMail(userName: string, shown: boolean): Promise<void>;
  /**
   * Lets a person sign in or not, from the commit on. Rejects with `BadRequest` if the caller would block themselves, the
   * account of the command line, or the last administrator who can sign in.
   */
  setBlocked(caller: Caller, userName: string, blocked: boolean): Promise<void>;
}

async function requirePerson(store: Pick<Collections, 'people'>, userName: string): Promise<PersonRecord> {
  const person = await store.people.get(userName);
  if (person === undefined) throw notFound('Person', userName);
  return person;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function requireBlockable(caller: Caller, userName: string): void {
  if (userName === caller.userName) throw badRequest('You cannot block yourself. Ask another administrator.');
  if (userName !== firstAdmin) return;
  throw badRequest(
    `${firstAdmin} cannot be blocked, because the command line on the server acts as this person. Set a new password instead.`,
  );
}

/** The person with or without the flag. Flags that do not apply are missing in the record. */
function flagged(person: PersonRecord, flag: 'blocked' | 'hidesMail', value: boolean): PersonRecord {
  const { [flag]: _, ...others } = person;
  return value ? { ...others, [flag]: true } : others;
}

export function createPersonSettingsService(
  { store, randomness }: Pick<Seams, 'store' | 'randomness'>,
  callers: Callers,
): PersonSettingsService {
  const changePerson = (userName: string, write: (change: Change, before: PersonRecord) => Promise<void> | void) =>
    store.change(async (change) => write(change, await requirePerson(change, userName)));

  return {
    async preferences(userName) {
      const { id } = await requirePerson(store, userName);
      return (await store.preferences.get(id))?.text ?? null;
    },
    async setPreferences(userName, text) {
      if (!isJson(text)) {
        throw badRequest('The preferences are not valid JSON. Send a JSON text, such as {"language": "de"}.');
      }
      await changePerson(userName, (change, { id }) => change.preferences.put(id, { text }));
    },
    showMail: (userName, shown) =>
      changePerson(userName, (change, person) => change.people.put(userName, flagged(person, 'hidesMail', !shown))),
    async setBlocked(caller, userName, blocked) {
      if (blocked) requireBlockable(caller, userName);
      await changePerson(userName, async (change, person) => {
        // Tickets, sessions and uploads end with the credentials, so that unblocking revives none of them.
        const credentialStamp = blocked ? randomness.secret() : person.credentialStamp;
        change.people.put(userName, flagged({ ...person, credentialStamp }, 'blocked', blocked));
        if (blocked && (await concernsAdministrators(change, userName))) await requireAdministrator(change);
        change.afterCommit(() => callers.forget(userName));
      });
    },
  };
}
