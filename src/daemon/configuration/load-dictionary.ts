import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { ConfigurationError } from '../../base/errors/configuration-error.ts';
import { packageFolder } from '../../base/package-files.ts';
import {
  type ContentModel,
  type ContentModelDefinitions,
  createContentModel,
} from '../../domain/content-model/content-model.ts';
import { modelProblems, noDefinitions, withCustomModel } from '../../domain/content-model/custom-model.ts';
import { DictionaryFile, nearestModelKey } from './dictionary-file.ts';
import { readYamlFile } from './yaml-file.ts';

const programFile = fileURLToPath(new URL('data-template/dictionary.yaml', packageFolder));

interface Mistake {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function* describe(issue: z.core.$ZodIssue): Generator<Mistake> {
  if (issue.code !== 'unrecognized_keys') {
    yield { path: issue.path, message: `${issue.path.join(' ')} ${issue.message}` };
    return;
  }
  for (const key of issue.keys) {
    const nearest = nearestModelKey(issue.path, key);
    yield { path: [...issue.path, key], message: `${key} is no key here; the nearest one is ${nearest}` };
  }
}

async function readWords(file: string, known: ContentModelDefinitions): Promise<ContentModelDefinitions> {
  const { content, placeOf } = await readYamlFile(file);
  const parsed = DictionaryFile.safeParse(content);
  const mistakes: readonly Mistake[] = parsed.success
    ? modelProblems(parsed.data, known)
    : parsed.error.issues.flatMap((issue) => [...describe(issue)]);
  if (mistakes.length > 0) {
    throw new ConfigurationError(mistakes.map(({ path, message }) => `${placeOf(path)}: ${message}`).join('\n'));
  }
  // What has mistakes of form has no data, and what has some was told just now.
  return parsed.success ? parsed.data : noDefinitions;
}

/**
 * The words that the program brings, with those of an administrator's file, which may be missing. Rejects with
 * `ConfigurationError`, which tells every mistake with line, column and what to do.
 */
export async function loadDictionary(ownFile: string): Promise<ContentModel> {
  const known = await readWords(programFile, noDefinitions);
  return createContentModel(withCustomModel(known, await readWords(ownFile, known)));
}
