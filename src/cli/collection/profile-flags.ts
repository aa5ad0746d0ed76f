import { type Command, Option } from 'commander';
import type { Operations } from '../../contract/index.ts';
import type { Arguments } from '../../contract/operation.ts';

type Body = Arguments<Operations['updateCollection']>['body'];

/** The profile of a collection, as the REST interface expects it. */
export type CollectionProfileInput = NonNullable<Body['collection']>;

export interface CollectionFlags {
  readonly title?: string;
  readonly description?: string;
  readonly color?: string;
  readonly scope?: NonNullable<CollectionProfileInput['scope']>;
}

const scopes = ['MY', 'EDU_GROUPS', 'EDU_ALL', 'CUSTOM'] as const satisfies readonly CollectionFlags['scope'][];

/**
 * The scopes that a listing accepts. `RECENT` lists all collections, the most recently changed first; the last two list those
 * of a collection type.
 */
export const listScopes = [...scopes, 'RECENT', 'TYPE_EDITORIAL', 'TYPE_MEDIA_CENTER'] as const;

/** Declares the options for the profile of a collection, except its title. */
export const declareCollection = (command: Command): Command =>
  command
    .addOption(
      new Option('--scope <scope>', 'who can read the collection: EDU_ALL for everyone, MY for you alone').choices(
        scopes,
      ),
    )
    .option('--description <text>', 'description of the collection')
    .option('--color <color>', "color, such as '#975B5D'");

export const readCollection = ({ title, description, color, scope }: CollectionFlags): CollectionProfileInput => ({
  ...(title === undefined ? {} : { title }),
  ...(description === undefined ? {} : { description }),
  ...(color === undefined ? {} : { color }),
  ...(scope === undefined ? {} : { scope }),
});
