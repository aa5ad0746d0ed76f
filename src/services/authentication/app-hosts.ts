import { RepositoryError } from '../../base/errors/errors.ts';
import { hostsOf } from '../../domain/identity/app-entry.ts';
import type { AppRecord } from '../../domain/identity/sign-in-records.ts';
import type { Seams } from '../../ports/seams.ts';

/**
 * Rejects with `Forbidden` where the app did not register the address that it calls from. An undefined one, this
 * machine's socket or process, is open to its operator alone, and passes; an empty one is not known, and is no host's.
 */
export type RequireAppHost = (app: AppRecord, address: string | undefined) => Promise<void>;

export function createRequireAppHost({ hosts }: Pick<Seams, 'hosts'>): RequireAppHost {
  const isAt = async (host: string, address: string): Promise<boolean> =>
    host === '*' || host === address || (await hosts.of(host)).includes(address);

  return async (app, address) => {
    if (address === undefined) return;
    for (const host of hostsOf(app)) if (await isAt(host, address)) return;
    throw new RepositoryError(
      'Forbidden',
      `The app ${app.id} is not registered for calls from ${address === '' ? 'an address that is not known' : address}: its entries host, host_aliases and domain do not name it.`,
    );
  };
}
