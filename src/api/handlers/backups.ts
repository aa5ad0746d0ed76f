import { badRequest, RepositoryError } from '../../base/errors/errors.ts';
import type { RecordPosition } from '../../services/backup/content-uses.ts';
import type { HandlerParts, Handlers } from '../handler.ts';
import type { Identity } from '../sign-in/identity.ts';

function requireOperator({ isOperator }: Identity): void {
  if (isOperator) return;
  throw new RepositoryError(
    'Forbidden',
    'Only the operator of the server can make a backup, because it writes to the disk of the server. Run edu-repo backup create on its machine, as the owner of the data directory and without EDU_REPO_USER or EDU_REPO_TOKEN.',
  );
}

const positionForm = /^(nodes|versions):(.+)$/s;

const writtenPosition = ({ kind, key }: RecordPosition): string => `${kind}:${key}`;

function readPosition(text: string): RecordPosition {
  const [, kind, key] = positionForm.exec(text) ?? [];
  if (key === undefined) throw badRequest('after is not the "next" of an earlier response.');
  return { kind: kind === 'versions' ? 'versions' : 'nodes', key };
}

export const backupHandlers = ({ services: { backups } }: HandlerParts): Pick<Handlers, 'backUpRepository'> => ({
  async backUpRepository({ body: { folder, previous, after } }, { identity }) {
    requireOperator(identity);
    const part = await backups.copyPart({ folder, previous }, after === undefined ? undefined : readPosition(after));
    const { copied, linked, bytes, next, completed } = part;
    return {
      ...{ copied, linked, bytes },
      next: next === undefined ? null : writtenPosition(next),
      commit: completed?.commit ?? null,
      problems: completed?.problems ?? null,
      lost: completed?.lost ?? null,
    };
  },
});
