import type { Command } from 'commander';
import { usageFailure } from '../program/failure.ts';

/** What of a node is copied to another repository besides its content and metadata. */
export interface NodeParts {
  /** The earlier contents. */
  readonly versions: boolean;
  /** Who may do what. */
  readonly permissions: boolean;
}

export interface NodePartFlags {
  readonly versions?: true;
  readonly permissions?: true;
}

export const declareNodeParts = (command: Command): Command =>
  command
    .option('--versions', 'also copy the earlier versions of files (between repositories)')
    .option(
      '--permissions',
      'also copy the access of people and groups that both repositories have by name (between repositories)',
    );

export const readNodeParts = ({ versions, permissions }: NodePartFlags): NodeParts => ({
  versions: versions === true,
  permissions: permissions === true,
});

/** Throws if something was chosen although nothing comes from another repository. */
export function requireNone({ versions, permissions }: NodeParts): void {
  if (!versions && !permissions) return;
  const option = versions ? '--versions' : '--permissions';
  throw usageFailure(
    `${option} needs nodes of another repository.`,
    'Local files have neither versions nor permissions, and within a repository a copy starts without them.',
    `Leave out ${option}, or name the other repository: NAME:/PATH`,
  );
}
