import type { NodeId } from '../base/ids.ts';

/** Everything that must not be guessed. */
export interface Randomness {
  /** A new node id. */
  nodeId(): NodeId;
  /** 256 random bits as text, for sessions and tokens. */
  secret(): string;
}
