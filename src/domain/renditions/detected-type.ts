import { isUtf8 } from 'node:buffer';
import { unknownMimeType } from '../../base/mime-type.ts';
import { decodedText } from '../text/decoded-text.ts';
import { isSvg } from './thumbnail-source.ts';

/** How many bytes from the beginning of a file tell of which type it is. */
export const signatureBytes = 4100;

/** Types that say the same of the same bytes, or whose files begin alike. */
const alike: readonly RegExp[] = [
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

/** Files that other formats are made of: whoever says one of those is not contradicted. */
const containers: Readonly<Record<string, RegExp>> = {
  'application/zip': /^application\/(?!pdf$)/,
  'application/x-cfb': /^application\/(?!pdf$)/,
  'application/gzip': /^application\/(?!pdf$)/,
  'application/xml': /^(?:text|application)\/(?!pdf$)|\+xml$/,
};

/** Formats that are zip files: who says «zip» says nothing wrong. */
const isZip = /^application\/(?:epub\+zip|vnd\.(?:openxmlformats-|oasis\.|ms-)|java-archive$)/;

/** Of the form that a browser would run, where it begins like it. */
function markupType(head: Buffer): string | undefined {
  const start = head.toString('latin1', 0, 512).replace(/^(?:\xef\xbb\xbf)?(?:\s|<\?xml[^>]*>|<!--[\s\S]*?-->)*/i, '');
  if (/^<(?:!doctype\s+html|html|head|body|script|iframe)[\s>]/i.test(start)) return 'text/html';
  return isSvg(head) ? 'image/svg+xml' : undefined;
}

const hasUtf16Mark = (head: Buffer): boolean => ['fffe', 'feff'].includes(head.toString('hex', 0, 2));

/** Letters of European languages: a sound that begins like the mark of such a text has few of them. */
function isUtf16Text(head: Buffer): boolean {
  const text = decodedText(head) ?? '';
  const usual = text.match(/[\t\n\r\u0020-\u024f]/g)?.length ?? 0;
  return !text.includes('\0') && !text.includes('\ufffd') && usual > text.length / 2;
}

/** Whether it reads as text: a format that begins with two letters is none if all that follows is text. */
export function isReadableText(head: Buffer): boolean {
  if (hasUtf16Mark(head)) return isUtf16Text(head);
  if (head.length < signatureBytes) return !head.includes(0) && isUtf8(head);
  // A letter of several bytes may be cut at the end.
  return !head.includes(0) && [0, 1, 2, 3].some((cut) => isUtf8(head.subarray(0, head.length - cut)));
}

/** It may be readable throughout; a text that begins like this is none that anybody wrote to be read so. */
const isPdf = (head: Buffer): boolean => /^%PDF-\d\.\d\s/.test(head.toString('latin1', 0, 16));

const isTextType = (type: string): boolean =>
  /^text\/|[+/](?:xml|json)$|^application\/(?:javascript|ecmascript|x-[a-z]+script|x-ndjson|yaml|x-tex)$/.test(type);

function agree(stated: string, detected: string): boolean {
  if (stated === detected || alike.some((form) => form.test(stated) && form.test(detected))) return true;
  if (stated === 'application/zip') return isZip.test(detected);
  return containers[detected]?.test(stated) ?? false;
}

/**
 * The media type that a file is kept under: what its sender says, unless its first bytes are clearly something else.
 * `detected` is what these bytes are known for, if they are. Texts of all kinds begin alike, so one is what it is said to
 * be, unless it is a PDF; and what is said to be no text, and is a page or a drawing that a browser would run, is noted as that.
 */
export function detectedType(stated: string, detected: string | undefined, head: Buffer): string {
  const text = isReadableText(head) && !isPdf(head);
  if (text && isTextType(stated)) return stated;
  const seen = (text ? markupType(head) : undefined) ?? detected;
  if (seen === undefined || agree(stated, seen)) return stated;
  // A few letters can be the beginning of a text just as well.
  if (text && stated === unknownMimeType && markupType(head) === undefined) return stated;
  return seen;
}
