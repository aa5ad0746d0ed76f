import type { Manual, ManualCommand, ManualPage, Term } from './manual.ts';

const escaped = (text: string): string => text.replaceAll(/[*_<>`|]/g, '\\$&');

const block = (language: string, text: string): string => `\`\`\`${language}\n${text.trimEnd()}\n\`\`\``;

const termList = (terms: readonly Term[]): string =>
  terms.map(({ term, description }) => `- \`${term}\`: ${escaped(description)}`).join('\n');

const commandSection = ({ name, summary, usage, examples, terms, notes }: ManualCommand, level: string): string =>
  [
    `${level} edu-repo ${name}`,
    `${escaped(summary)}.`,
    block('sh', examples.map(({ line, does }) => `# ${does}\n${line}`).join('\n\n')),
    `Usage: \`${`edu-repo ${name} ${usage}`.trim()}\``,
    ...(terms.length === 0 ? [] : [termList(terms)]),
    ...(notes === undefined ? [] : [block('text', notes)]),
  ].join('\n\n');

function pageSection({ word, summary, commands }: ManualPage): string {
  const [first] = commands;
  if (first !== undefined && first.name === word) return commandSection(first, '##');
  const sections = commands.map((command) => commandSection(command, '###'));
  return [`## edu-repo ${word}`, `${escaped(summary)}.`, ...sections].join('\n\n');
}

const contents = (pages: readonly ManualPage[]): string =>
  pages.map(({ word, summary }) => `- [${word}](#edu-repo-${word}): ${escaped(summary)}`).join('\n');

/** The manual as a page of the documentation. */
export function markdownOf({ pages, globalOptions, topics }: Manual): string {
  const topicSections = Object.entries(topics).map(
    ([topic, text]) => `### edu-repo help ${topic}\n\n${block('text', text)}`,
  );
  return `${[
    '# Commands',
    'Made by `npm run docs` from what `edu-repo help` shows; do not edit. The man pages have the same text: `man edu-repo-import`.',
    'Nouns may be written in the plural, `list` as `ls`, and `delete` and `remove` as `rm`.',
    contents(pages),
    '## Options of all commands',
    'Before or after the name of the command:',
    termList(globalOptions),
    ...pages.map(pageSection),
    '## Topics',
    ...topicSections,
  ].join('\n\n')}\n`;
}
