const timeFormat = new Intl.DateTimeFormat('de-DE', {
  timeZone: 'Europe/Berlin',
  dateStyle: 'medium',
  timeStyle: 'medium',
});

const dateFormat = new Intl.DateTimeFormat('de-DE', { timeZone: 'Europe/Berlin', dateStyle: 'medium' });

/** Date and time in Berlin, such as `10.03.2026, 13:00:00` (output rule 5). */
export const germanTime = (at: Date | string): string => timeFormat.format(new Date(at));

/** The date in Berlin, such as `10.03.2026`. */
export const germanDate = (at: Date | string): string => dateFormat.format(new Date(at));
