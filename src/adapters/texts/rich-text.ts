import { readFile } from 'node:fs/promises';
import iconv from 'iconv-lite';
import { deEncapsulateSync } from 'rtf-stream-parser';
import type { NoText } from '../../domain/renditions/extracted-text.ts';
import { type Collector, EnoughText } from './collector.ts';
import { markupText } from './markup-text.ts';
import { plainTextLimit } from './plain-text.ts';

/** The beginning of a group that readers do not see, but the library would read: pictures as digits, and the properties of the document. */
const hiddenGroup = /\{\\(?:pict|info|object|listtable)(?![a-z])/g;

/** What the end of a group is found by: its braces, escaped ones, and bytes that are not RTF. */
const structure = /\\(?:bin(\d{1,9}) ?|.)|[{}]/gs;

/** The position behind the group that begins at `start`; the length of the text if the group has no end. */
function endOfGroup(rtf: string, start: number): number {
  let depth = 0;
  structure.lastIndex = start;
  for (let found = structure.exec(rtf); found !== null; found = structure.exec(rtf)) {
    const [text, bytes] = found;
    if (bytes !== undefined) structure.lastIndex += Number(bytes);
    if (text === '{') depth += 1;
    if (text === '}') depth -= 1;
    if (depth === 0) return structure.lastIndex;
  }
  return rtf.length;
}

function withoutHiddenGroups(rtf: string): string {
  const parts: string[] = [];
  let position = 0;
  for (;;) {
    hiddenGroup.lastIndex = position;
    const found = hiddenGroup.exec(rtf);
    if (found === null) return parts.join('') + rtf.slice(position);
    parts.push(rtf.slice(position, found.index));
    position = endOfGroup(rtf, found.index);
  }
}

/** Mail programs put HTML or plain text into RTF and say so ([MS-OXRTFEX] 2.1.3.1). The library reads only such files. */
const encapsulated = /\\from(?:html1|text)(?![a-z])/;

/** Decodes bytes in a code page such as `cp1252`; an unknown one is taken for Windows-1252. */
function decode(bytes: Buffer, codePage: string): string {
  const encoding = codePage === 'cp10000' ? 'macroman' : codePage;
  return iconv.decode(bytes, iconv.encodingExists(encoding) ? encoding : 'windows-1252');
}

/** Character sets other than that of Windows, as code pages. The library refuses their keywords. */
const codePages: Readonly<Record<string, string>> = { mac: '10000', pc: '437', pca: '850' };

/** The document as the library needs it: without what readers do not see, with white space between cells, and as if it were encapsulated. */
function prepared(rtf: string): string {
  const shown = withoutHiddenGroups(rtf)
    .replace(/\\cell(?![a-z])/g, '\\tab\\cell')
    .replace(/^(\{\\rtf\d*\s*)\\(mac|pca?)(?![a-z])/, (_, start, name) => `${start}\\ansi\\ansicpg${codePages[name]}`);
  return encapsulated.test(shown.slice(0, 4096)) ? shown : shown.replace(/^\{\\rtf\d*/, '$&\\fromtext');
}

/** The text of an RTF file (Rich Text Format 1.9.1). Throws the error of the library if it is damaged. */
export async function collectRichText(path: string, collector: Collector): Promise<NoText> {
  const whole = prepared(await readFile(path, 'latin1'));
  const rtf = whole.slice(0, plainTextLimit);
  const { mode, text } = deEncapsulateSync(Buffer.from(rtf, 'latin1'), {
    decode,
    mode: 'either',
    warn: () => undefined,
  });
  collector.add(mode === 'html' ? markupText(String(text), 'html') : String(text));
  if (rtf.length < whole.length) throw new EnoughText();
  return 'none inside';
}
