// The package is compiled only in part, as libraries of Angular are: the rest is done when it is loaded.
import '@angular/compiler';
import {
  type HttpInterceptorFn,
  provideHttpClient,
  withFetch,
  withInterceptors,
  withInterceptorsFromDi,
  withNoXsrfProtection,
} from '@angular/common/http';
import {
  createEnvironmentInjector,
  type EnvironmentInjector,
  Injector,
  importProvidersFrom,
  provideZonelessChangeDetection,
  ɵINJECTOR_SCOPE,
} from '@angular/core';
import { EduSharingApiModule } from 'ngx-edu-sharing-api';

/** What the package wants of a browser: it listens there to hear when the network is back. */
Object.assign(globalThis, { window: new EventTarget() });

/** Headers of the next calls, such as credentials. */
export type Headers = Readonly<Record<string, string>>;

let headers: Headers = {};

/** Sets the headers of the next calls. */
export function callWith(next: Headers): void {
  headers = next;
}

const addHeaders: HttpInterceptorFn = (request, next) => next(request.clone({ setHeaders: { ...headers } }));

/** The services of the package, provided as an application of Angular does it, for a repository at this address. */
export const applicationFor = (rootUrl: string): EnvironmentInjector =>
  createEnvironmentInjector(
    [
      { provide: ɵINJECTOR_SCOPE, useValue: 'root' },
      provideZonelessChangeDetection(),
      provideHttpClient(withFetch(), withInterceptorsFromDi(), withNoXsrfProtection(), withInterceptors([addHeaders])),
      importProvidersFrom(EduSharingApiModule.forRoot({ rootUrl })),
    ],
    Injector.NULL as EnvironmentInjector,
  );
