import { createHmac } from 'node:crypto';
import { asNodeId } from '../../base/ids.ts';
import { endedLink, type UsedNodes } from '../../domain/access/caller.ts';
import { isSameHash } from '../../domain/identity/secret-hash.ts';
import type { UsageRecord } from '../../domain/usages/usage.ts';
import type { Seams } from '../../ports/seams.ts';
import { usageKey } from '../records/usage-records.ts';
import { nodesOfUsage } from './used-nodes.ts';

type UsageId = Pick<UsageRecord, 'node' | 'id'>;

/**
 * Links by which a browser reads the content and the preview of a used node without a sign-in. They are in the snippets that
 * an app shows to people without an account. A link works for eight to nine hours, but not after the usage was deleted or
 * the app was removed.
 */
export interface UsageLinks {
  /** The value of the query parameter of a link. It is the same for an hour, so that browsers can cache what it leads to. */
  create(usage: UsageId): Promise<string>;
  /** What the holder of a link may read; `endedLink` if it is forged or outdated, or if the usage is gone. */
  open(link: string): Promise<UsedNodes>;
}

/** 256 bits that only this repository knows, and that differ for each purpose. */
type SecretFor = (purpose: string) => Promise<Buffer>;

const hour = 3_600_000;
const minLifetime = 8 * hour;

const purpose = 'usage links';

export function createUsageLinks({ store, clock }: Pick<Seams, 'store' | 'clock'>, secretFor: SecretFor): UsageLinks {
  /** HMAC (RFC 2104) in Base64 for URLs. */
  const signatureOf = async (text: string): Promise<string> =>
    createHmac('sha256', await secretFor(purpose))
      .update(text)
      .digest('base64url');

  return {
    async create({ node, id }) {
      const until = Math.ceil((clock.now().getTime() + minLifetime) / hour) * hour;
      const text = [node, id, until].join('.');
      return `${text}.${await signatureOf(text)}`;
    },
    async open(link) {
      const [node = '', id = '', until = '', signature = '', ...rest] = link.split('.');
      const [nodeId, usageId] = [asNodeId(node), asNodeId(id)];
      const hasEnded = !(clock.now().getTime() < Number(until));
      if (nodeId === undefined || usageId === undefined || rest.length > 0 || hasEnded) return endedLink;
      // The usage comes first: without one there is no link, and reading the key creates it if it is missing.
      const usage = await store.usages.get(usageKey({ node: nodeId, id: usageId }));
      if (usage === undefined || !(await store.apps.has(usage.app))) return endedLink;
      const expected = await signatureOf([node, id, until].join('.'));
      return isSameHash(signature, expected) ? nodesOfUsage(store, usage) : endedLink;
    },
  };
}
