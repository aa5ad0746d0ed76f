import { type Command, Option } from 'commander';
import type { Operations } from '../../contract/index.ts';
import type { Arguments } from '../../contract/operation.ts';

type Body = Arguments<Operations['updateCollection']>['body'];

/** What can be said of a collection, as it goes to a repository. */
export type CollectionProfileInput = NonNullable<Body['collection']>;

export interface CollectionFlags {
  readonly title?: string;
  readonly description?: string;
  readonly color?: string;
  readonly scope?: NonNullable<CollectionProfileInput['scope']>;
}

/** In the words of the interface. */
const scopes = ['MY', 'EDU_GROUPS', 'EDU_ALL', 'CUSTOM'] as const satisfies readonly CollectionFlags['scope'][];

/** The same, and the latest first. */
export const listScopes = [...scopes, 'RECENT'] as const;

/** Declares the options by which a command is told what is said of a collection, besides its title. */
export const declareCollection = (command: Command): Command =>
  command
    .addOption(
      new Option('--scope <circle>', 'for whom it is: EDU_ALL lets everybody read, MY nobody else').choices(scopes),
    )
    .option('--description <text>', 'what it is about')
    .option('--color <color>', "such as '#975B5D'");

/** What was said of a collection; nothing is said of what has no flag. */
export const readCollection = ({ title, description, color, scope }: CollectionFlags): CollectionProfileInput => ({
  ...(title === undefined ? {} : { title }),
  ...(description === undefined ? {} : { description }),
  ...(color === undefined ? {} : { color }),
  ...(scope === undefined ? {} : { scope }),
});
