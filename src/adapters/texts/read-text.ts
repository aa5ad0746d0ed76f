import { unreachable } from '../../base/errors/errors.ts';
import type { NoText } from '../../domain/renditions/extracted-text.ts';
import type { TextSource } from '../../domain/renditions/text-source.ts';
import type { TextOutcome } from '../../ports/texts.ts';
import { Unreadable } from '../sandbox/unreadable.ts';
import { type Collector, createCollector, EnoughText } from './collector.ts';

/** Passes the text to the collector. Resolves to the reason that applies if there is no text. */
async function collect(source: TextSource, path: string, collector: Collector): Promise<NoText> {
  // Loads only the library for this source.
  switch (source) {
    case 'pdf':
      return (await import('./pdf-text.ts')).collectPdfText(path, collector);
    case 'zip':
      return (await import('./zip-text.ts')).collectZipText(path, collector);
    case 'compound file':
      return (await import('./word-text.ts')).collectWordText(path, collector);
    case 'rtf':
      return (await import('./rich-text.ts')).collectRichText(path, collector);
    case 'plain':
      return (await import('./unnamed-text.ts')).collectUnnamedText(path, collector);
    default:
      return unreachable(source);
  }
}

/**
 * Reads the text of a file, and what the file says of itself, for at most `time` milliseconds. If the file is damaged, returns the text before the damage,
 * with `cut` set.
 */
export async function readText(source: TextSource, path: string, time: number): Promise<TextOutcome> {
  const collector = createCollector(time);
  let why: NoText = 'none inside';
  let cut = false;
  try {
    why = await collect(source, path, collector);
  } catch (error) {
    cut = true;
    if (!(error instanceof EnoughText)) why = error instanceof Unreadable ? error.why : 'damaged';
  }
  const text = collector.text();
  const said = collector.said();
  return text === '' ? { text: null, why, said } : { text, cut, said };
}
