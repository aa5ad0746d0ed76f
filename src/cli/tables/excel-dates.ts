const dayMs = 86_400_000;

/** The serial number of 1970-01-01, by the year from which a workbook counts (ISO/IEC 29500-1, 18.17.4.1). */
const epochs = { 1900: 25_569, 1904: 24_107 } as const;

/** The numbers of the predefined formats of dates and times (ISO/IEC 29500-1, 18.8.30). */
const isDateNumber = (id: number): boolean =>
  (id >= 14 && id <= 22) || (id >= 27 && id <= 36) || (id >= 45 && id <= 47) || (id >= 50 && id <= 58);

/** Whether a format of cells shows a date or a time. Texts, colours and conditions in it do not count. */
export const isDateFormat = (id: number, code: string | undefined): boolean =>
  code === undefined
    ? isDateNumber(id)
    : /[dmyhs]/i.test(code.replaceAll(/"[^"]*"|\\.|_.|\*.|\[(?!h+\]|m+\]|s+\])[^\]]*\]|general/gi, ''));

/** A serial number as an ISO date, with the time if there is one; only the time for a number below 1. */
export function excelDate(serial: number, from: keyof typeof epochs): string {
  // Serial numbers count 1900-02-29, a day that never was.
  const days = from === 1900 && serial < 60 && serial >= 1 ? serial + 1 : serial;
  const text = new Date(Math.round(((days - epochs[from]) * dayMs) / 1000) * 1000).toISOString();
  const time = text.slice(11, 19);
  if (serial > 0 && serial < 1) return time;
  return time === '00:00:00' ? text.slice(0, 10) : `${text.slice(0, 10)}T${time}`;
}
