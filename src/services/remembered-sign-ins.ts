import type { Seams } from '../ports/seams.ts';
import type { Callers } from './callers.ts';
import type { Proof } from './proofs.ts';

/** What was shown from an address (undefined for this machine itself), and what it proved. */
export interface RememberedSignIns {
  get(shown: string, address: string | undefined): Proof | undefined;
  /** Where the proof is known only later: to be kept, if it is still now. */
  keep(shown: string, address: string | undefined, proof: Proof): void;
}

/**
 * Gives what is remembered now: nothing outlives any change in the repository, and nothing a minute, so that whatever
 * ends a sign-in ends it here at once, and what people show is not in memory for long.
 */
export type RememberSignIns = () => RememberedSignIns;

/** In milliseconds; far less than a password that was right counts without being checked again. */
const lifetime = 60_000;
const mostKept = 1_000;

/** No address has a line break. */
const keyOf = (shown: string, address: string | undefined): string => `${address ?? 'here'}\n${shown}`;

function createMemory(): RememberedSignIns {
  const proofs = new Map<string, Proof>();
  return {
    get: (shown, address) => proofs.get(keyOf(shown, address)),
    keep(shown, address, proof) {
      if (proofs.size < mostKept) proofs.set(keyOf(shown, address), proof);
    },
  };
}

export function createRememberedSignIns(
  { store, clock }: Pick<Seams, 'store' | 'clock'>,
  callers: Pick<Callers, 'generation'>,
): RememberSignIns {
  let memory = createMemory();
  let commit = store.lastCommit;
  let { generation } = callers;
  let until = 0;
  return () => {
    const now = clock.now().getTime();
    if (commit !== store.lastCommit || generation !== callers.generation || now >= until) {
      memory = createMemory();
      commit = store.lastCommit;
      ({ generation } = callers);
      until = now + lifetime;
    }
    return memory;
  };
}
