import { fileURLToPath } from 'node:url';
import type { z } from 'zod';
import { ConfigurationError } from '../../base/errors/configuration-error.ts';
import { packageFolder } from '../../base/package-files.ts';
import { plainIssue } from '../../contract/plain-issue.ts';
import {
  type ContentModel,
  type ContentModelDefinitions,
  createContentModel,
} from '../../domain/content-model/content-model.ts';
import { modelProblems, noDefinitions, withCustomModel } from '../../domain/content-model/custom-model.ts';
import { DictionaryFile, nearestModelKey } from './dictionary-file.ts';
import { readYamlFile } from './yaml-file.ts';

const shippedFile = fileURLToPath(new URL('data-template/dictionary.yaml', packageFolder));

interface ModelError {
  readonly path: readonly PropertyKey[];
  readonly message: string;
}

function* describe(issue: z.core.$ZodIssue): Generator<ModelError> {
  if (issue.code !== 'unrecognized_keys') {
    yield { path: issue.path, message: `${issue.path.join(' ')} ${issue.message}` };
    return;
  }
  for (const key of issue.keys) {
    const nearest = nearestModelKey(issue.path, key);
    yield { path: [...issue.path, key], message: `${key} is not a known key here; the nearest one is ${nearest}` };
  }
}

async function readDefinitions(file: string, known: ContentModelDefinitions): Promise<ContentModelDefinitions> {
  const { content, positionOf } = await readYamlFile(file);
  const parsed = DictionaryFile.safeParse(content, { error: plainIssue });
  const errors: readonly ModelError[] = parsed.success
    ? modelProblems(parsed.data, known)
    : parsed.error.issues.flatMap((issue) => [...describe(issue)]);
  if (errors.length > 0) {
    throw new ConfigurationError(errors.map(({ path, message }) => `${positionOf(path)}: ${message}`).join('\n'));
  }
  // A failed parse has issues, so it was reported above.
  return parsed.success ? parsed.data : noDefinitions;
}

/**
 * Reads the content model that the program ships, extended by the administrator's file, which may be missing. Rejects
 * with `ConfigurationError`, which lists each error with line and column and says how to correct it.
 */
export async function loadDictionary(ownFile: string): Promise<ContentModel> {
  const shipped = await readDefinitions(shippedFile, noDefinitions);
  return createContentModel(withCustomModel(shipped, await readDefinitions(ownFile, shipped)));
}
