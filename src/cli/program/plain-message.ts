import { onOneLine } from '../print/printable.ts';

const id = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
export const isId = (text: string): boolean => text.replaceAll(id, '') === '' && text !== '';

/** A class with its package, or one that is named as errors are, but not as a part of a path or of a file name. */
const className =
  /(?<![\p{L}\p{N}_./"'-])(?:(?:[a-z_]\w*\.){2,}[A-Z]\w*|[A-Z]\w+(?:Exception|Error))(?![\p{L}\p{N}_/"'-]|\.\w)(?::\s*)?/gu;

/** The maximum number of addresses that are remembered. */
const maxTyped = 1000;
const typedById = new Map<string, string>();

/** Remembers how the user wrote the address of a node, for messages of the server that name its ID. */
export function rememberTyped(nodeId: string, address: string): void {
  if (typedById.size >= maxTyped) typedById.delete(typedById.keys().next().value ?? '');
  typedById.set(nodeId, address);
}

/** A message of a server without names of classes, and with addresses as the user wrote them instead of IDs. */
export function plainMessage(message: string): string {
  const withAddresses = message.replaceAll(id, (one) => typedById.get(one) ?? '…');
  return onOneLine(withAddresses.replaceAll(className, '')) || 'The server refused the call.';
}
