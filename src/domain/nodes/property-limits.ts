import { badRequest } from '../../base/errors/errors.ts';
import type { PropertyBag } from './records.ts';

/** Limits for the properties of a node. */
export interface PropertyLimits {
  /** Maximum size of one value, in bytes of UTF-8. */
  readonly value: number;
  /** Maximum number of values of one property. */
  readonly values: number;
  /** Maximum size of all properties of a node, in bytes of JSON. */
  readonly node: number;
}

/** Enough for descriptions of some pages and some hundred keywords. */
export const defaultPropertyLimits: PropertyLimits = { value: 64_000, values: 1_000, node: 512_000 };

/** The next step for each limit. */
const advice: Readonly<Record<keyof PropertyLimits, string>> = {
  value: 'Shorten it, or ask an administrator to raise limits.propertyValue in the configuration.',
  values: 'Send fewer values, or ask an administrator to raise limits.propertyValues in the configuration.',
  node: 'Shorten or remove properties, or ask an administrator to raise limits.nodeProperties in the configuration.',
};

/** Why a property cannot have so many values, or a value of this size, as a sentence; undefined if it can. */
export function sizeProblem(name: string, values: readonly string[], limits: PropertyLimits): string | undefined {
  if (values.length > limits.values) {
    return `The property ${name} was sent with ${values.length} values, and the maximum is ${limits.values}. ${advice.values}`;
  }
  // A UTF-16 code unit takes at most three bytes, so short texts need not be measured.
  const sizes = values.map((value) => (value.length * 3 <= limits.value ? 0 : Buffer.byteLength(value)));
  const maxSize = Math.max(0, ...sizes);
  if (maxSize <= limits.value) return undefined;
  return `A value of the property ${name} has ${maxSize} bytes, and the maximum is ${limits.value}. ${advice.value}`;
}

const sizeOf = (properties: PropertyBag): number => Buffer.byteLength(JSON.stringify(properties));

/** How many bytes a change, such as a longer title, may add to a node that was too large before. */
const maxGrowth = 10_000;
/** A node that is larger than this many times the limit cannot grow at all. */
const maxTimesLimit = 4;

function isAllowed(before: number, after: number, limit: number): boolean {
  if (after <= limit || after <= before) return true;
  return before > limit && after <= before + maxGrowth && after <= limit * maxTimesLimit;
}

/** Whether a node may have these properties together. One that was too large before may hardly grow. */
export function fitsSize(before: PropertyBag, after: PropertyBag, limits: PropertyLimits): boolean {
  const size = sizeOf(after);
  return size <= limits.node || isAllowed(sizeOf(before), size, limits.node);
}

/**
 * Throws `BadRequest` if the properties of a node become too large together; the message names the largest. A node that was
 * too large before can still be changed if it hardly grows.
 */
export function requireSize(before: PropertyBag, after: PropertyBag, limits: PropertyLimits): void {
  if (fitsSize(before, after, limits)) return;
  const size = sizeOf(after);
  const sized = Object.entries(after).map(([name, values]) => ({
    name,
    bytes: Buffer.byteLength(JSON.stringify(values)),
  }));
  const largest = sized.reduce((max, one) => (one.bytes > max.bytes ? one : max), { name: '', bytes: 0 });
  throw badRequest(
    `The properties of the node would take ${size} bytes together, and the maximum is ${limits.node}. The largest is ${largest.name} with ${largest.bytes} bytes. ${advice.node}`,
  );
}
