import type { HarvestRecord } from '../../domain/harvests/harvest.ts';
import type { Seams } from '../../ports/seams.ts';

type FailedHarvest = Pick<HarvestRecord, 'id' | 'source' | 'target' | 'lastRun'>;

/** The values of the template `harvest`. */
export const harvestMailValues = (
  { id, source, target, lastRun }: FailedHarvest,
  { firstName, lastName }: { readonly firstName: string; readonly lastName: string },
): Readonly<Record<string, string>> => ({
  ...{ firstName, lastName, id, source, target },
  time: lastRun?.endedAt ?? '',
  reason: lastRun?.reason ?? '',
  problems: (lastRun?.problems ?? []).map(({ where, why }) => `${where}: ${why}`).join('\n'),
});

/** Tells the person who added a harvest about its last run. Rejects if they have no address, or the mail was not accepted. */
export async function sendHarvestMail(
  { store, mailer, mailTemplates }: Pick<Seams, 'store' | 'mailer' | 'mailTemplates'>,
  harvest: HarvestRecord,
): Promise<void> {
  const person = await store.people.get(harvest.addedBy);
  if (person?.id !== harvest.person || person.email === '')
    throw new Error(`${harvest.addedBy} has no e-mail address.`);
  const texts = await mailTemplates.fill('harvest', harvestMailValues(harvest, person));
  const id = `harvest-${harvest.id}-${Date.parse(harvest.lastRun?.endedAt ?? '')}`;
  await mailer.send({ ...texts, to: person.email, id });
}
