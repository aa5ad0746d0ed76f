const escapes: Readonly<Record<string, string>> = { t: '\t', n: '\n', r: '\r', f: '\f' };

const unescaped = (text: string): string =>
  text.replaceAll(/\\(?:u([0-9A-Fa-f]{4})|(.?))/gs, (_, code: string | undefined, letter: string | undefined) =>
    code === undefined ? (escapes[letter ?? ''] ?? letter ?? '') : String.fromCharCode(Number.parseInt(code, 16)),
  );

/** Logical lines as in Java: a line that ends in an odd number of backslashes continues on the next one. */
function* logicalLines(source: string): Generator<string> {
  let open = '';
  for (const line of source.split(/\r\n|[\r\n]/)) {
    const text = line.replace(/^[ \t\f]+/, '');
    if (open === '' && (text === '' || text.startsWith('#') || text.startsWith('!'))) continue;
    const backslashes = /(?<!\\)\\*$/.exec(text)?.[0].length ?? 0;
    open += backslashes % 2 === 1 ? text.slice(0, -1) : text;
    if (backslashes % 2 === 1) continue;
    yield open;
    open = '';
  }
  if (open !== '') yield open;
}

const pair = /^((?:\\.|[^\\=: \t\f])*)[ \t\f]*(?:[=:][ \t\f]*)?(.*)$/s;

/**
 * Reads Java properties in their line format (`java.util.Properties.load`): comments, continued lines, `=`, `:` or space
 * after the name, escapes with `\\`. If a name occurs twice, the last one counts. Every text is valid.
 */
export function readPropertiesText(source: string): Map<string, string> {
  const properties = new Map<string, string>();
  for (const line of logicalLines(source.replace(/^\uFEFF/, ''))) {
    const [, name = '', value = ''] = pair.exec(line) ?? [];
    properties.set(unescaped(name), unescaped(value));
  }
  return properties;
}
