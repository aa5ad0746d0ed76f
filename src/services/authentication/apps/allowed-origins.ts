import { allowedOriginsOf, webOriginOf } from '../../../domain/identity/app-entry.ts';
import type { AppService } from './apps.ts';

/** The web pages of other sites whose scripts may call this repository and read its responses (CORS). */
export interface AllowedOrigins {
  /** Whether the configuration or the registration of an app lists this origin. `origin` is the header of the request. */
  allow(origin: string): Promise<boolean>;
}

export function createAllowedOrigins(apps: Pick<AppService, 'list'>, configured: readonly string[]): AllowedOrigins {
  const always = new Set(configured.flatMap((text) => webOriginOf(text) ?? []));
  return {
    async allow(origin) {
      return always.has(origin) || (await apps.list()).some((app) => allowedOriginsOf(app).includes(origin));
    },
  };
}
