import { badRequest } from '../../base/errors/errors.ts';
import { asNodeId, type NodeId } from '../../base/ids.ts';
import { authorityTypeOf } from '../../domain/access/authorities.ts';
import type { Caller } from '../../domain/access/caller.ts';
import type { AccessPlace } from '../../services/access/access-audits.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { mergedAces } from '../presenters/nodes/permissions.ts';
import { nodeAt } from '../request/node-address.ts';
import { personAt } from '../request/person-address.ts';

type AccessHandlers = Pick<Handlers, 'checkAccess' | 'auditAccess' | 'listSharedWithPerson' | 'findAuthorities'>;

const authorityOf = (name: string) => ({ authorityName: name, authorityType: authorityTypeOf(name) });

/** A user name; null for `-guest-`. */
const personOrGuestAt = (text: string, caller: Caller): string | null =>
  text === '-guest-' ? null : personAt(text, caller);

const presentPlace = ({ node, above, owner, inherits, entries, apps }: AccessPlace) => ({
  ...{ node, above, owner, inherited: inherits },
  permissions: mergedAces(entries).map(({ authority, permissions }) => ({ authority, permissions })),
  apps: [...apps],
});

function nodeAfter(after: string | undefined): NodeId | undefined {
  const id = after === undefined ? undefined : asNodeId(after);
  if (after === undefined || id !== undefined) return id;
  throw badRequest('"after" must be "next" of the page before.');
}

export const accessHandlers = ({ services }: HandlerParts): AccessHandlers => {
  const { accessChecks, accessAudits, sharedWithPeople, permissions, systemFolders } = services;
  return {
    async checkAccess({ params, query }, { caller }) {
      const person = personOrGuestAt(params.user, caller);
      const rights = await accessChecks.check(caller, nodeAt(params.node, caller, systemFolders), person, query.right);
      return {
        rights: rights.map(({ reasons, ...right }) => ({
          ...right,
          reasons: reasons.map((reason) => ({ ...reason, groups: [...reason.groups] })),
        })),
      };
    },
    async auditAccess({ params, query: { after, maxItems } }, { caller }) {
      const page = { after: nodeAfter(after), limit: maxItems };
      const { places, next } = await accessAudits.audit(caller, nodeAt(params.node, caller, systemFolders), page);
      return { places: places.map(presentPlace), next };
    },
    async listSharedWithPerson({ params, query: { after, maxItems: limit, everyone } }, { caller }) {
      const page = { after, limit, ...(everyone && { everyone }) };
      const { shared, next } = await sharedWithPeople.sharedWith(caller, personOrGuestAt(params.person, caller), page);
      return {
        shared: shared.map((each) => ({
          ...each,
          authority: authorityOf(each.authority),
          permissions: [...each.permissions],
        })),
        next,
      };
    },
    async findAuthorities({ params, query }, { caller }) {
      const meanings = await permissions.meanings(caller, nodeAt(params.node, caller, systemFolders), query.name);
      return { names: meanings.map(({ name, authorities }) => ({ name, authorities: authorities.map(authorityOf) })) };
    },
  };
};
