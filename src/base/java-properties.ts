const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

const escaped = (text: string): string => text.replaceAll(/[&<>"]/g, (letter) => escapes[letter] ?? letter);

/** Properties in the XML format of `java.util.Properties.storeToXML`, in the order of the input. */
export function writeJavaProperties(properties: Iterable<readonly [name: string, value: string]>): string {
  const entries = [...properties].map(([name, value]) => `  <entry key="${escaped(name)}">${escaped(value)}</entry>\n`);
  return (
    '<?xml version="1.0" encoding="UTF-8" standalone="no"?>\n' +
    '<!DOCTYPE properties SYSTEM "http://java.sun.com/dtd/properties.dtd">\n' +
    `<properties>\n${entries.join('')}</properties>\n`
  );
}
