import type { HandlerParts } from '../handler.ts';
import { presentGroup } from '../presenters/group.ts';
import { presentUser } from '../presenters/person.ts';
import type { RequestContext } from '../request-context.ts';
import { type WrittenPage, writtenPage } from './page-stream.ts';

/** Writes groups and people by name, until the response is full. */
export async function writtenAuthorities(
  names: readonly string[],
  { services: { memberships, personViews }, settings }: Pick<HandlerParts, 'services' | 'settings'>,
  context: RequestContext,
): Promise<WrittenPage> {
  const viewOf = await personViews.reader();
  return writtenPage(names, context, async (name) => {
    const member = await memberships.read(name);
    if (member === undefined) return undefined;
    return JSON.stringify(
      member.type === 'GROUP'
        ? presentGroup(member.group)
        : presentUser(await viewOf(member.person), settings.repository.id),
    );
  });
}
