import { htmlParser } from './html-parser.ts';

/** The texts of the scripts with JSON-LD in a page. */
export function jsonLdScripts(html: string): string[] {
  const scripts: string[] = [];
  let isOpen = false;
  const parser = htmlParser({
    onopentag(name, { type = '' }) {
      isOpen = name === 'script' && /^application\/ld\+json\b/i.test(type.trim());
      if (isOpen) scripts.push('');
    },
    ontext(text) {
      if (isOpen) scripts.push(`${scripts.pop()}${text}`);
    },
    onclosetag() {
      isOpen = false;
    },
  });
  parser.end(html);
  return scripts;
}
