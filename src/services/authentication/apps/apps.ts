import { badRequest, notFound } from '../../../base/errors/errors.ts';
import { appIdProblem, isSecretProperty } from '../../../domain/identity/app-entry.ts';
import type { AppRecord } from '../../../domain/identity/sign-in-records.ts';
import type { Seams } from '../../../ports/seams.ts';
import type { Change } from '../../../ports/store.ts';
import { deleteUsagesOfApp } from '../../records/usage-records.ts';
import { appKey } from './app-keys.ts';

/** The registered apps. */
export interface AppService {
  /** Registers an app with its own properties. Rejects with `BadRequest` if they are invalid or the ID is taken. */
  register(properties: ReadonlyMap<string, string>): Promise<AppRecord>;
  /** All registered apps, ordered by ID. */
  list(): Promise<readonly AppRecord[]>;
  find(id: string): Promise<AppRecord | undefined>;
  /**
   * Removes an app, and ends all its tickets. Deletes its usages, unless `keepUsages` is set: an app that is registered again
   * with the same ID finds them.
   */
  remove(id: string, options: { readonly keepUsages: boolean }): Promise<void>;
}

const maxValueLength = 20_000;

/** The number of usages deleted in one change. Other changes can run in between. */
const usagesPerStep = 500;

/** Checks the properties of a registration, and returns the app's ID. Throws `BadRequest` if the properties are invalid. */
function requireValid(properties: ReadonlyMap<string, string>): string {
  const id = properties.get('appid') ?? '';
  if (id === '') throw badRequest('The registration has no appid. Add an entry with this key and the ID of the app.');
  const problem = appIdProblem(id);
  if (problem !== undefined) throw badRequest(problem);
  if ((properties.get('type') ?? '') === '') {
    throw badRequest('The registration has no type. Add an entry with this key, such as type = LMS.');
  }
  const long = [...properties].find(([name, value]) => name.length > 200 || value.length > maxValueLength);
  if (long !== undefined)
    throw badRequest(`The entry ${long[0].slice(0, 50)} of the registration is too long. Shorten or remove it.`);
  const publicKey = properties.get('public_key') ?? '';
  const key = publicKey === '' ? undefined : appKey(publicKey);
  if (typeof key === 'string') throw badRequest(`The public_key of the registration cannot be used: ${key}.`);
  return id;
}

/**
 * Deletes some usages of an app, and the app with the last ones. Resolves to whether the app is removed. If the server
 * stops in between, the app is still registered.
 */
async function removeStep(change: Change, id: string, keepUsages: boolean): Promise<boolean> {
  if (!(await change.apps.has(id))) throw notFound('App', id.slice(0, 100));
  if (!keepUsages && !(await deleteUsagesOfApp(change, id, usagesPerStep))) return false;
  change.apps.delete(id);
  return true;
}

export function createAppService(seams: Pick<Seams, 'store' | 'clock' | 'randomness'>): AppService {
  const { store, clock, randomness } = seams;
  return {
    async register(properties) {
      const id = requireValid(properties);
      const app: AppRecord = {
        id,
        properties: [...properties].filter(([name]) => !isSecretProperty(name)),
        stamp: randomness.secret(),
        registeredAt: clock.now().toISOString(),
      };
      await store.change(async (change) => {
        if (await change.apps.has(id)) {
          throw badRequest(`The appId is already in registry: ${id}. Remove the app first, or choose another appid.`);
        }
        change.apps.put(id, app);
      });
      return app;
    },
    async list() {
      const apps: AppRecord[] = [];
      for await (const [, app] of store.apps.entries()) apps.push(app);
      return apps;
    },
    find: (id) => store.apps.get(id),
    async remove(id, { keepUsages }) {
      while (!(await store.change((change) => removeStep(change, id, keepUsages))));
    },
  };
}
