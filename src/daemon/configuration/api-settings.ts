import type { ApiSettings } from '../../api/settings.ts';
import { webOriginOf } from '../../domain/identity/app-entry.ts';
import { programVersion } from '../process/version.ts';
import { type Configuration, millisecondsOf, publishedLimitsOf } from './configuration.ts';

/** The address under which clients reach the repository, without a slash at the end; undefined if none is configured. */
export const publicUrlOf = ({ server }: Configuration): string | undefined => server.publicUrl?.replace(/\/+$/, '');

const outsideProduction = (): boolean => process.env['NODE_ENV'] === 'test' || process.env['VITEST'] !== undefined;

/** `ownUrl` returns the address in links for calls without a `Host` header. */
export function apiSettingsOf(configuration: Configuration, ownUrl: () => string): ApiSettings {
  const { server, repository, limits } = configuration;
  const { id, title, nodeForm } = repository;
  return {
    repository: { id, title, nodeForm },
    version: programVersion(),
    contextPath: server.contextPath,
    publicUrl: publicUrlOf(configuration),
    allowedOrigins: new Set(server.allowedOrigins.flatMap((text) => webOriginOf(text) ?? [])),
    ownUrl,
    pageSize: limits.pageSize,
    readTime: millisecondsOf(limits.readTime),
    publishedLimits: publishedLimitsOf(configuration),
    frontend: configuration.frontend,
    checkAnswers: outsideProduction(),
  };
}
