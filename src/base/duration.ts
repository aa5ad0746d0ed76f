const form =
  /^P(?:(\d+(?:\.\d+)?)W)?(?:(\d+(?:\.\d+)?)D)?(?:T(?:(\d+(?:\.\d+)?)H)?(?:(\d+(?:\.\d+)?)M)?(?:(\d+(?:\.\d+)?)S)?)?$/;

const unitMilliseconds = [604_800_000, 86_400_000, 3_600_000, 60_000, 1_000];

/**
 * Reads an ISO 8601 duration of fixed length (`PT1H`, `P10D`, `PT0.5S`) into milliseconds.
 * Months and years have no fixed length and are not supported. Undefined if the text is not such a duration.
 */
export function parseDuration(text: string): number | undefined {
  const parts = form.exec(text)?.slice(1);
  if (parts === undefined || parts.every((part) => part === undefined)) return undefined;
  return parts.reduce((sum, part, index) => sum + Number(part ?? 0) * (unitMilliseconds[index] ?? 0), 0);
}
