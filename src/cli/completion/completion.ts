import { Argument } from 'commander';
import { defineCommand } from '../program/command.ts';
import { exitCodes } from '../program/exit-codes.ts';
import { bashScript } from './bash-script.ts';

const shells = ['bash', 'zsh', 'fish', 'powershell'] as const;

async function scriptFor(shell: string): Promise<string> {
  if (shell === 'bash') return bashScript;
  const { script } = await import('@bomb.sh/tab');
  const lines: string[] = [];
  const { log } = console;
  // The package can only print.
  console.log = (line: string) => lines.push(line);
  try {
    script(shell, 'edu-repo', 'edu-repo');
  } finally {
    console.log = log;
  }
  return lines.join('\n');
}

export const completion = defineCommand<Record<never, never>, { readonly shell: string }>({
  examples: [
    {
      line: 'source <(edu-repo completion bash)',
      does: 'complete commands with Tab; to keep it, put the line in ~/.bashrc',
    },
    { line: 'source <(edu-repo completion zsh)', does: 'the same for zsh, in ~/.zshrc' },
    { line: 'edu-repo completion fish | source', does: 'the same for fish, in ~/.config/fish/config.fish' },
  ],
  configure: (command) => command.addArgument(new Argument('<shell>', 'your shell').choices(shells)),
  readOptions: ([shell = '']) => ({ shell }),
  run: async ({ shell }, { output }) => {
    await output.line(await scriptFor(shell));
    return exitCodes.ok;
  },
});
