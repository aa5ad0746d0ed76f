import { RepositoryError } from '../../../base/errors/errors.ts';
import { hostsOf } from '../../../domain/identity/app-entry.ts';
import type { AppRecord } from '../../../domain/identity/sign-in-records.ts';
import type { Seams } from '../../../ports/seams.ts';

/**
 * Rejects with `Forbidden` if the app's registration does not include the address that it calls from. An undefined address
 * means a call through the socket or within the process. Only the operator can make such calls, so they are allowed. An
 * empty address is unknown and belongs to no host.
 */
export type RequireAppHost = (app: AppRecord, address: string | undefined) => Promise<void>;

export function createRequireAppHost({ hosts }: Pick<Seams, 'hosts'>): RequireAppHost {
  const isAt = async (host: string, address: string): Promise<boolean> =>
    host === '*' || host === address || (await hosts.of(host)).includes(address);

  return async (app, address) => {
    if (address === undefined) return;
    for (const host of hostsOf(app)) if (await isAt(host, address)) return;
    const from = address === '' ? 'an unknown address' : address;
    throw new RepositoryError(
      'Forbidden',
      `The app ${app.id} is not registered for calls from ${from}. Add the address to host, host_aliases or domain in its registration.`,
    );
  };
}
