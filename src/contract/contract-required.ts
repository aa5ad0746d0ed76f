import type { z } from 'zod';

const required = new WeakSet<z.ZodType>();

/**
 * Marks a query parameter that the contract requires, although the repository accepts calls without it. The document lists
 * it as required, and its description has to say what happens without it.
 */
export function requiredInContract<T extends z.ZodType>(schema: T): T {
  required.add(schema);
  return schema;
}

export const isRequiredInContract = (schema: z.ZodType): boolean => required.has(schema);
