// The package is compiled only in part, as libraries of Angular are: the rest is done when it is loaded.
import '@angular/compiler';
import type { ProviderToken } from '@angular/core';
import {
  AboutService,
  AuthenticationService,
  IamV1Service,
  MdsV1Service,
  NetworkService,
  NodeServiceUnwrapped,
  OrganizationV1Service,
  SearchService,
  UsageV1Service,
} from 'ngx-edu-sharing-api';
import { firstValueFrom, type Observable } from 'rxjs';
import type { SigningApp } from './app-signature';
import { applicationFor, callWith, type Headers } from './ngx-application';

declare const process: { readonly argv: readonly string[] };

interface Setting {
  readonly baseUrl: string;
  readonly anna: string;
  readonly admin: string;
  readonly password: string;
  readonly app: SigningApp;
}

export const setting = JSON.parse(process.argv[2] ?? '{}') as Setting;
export const anna: Headers = { authorization: setting.anna };
export const admin: Headers = { authorization: setting.admin };
export const repository = '-home-';
export const me = '-me-';

export const application = applicationFor(setting.baseUrl);
const of = <T>(service: ProviderToken<T>): T => application.get(service);
export const about = of(AboutService);
export const session = of(AuthenticationService);
export const iam = of(IamV1Service);
export const mds = of(MdsV1Service);
export const network = of(NetworkService);
export const nodes = of(NodeServiceUnwrapped);
export const organizations = of(OrganizationV1Service);
export const search = of(SearchService);
export const usages = of(UsageV1Service);

/** Services that the package does not export, but holds in those that it does. */
interface Inner {
  // biome-ignore lint/suspicious/noExplicitAny: the package does not export their types.
  readonly [service: string]: Readonly<Record<string, (parameters: object) => Observable<any>>>;
}
export const inner = (service: object, name: string) => {
  const found = (service as Inner)[name];
  if (found === undefined) throw new Error(`The package has no ${name}.`);
  return found;
};

export async function sent<T>(headers: Headers, call: Observable<T>): Promise<T> {
  callWith(headers);
  return firstValueFrom(call);
}

/** Signs in. The package does so at once, and not when somebody listens. */
export async function login(userName: string, password: string) {
  callWith({});
  return firstValueFrom(session.login(userName, password));
}

export function expectEqual(actual: unknown, expected: unknown): void {
  if (JSON.stringify(actual) === JSON.stringify(expected)) return;
  throw new Error(`${JSON.stringify(actual)} instead of ${JSON.stringify(expected)}`);
}

export function expectTrue(value: boolean, what: string): void {
  if (!value) throw new Error(what);
}

/** What earlier calls made. */
export const made = { folder: '', file: '', ticket: '', usage: '' };

export type Calls = Readonly<Record<string, () => Promise<void>>>;
