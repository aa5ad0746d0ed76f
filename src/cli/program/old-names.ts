import { type Command, Option } from 'commander';

/**
 * Declares an earlier name of the option that was declared last, such as `--as`: it takes the same values and sets the same flag,
 * and the help leaves it out. Scripts that use it keep working.
 */
export function alsoNamed(command: Command, long: `--${string}`): Command {
  const current = command.options.at(-1);
  if (current === undefined) throw new Error(`No option was declared before ${long}.`);
  const option = new Option(current.flags.replace(/^.*--[\w-]+/, long), `earlier name of ${current.long}`).hideHelp();
  option.attributeName = () => current.attributeName();
  if (current.parseArg !== undefined) option.parseArg = current.parseArg;
  if (current.argChoices !== undefined) option.argChoices = current.argChoices;
  return command.addOption(option);
}

/** Declares an option that another command has replaced: it keeps working, and the help leaves it out. */
export const replacedOption = (flags: string, instead: string): Option =>
  new Option(flags, `earlier form of ${instead}`).hideHelp();
