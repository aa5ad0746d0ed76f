import { htmlParser } from './html-parser.ts';

const hidden = new Set(['script', 'style', 'head', 'title']);
const blocks = new Set(['p', 'div', 'br', 'li', 'tr', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'ul', 'ol', 'table']);

/** The text of a description that may be HTML, with a line for each paragraph. */
export function plainText(html: string): string {
  if (!/[<&]/.test(html)) return html.trim();
  let text = '';
  let skipped = 0;
  const parser = htmlParser({
    onopentagname(name) {
      if (hidden.has(name)) skipped += 1;
      if (blocks.has(name)) text += '\n';
    },
    ontext(part) {
      if (skipped === 0) text += part.replace(/\s+/g, ' ');
    },
    onclosetag(name) {
      if (hidden.has(name)) skipped -= 1;
      if (blocks.has(name)) text += '\n';
    },
  });
  parser.end(html);
  return text
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim();
}
