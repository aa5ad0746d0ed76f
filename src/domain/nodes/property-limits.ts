import { badRequest } from '../../base/errors/errors.ts';
import type { PropertyBag } from './records.ts';

/** How much can be said of a node. */
export interface PropertyLimits {
  /** In bytes of UTF-8: one value. */
  readonly value: number;
  /** How many values a property has. */
  readonly values: number;
  /** In bytes of JSON: all properties of a node together. */
  readonly node: number;
}

/** Descriptions of some pages, and lists of some hundred keywords. */
export const defaultPropertyLimits: PropertyLimits = { value: 64_000, values: 1_000, node: 512_000 };

/** How a limit is raised, for messages. */
const raise = (key: keyof typeof keys): string =>
  `Make it shorter, or let an administrator raise limits.${keys[key]} in the configuration.`;

const keys = { value: 'propertyValue', values: 'propertyValues', node: 'nodeProperties' } as const;

/** Why these values are too many or too long for a property, in a sentence that names it; undefined where they are not. */
export function sizeProblem(name: string, values: readonly string[], limits: PropertyLimits): string | undefined {
  if (values.length > limits.values) {
    return `The property ${name} was sent with ${values.length} values, and it can have ${limits.values}. ${raise('values')}`;
  }
  // A UTF-16 code unit takes three bytes at most: short texts need no closer look.
  const sizes = values.map((value) => (value.length * 3 <= limits.value ? 0 : Buffer.byteLength(value)));
  const longest = Math.max(0, ...sizes);
  if (longest <= limits.value) return undefined;
  return `A value of the property ${name} has ${longest} bytes, and one can have ${limits.value}. ${raise('value')}`;
}

const sizeOf = (properties: PropertyBag): number => Buffer.byteLength(JSON.stringify(properties));

/** In bytes: so much may a change add to a node that was too large before, such as a longer title. */
const smallGrowth = 10_000;
/** Times the limit: a node that is larger still does not grow at all. */
const maxTimesLimit = 4;

function mayStay(before: number, after: number, limit: number): boolean {
  if (after <= limit || after <= before) return true;
  return before > limit && after <= before + smallGrowth && after <= limit * maxTimesLimit;
}

/**
 * Throws `BadRequest` where the properties of a node become too large together, naming the largest. What was too large before
 * can still be changed, as long as it hardly grows.
 */
export function requireSize(before: PropertyBag, after: PropertyBag, limits: PropertyLimits): void {
  const size = sizeOf(after);
  if (size <= limits.node || mayStay(sizeOf(before), size, limits.node)) return;
  const sized = Object.entries(after).map(([name, values]) => ({
    name,
    bytes: Buffer.byteLength(JSON.stringify(values)),
  }));
  const largest = sized.reduce((most, one) => (one.bytes > most.bytes ? one : most), { name: '', bytes: 0 });
  throw badRequest(
    `All properties of the node would take ${size} bytes, and they can take ${limits.node}. The largest is ${largest.name} with ${largest.bytes} bytes. ${raise('node')}`,
  );
}
