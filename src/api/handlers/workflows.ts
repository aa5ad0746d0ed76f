import { authorityTypeOf } from '../../domain/access/authorities.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import { presentAuthor } from '../presenters/annotations.ts';
import { nodeAt } from '../request/node-address.ts';

export function workflowHandlers({ services }: HandlerParts): Pick<Handlers, 'getWorkflow' | 'addWorkflowEntry'> {
  const { workflows, systemFolders } = services;
  return {
    async getWorkflow({ params }, { caller }) {
      const history = await workflows.history(caller, nodeAt(params.node, caller, systemFolders));
      return history.map(({ entry: { time, status, comment, ...entry }, editor }) => ({
        time,
        editor: presentAuthor(entry.editor, editor),
        receiver: entry.receiver.map((name) => ({ authorityName: name, authorityType: authorityTypeOf(name) })),
        status,
        comment,
      }));
    },
    async addWorkflowEntry({ params, body }, { caller }) {
      const receiver = (body.receiver ?? []).map(({ authorityName }) => authorityName);
      const entry = { receiver, status: body.status, comment: body.comment ?? '' };
      await workflows.add(caller, nodeAt(params.node, caller, systemFolders), entry);
      return undefined;
    },
  };
}
