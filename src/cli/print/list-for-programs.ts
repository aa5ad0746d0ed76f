import type { Context } from '../program/context.ts';
import type { ListView } from './printer.ts';

/** Prints what a command changed in the format of `-o`. Prints no table: it would only repeat what the user named. */
export async function listForPrograms<T>(
  items: AsyncIterable<T> | Iterable<T>,
  view: ListView<T>,
  context: Context,
): Promise<void> {
  if ((context.globals.output ?? 'table') === 'table') for await (const _ of items);
  else await (await context.printer()).list(items, view);
}
