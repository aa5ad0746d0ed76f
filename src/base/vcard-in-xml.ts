/** Whether a line begins a property, and does not continue the one before it. */
const beginsProperty = (line: string): boolean => /^\s*[\w.-]+(?:;[^:]*)?:/.test(line);

const indentOf = (line: string): number => line.length - line.trimStart().length;

/**
 * A vCard in an XML document, without the indentation of the document. A line that begins no property goes on with the one before
 * (RFC 6350, 3.2).
 */
export function vCardInXml(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const indents = lines.slice(1).filter(beginsProperty).map(indentOf);
  const indent = indents.reduce((least, one) => Math.min(least, one), indents[0] ?? 0);
  return lines
    .map((line) => (beginsProperty(line) ? line.trim() : ` ${line.slice(Math.min(indentOf(line), indent + 1))}`))
    .join('\r\n');
}
