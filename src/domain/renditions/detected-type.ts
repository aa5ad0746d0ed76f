import { isUtf8 } from 'node:buffer';
import { unknownMimeType } from '../../base/mime-type.ts';
import { decodedText } from '../text/decoded-text.ts';
import { isSvg } from './thumbnail-source.ts';

/** The number of bytes from the start of a file that type detection needs. */
export const signatureBytes = 4100;

/** Groups of media types that are synonyms, or whose files start with the same bytes. */
const equivalentTypes: readonly RegExp[] = [
  /^image\/(?:jpe?g|pjpeg)$/,
  /^image\/(?:x-|vnd\.mozilla\.a|a)?png$/,
  /^image\/(?:x-icon|vnd\.microsoft\.icon)$/,
  /^image\/(?:x-ms-)?bmp$/,
  /^image\/(?:hei[cf]|avif)(?:-sequence)?$/,
  /^image\/(?:tiff|x-[a-z]+-[a-z0-9]+)$/,
  /^audio\/(?:mpeg|mp3|x-mp3)$/,
  /^audio\/(?:wav|x-wav|wave|vnd\.wave)$/,
  /^(?:audio|video|application)\/(?:mp4|x-m4[abpv]|m4a|quicktime|3gpp2?|mp4a-latm)$/,
  /^(?:audio|video|application)\/(?:ogg|opus|x-speex)$/,
  /^(?:audio|video)\/(?:webm|x-matroska|matroska)$/,
  /^video\/(?:x-ms-asf|x-ms-wmv)$|^audio\/x-ms-(?:asf|wma)$|^application\/vnd\.ms-asf$/,
  /^(?:application|text)\/rtf$/,
  /^application\/(?:pdf|illustrator|postscript|eps)$/,
];

/** Container formats, each with the stated types that may use it. */
const containers: Readonly<Record<string, RegExp>> = {
  'application/zip': /^application\/(?!pdf$)/,
  'application/x-cfb': /^application\/(?!pdf$)/,
  'application/gzip': /^application\/(?!pdf$)/,
  'application/xml': /^(?:text|application)\/(?!pdf$)|\+xml$/,
};

/** Formats that are zip files, for which the stated type `application/zip` is correct too. */
const isZip = /^application\/(?:epub\+zip|vnd\.(?:openxmlformats-|oasis\.|ms-)|java-archive$)/;

/** The type of markup that a browser could execute, if the file starts like it. */
function markupType(head: Buffer): string | undefined {
  const start = head.toString('latin1', 0, 512).replace(/^(?:\xef\xbb\xbf)?(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->)*/i, '');
  if (/^<(?:!doctype\s+html|html|head|body|script|iframe)[\s>]/i.test(start)) return 'text/html';
  return isSvg(head) ? 'image/svg+xml' : undefined;
}

const hasUtf16Mark = (head: Buffer): boolean => ['fffe', 'feff'].includes(head.toString('hex', 0, 2));

/**
 * Whether most characters are common in European languages. An audio file may start with the bytes of a byte order
 * mark, but few of its characters are common.
 */
function isUtf16Text(head: Buffer): boolean {
  const text = decodedText(head) ?? '';
  const common = text.match(/[\t\n\r\u0020-\u024f]/g)?.length ?? 0;
  return !text.includes('\0') && !text.includes('\ufffd') && common > text.length / 2;
}

/** Whether the bytes are readable text. The start of a text is not taken for a binary signature. */
export function isReadableText(head: Buffer): boolean {
  if (hasUtf16Mark(head)) return isUtf16Text(head);
  if (head.length < signatureBytes) return !head.includes(0) && isUtf8(head);
  // The last character may be incomplete.
  return !head.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut)));
}

/** A PDF may be readable text throughout, but no plain text starts like one. */
const isPdf = (head: Buffer): boolean => /^%PDF-\d\.\d\s/.test(head.toString('latin1', 0, 16));

const isTextType = (type: string): boolean =>
  /^text\/|[+/](?:xml|json)$|^application\/(?:javascript|ecmascript|x-[a-z]+script|x-ndjson|yaml|x-tex)$/.test(type);

function agree(stated: string, detected: string): boolean {
  if (stated === detected || equivalentTypes.some((group) => group.test(stated) && group.test(detected))) return true;
  if (stated === 'application/zip') return isZip.test(detected);
  return containers[detected]?.test(stated) ?? false;
}

/**
 * The media type to store: the stated one, unless the first bytes clearly show another. `detected` is the type of a known
 * signature, if any. All text formats start alike, so a stated text type is accepted for any text but a PDF. HTML and SVG,
 * which a browser could execute, are detected even if another type is stated.
 */
export function detectedType(stated: string, detected: string | undefined, head: Buffer): string {
  const text = isReadableText(head) && !isPdf(head);
  // The byte order mark of UTF-16 is also the beginning of an audio signature.
  if (text && (isTextType(stated) || hasUtf16Mark(head))) return stated;
  const actual = (text ? markupType(head) : undefined) ?? detected;
  if (actual === undefined || agree(stated, actual)) return stated;
  // A short text may start like a binary signature by chance.
  if (text && stated === unknownMimeType && markupType(head) === undefined) return stated;
  return actual;
}
