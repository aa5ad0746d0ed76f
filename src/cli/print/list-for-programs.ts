import type { Context } from '../program/context.ts';
import type { ListView } from './view.ts';

/** Whether the user asked for output in a format or with fields. Otherwise, a change prints no data. */
export const isForPrograms = ({ globals }: Context): boolean =>
  (globals.output ?? 'table') !== 'table' || globals.fields !== undefined;

/** Prints what a command changed in the format of `-o`. Prints no table: it would only repeat what the user named. */
export async function listForPrograms<T>(
  items: AsyncIterable<T> | Iterable<T>,
  view: ListView<T>,
  context: Context,
): Promise<void> {
  if (!isForPrograms(context)) for await (const _ of items);
  else await (await context.printer()).list(items, view);
}
