import { createHash } from 'node:crypto';
import type { NodeId } from '../../base/ids.ts';

/**
 * The ID of the node for an entry with an ID of the client's own. The same person and entry always result in the same ID, and
 * different people in different ones, even if they have the same user name one after the other. A UUID of version 8 (RFC 9562, 5.8) from a SHA-256.
 */
export function entryNodeId(person: string, entry: string): NodeId {
  const bytes = createHash('sha256')
    .update(JSON.stringify([person, entry]))
    .digest();
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x80, 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  const hex = bytes.toString('hex', 0, 16);
  const parts = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)];
  return parts.join('-') as NodeId;
}
