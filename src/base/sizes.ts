const factors: Readonly<Record<string, number>> = { '': 1, k: 1e3, m: 1e6, g: 1e9, t: 1e12 };

/** Reads a size such as `1MB`, `500 kB` or `2GB` (decimal units) into bytes. Undefined if the text is not a size. */
export function parseSize(text: string): number | undefined {
  const parts = /^(\d+(?:\.\d+)?)\s*([kmgt]?)b?$/i.exec(text.trim());
  const factor = factors[(parts?.[2] ?? '').toLowerCase()];
  return parts === null || factor === undefined ? undefined : Math.round(Number(parts[1]) * factor);
}
