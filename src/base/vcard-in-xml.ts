/** Whether a line begins a property, and does not continue the one before it. */
const beginsProperty = (line: string): boolean => /^\s*[\w.-]+(?:;[^:]*)?:/.test(line);

/**
 * A vCard in an XML document, without the indentation of the document. A line that begins no property goes on with the one before
 * (RFC 6350, 3.2).
 */
export function vCardInXml(text: string): string {
  const lines = text.split(/[\r\n]+/).filter((line) => line.trim() !== '');
  const indents = lines
    .slice(1)
    .filter(beginsProperty)
    .map((line) => line.length - line.trimStart().length);
  const indent = Math.min(...indents, ...(indents.length === 0 ? [0] : []));
  return lines
    .map((line) => (beginsProperty(line) ? line.trim() : ` ${line.replace(new RegExp(`^\\s{0,${indent + 1}}`), '')}`))
    .join('\r\n');
}
