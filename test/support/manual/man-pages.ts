import type { Example } from '../../../src/cli/program/command.ts';
import type { Manual, ManualCommand, ManualPage, Term } from './manual.ts';

/** A page in the language of man(7). */
export interface ManPage {
  /** Such as `edu-repo-node.1`. */
  readonly file: string;
  readonly text: string;
}

const nonAscii = (character: string): string =>
  `\\[u${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}]`;

/** Text that is read as it stands, with hyphens that can be copied into a shell. */
const literal = (text: string): string =>
  text
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll(/[^\p{ASCII}]/gu, nonAscii)
    .replaceAll(/^(?=[.'])/gm, '\\&');

const quoted = (text: string): string => `"${literal(text).replaceAll('"', '\\(dq')}"`;

/** A paragraph, in short lines that are filled. */
const filled = (text: string): string => literal(text.replaceAll(/(.{1,60})(?: +|$)/g, '$1\n').trimEnd());

/** Lines that are not filled. */
const verbatim = (text: string): string => `.EX\n${literal(text.trimEnd())}\n.EE`;

const term = ({ term: name, description }: Term): string => `.TP\n.B ${quoted(name)}\n${filled(description)}`;

const exampleList = (examples: readonly Example[]): string =>
  examples.map(({ line, does }) => `.PP\n${filled(`${does}:`)}\n.PP\n.RS 4\n${verbatim(line)}\n.RE`).join('\n');

const synopsis = (name: string, usage: string): string =>
  [`.B ${quoted(`edu-repo ${name}`.trim())}`, ...(usage === '' ? [] : [literal(usage)])].join('\n');

function commandSections({ summary, examples, terms, notes }: ManualCommand): string[] {
  return [
    filled(`${summary}.`),
    ...terms.map(term),
    ...(notes === undefined ? [] : ['.PP', verbatim(notes)]),
    exampleList(examples),
  ];
}

/** A day that a build can set, so that it gives the same bytes again: see reproducible-builds.org. */
function today({ SOURCE_DATE_EPOCH: seconds }: NodeJS.ProcessEnv): string {
  const time = seconds === undefined ? new Date() : new Date(Number(seconds) * 1000);
  return time.toISOString().slice(0, 10);
}

const nameSection = (name: string, summary: string): string =>
  `.SH NAME\n${literal(name)} \\- ${literal(summary.charAt(0).toLowerCase() + summary.slice(1))}`;

const pageName = (word: string): string => `edu-repo-${word}`;

function wordPage({ word, summary, commands }: ManualPage): string[] {
  const isNoun = commands[0]?.name !== word;
  return [
    nameSection(pageName(word), summary),
    '.SH SYNOPSIS',
    commands.map(({ name, usage }) => synopsis(name, usage)).join('\n.br\n'),
    '.SH DESCRIPTION',
    ...(isNoun ? [filled(`${summary}.`)] : commands.flatMap(commandSections)),
    ...(isNoun ? ['.SH COMMANDS'] : []),
    ...(isNoun ? commands.flatMap((command) => [`.SS ${quoted(command.name)}`, ...commandSections(command)]) : []),
    '.SH SEE ALSO',
    '.BR edu\\-repo (1)',
  ];
}

function programPage({ pages, globalOptions, topics }: Manual): string[] {
  const sections = Object.entries(topics).flatMap(([topic, text]) => [
    `.SH ${quoted(topic.toUpperCase().replace('-', ' '))}`,
    verbatim(text),
  ]);
  return [
    nameSection('edu-repo', 'A self-hosted repository for educational material'),
    '.SH SYNOPSIS',
    synopsis('', '[options] [command]'),
    '.SH DESCRIPTION',
    'One program with the server of the repository and the commands for it.',
    filled('A server runs with a data directory. A command works on a data directory or on a repository elsewhere.'),
    '.SH OPTIONS',
    ...globalOptions.map(term),
    '.SH COMMANDS',
    'Each has a page.',
    ...pages.map(({ word, summary }) => `.TP\n.BR ${literal(pageName(word))} (1)\n${filled(`${summary}.`)}`),
    ...sections,
    '.SH SEE ALSO',
    '.BR edu\\-repo\\-import (1),',
    '.BR edu\\-repo\\-serve (1)',
  ];
}

/** A page for the program, and one for each noun or command of one word. */
export function manPagesOf(manual: Manual, environment: NodeJS.ProcessEnv = process.env): ManPage[] {
  const page = (name: string, sections: readonly string[]): ManPage => {
    const head = [
      literal(name.toUpperCase()),
      '1',
      today(environment),
      quoted(`edu-repo ${manual.version}`),
      quoted('edu-repo manual'),
    ];
    return { file: `${name}.1`, text: `.TH ${head.join(' ')}\n${sections.join('\n')}\n` };
  };
  return [
    page('edu-repo', programPage(manual)),
    ...manual.pages.map((each) => page(pageName(each.word), wordPage(each))),
  ];
}
