/** Types that a browser shows without running scripts. */
const shownInline = new Set([
  'application/pdf',
  'audio/mpeg',
  'audio/ogg',
  'image/gif',
  'image/jpeg',
  'image/png',
  'image/webp',
  'text/plain',
  'video/mp4',
  'video/webm',
]);

/** Whether a browser shows a content of this type without running scripts. */
export const isShownInline = (mimeType: string): boolean => shownInline.has(mimeType);
