import { isLong } from '../parts/property-input.tsx';
import type { Metadata } from '../visit/metadata.ts';
import type { Visit } from '../visit/visit.ts';

/** Widgets whose list only suggests values. */
const takesAnyText = /^multivalue(?:Suggest)?Badges$/;

/** The texts that are not in the long list of a property, and were not there before. */
export function unlistedIn(
  metadata: Metadata,
  property: string,
  { values, before }: { readonly values: readonly string[]; readonly before: readonly string[] },
): ReadonlySet<string> {
  const widget = metadata.widgetOf(property);
  if (!isLong(metadata, property) || takesAnyText.test(widget?.type ?? '')) return new Set();
  const listed = new Set([...before, ...(widget?.values ?? []).map(({ id }) => id)]);
  return new Set(values.filter((each) => !listed.has(each)));
}

/** The property that a message of the interface names. One name may begin with another one. */
export const propertyIn = (message: string, properties: readonly string[]): string | undefined =>
  properties.filter((property) => message.includes(property)).sort((a, b) => b.length - a.length)[0];

/** What the interface expects of a value, by the end of its message. */
const expectations = [
  [/ Send a number /, 'edit.expected.number'],
  [/ Send a date /, 'edit.expected.date'],
  [/ Send true or false\.$/, 'edit.expected.boolean'],
  [/ takes one value, /, 'edit.expected.single'],
] as const;

/** Why the interface refused a property, in the language and the words of the page. */
export function refusalOf(
  { texts }: Visit,
  metadata: Metadata,
  message: string,
  { property, values }: { readonly property: string; readonly values: readonly string[] },
): string {
  const name = metadata.captionOf(property);
  const value = values.find((each) => message.includes(`"${each}"`)) ?? values.join(', ');
  const expected = expectations.find(([pattern]) => pattern.test(message))?.[1];
  return texts.of(expected ?? 'edit.refused', { value, name });
}
