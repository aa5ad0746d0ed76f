import { allowedOriginsOf } from '../../../domain/identity/app-entry.ts';
import type { Seams } from '../../../ports/seams.ts';
import { unlessDamaged } from '../../records/damaged-records.ts';

/** The origins of web pages that the registrations of apps list. */
export type AppOrigins = () => Promise<ReadonlySet<string>>;

/** Reads the origins again only after an app was registered or removed, because browsers send an origin with many requests. */
export function createAppOrigins({ store }: Pick<Seams, 'store'>): AppOrigins {
  let known: Promise<ReadonlySet<string>> | undefined;
  store.onCommit((kind) => {
    if (kind === 'apps') known = undefined;
  });

  const read = async (): Promise<ReadonlySet<string>> => {
    const origins = new Set<string>();
    for await (const id of store.apps.keys()) {
      const app = await unlessDamaged(store.apps.get(id));
      for (const origin of app === undefined ? [] : allowedOriginsOf(app)) origins.add(origin);
    }
    return origins;
  };

  return () => {
    known ??= read().catch((error: unknown) => {
      known = undefined;
      throw error;
    });
    return known;
  };
}
