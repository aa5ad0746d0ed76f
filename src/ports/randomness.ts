import type { NodeId } from '../base/ids.ts';

/** Random values that cannot be guessed. */
export interface Randomness {
  /** A new node ID, which sorts after those made before. It tells when it was made, so it is no secret. */
  nodeId(): NodeId;
  /** 256 random bits as text, for sessions and tokens. */
  secret(): string;
  /** A new RSA key pair of 2048 bits, as PEM: SPKI, and PKCS #8. */
  keyPair(): Promise<{ readonly publicKey: string; readonly privateKey: string }>;
}
