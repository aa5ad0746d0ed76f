import { authorization, baseUrl } from './session';

/** Sends what the client of orval has made: the address and the credentials are the business of the application. */
export async function orvalFetch<T>(url: string, options: RequestInit): Promise<T> {
  const response = await fetch(`${baseUrl}${url}`, { ...options, headers: { ...options.headers, authorization } });
  const text = await response.text();
  const data: unknown = text === '' ? undefined : JSON.parse(text);
  return { data, status: response.status, headers: response.headers } as T;
}
