import { badRequest, notFound } from '../../base/errors/errors.ts';
import { appIdProblem, isSecretProperty } from '../../domain/identity/app-entry.ts';
import type { AppRecord } from '../../domain/identity/sign-in-records.ts';
import type { Seams } from '../../ports/seams.ts';
import { appKey } from './app-keys.ts';

/** The applications that may sign their calls. */
export interface AppService {
  /** By the properties of the app, as it writes them itself. What cannot be used, or is there already, is `BadRequest`. */
  register(properties: ReadonlyMap<string, string>): Promise<AppRecord>;
  /** In the order of their ids. */
  list(): Promise<readonly AppRecord[]>;
  find(id: string): Promise<AppRecord | undefined>;
  /** Ends what it signed in, too. */
  remove(id: string): Promise<void>;
}

const longestValue = 20_000;

/** What is needed of an app, or `BadRequest` with what is wrong. */
function requireUsable(properties: ReadonlyMap<string, string>): string {
  const id = properties.get('appid') ?? '';
  if (id === '') throw badRequest('The registration has no appid: name the app in an entry of this key.');
  const problem = appIdProblem(id);
  if (problem !== undefined) throw badRequest(problem);
  if ((properties.get('type') ?? '') === '') {
    throw badRequest('The registration has a missing type: add an entry of this key, such as LMS.');
  }
  const long = [...properties].find(([name, value]) => name.length > 200 || value.length > longestValue);
  if (long !== undefined) throw badRequest(`The entry ${long[0].slice(0, 50)} of the registration is too long.`);
  const publicKey = properties.get('public_key') ?? '';
  const key = publicKey === '' ? undefined : appKey(publicKey);
  if (typeof key === 'string') throw badRequest(`The public_key of the registration cannot be used: ${key}.`);
  return id;
}

export function createAppService(seams: Pick<Seams, 'store' | 'clock' | 'randomness'>): AppService {
  const { store, clock, randomness } = seams;
  return {
    async register(properties) {
      const id = requireUsable(properties);
      const app: AppRecord = {
        id,
        properties: [...properties].filter(([name]) => !isSecretProperty(name)),
        stamp: randomness.secret(),
        registeredAt: clock.now().toISOString(),
      };
      await store.change(async (change) => {
        if (await change.apps.has(id)) {
          throw badRequest(`The appId is already in registry: ${id}. Remove the app first, or take another appid.`);
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
    remove: (id) =>
      store.change(async (change) => {
        if (!(await change.apps.has(id))) throw notFound('App', id.slice(0, 100));
        change.apps.delete(id);
      }),
  };
}
