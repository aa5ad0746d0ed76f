import { z } from 'zod';
import { DateTime } from './common.ts';
import { Preview } from './node.ts';

/** This repository, or one that is connected to it. */
export const Repo = z.strictObject({
  id: z.string().describe('The ID for `{repository}` in paths. `ref.repo` of the nodes of the repository has it, too.'),
  title: z.string(),
  preview: Preview.describe('The icon, in the form of a preview.'),
  icon: z.string().describe('The address of the icon.'),
  logo: z.string().describe('The same as `icon`; some clients read it.'),
  isHomeRepo: z.boolean(),
  repositoryType: z
    .enum(['LOCAL', 'ALFRESCO'])
    .describe(
      '`LOCAL` for this repository, `ALFRESCO` for others: clients know others with this interface by that name.',
    ),
  renderingSupported: z.boolean(),
});

export const RepoEntries = z.strictObject({ repositories: z.array(Repo) });

const fingerprint = z
  .string()
  .describe('The SHA-256 of the public key, such as `SHA256:…`. Compare it with the other side.');

/** A connected repository as administrators see it. */
export const ConnectedRepository = z.strictObject({
  id: z.string(),
  title: z.string(),
  url: z.string().describe('The address of its interface.'),
  fingerprint,
  write: z.boolean().describe('Whether calls that change something are passed on.'),
  addedAt: DateTime,
});

export const ConnectedRepositoryEntries = z.strictObject({
  own: z
    .strictObject({ id: z.string(), title: z.string(), fingerprint })
    .describe('This repository, for comparison on the other side.'),
  repositories: z.array(ConnectedRepository),
});

/** What an administrator states about a repository to connect. */
export const RepositoryToConnect = z.strictObject({
  url: z
    .string()
    .max(2_000)
    .describe('Its address, such as `https://repo.example.org`. `/edu-sharing/rest` is added if there is no path.'),
  write: z.boolean().default(false).describe('Whether to pass on calls that change something.'),
  hosts: z
    .array(z.string().min(1).max(253))
    .max(20)
    .default([])
    .describe('Addresses or host names that it calls from, if they differ from the one in `url`.'),
});

/** The state of a connection. */
export const RepositoryTest = z.strictObject({
  id: z.string(),
  url: z.string(),
  version: z.string().nullable().describe('The version of its server; null if it did not respond.'),
  milliseconds: z.int().nullable().describe('How long it took to respond.'),
  clockDifference: z
    .int()
    .nullable()
    .describe('By how many seconds its clock is ahead of the clock here; null if it did not state its time.'),
  sameKey: z.boolean().nullable().describe('Whether it still has the public key that it had when it was added.'),
  accepted: z.boolean().nullable().describe('Whether it accepts the signature of this repository.'),
  problem: z.string().nullable().describe('What does not work and what to do about it; null if everything works.'),
});
