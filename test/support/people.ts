import { authorizationOf } from '../../src/client/credentials.ts';

/** Somebody who signs in by a password. */
export interface TestPerson {
  readonly userName: string;
  readonly password: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly email: string;
}

/** The first administrator of every test repository. */
export const admin: TestPerson = {
  userName: 'admin',
  password: 'Schlüsselbund: 7 «rot»',
  firstName: 'Admin',
  lastName: '',
  email: '',
};

/** Owns the material that the tests are about. */
export const anna: TestPerson = {
  userName: 'anna',
  password: 'Äpfel & Birnen: 100 % süß',
  firstName: 'Anna',
  lastName: 'Lehrerin-Özdemir',
  email: 'anna.oezdemir@schule.example',
};

/** A stranger: signed in, and never given any right. */
export const bert: TestPerson = {
  userName: 'bert',
  password: 'Passwort von Bert',
  firstName: 'Bert',
  lastName: 'Fremd',
  email: 'bert@schule.example',
};

/** A colleague, with whom Anna shares. */
export const carla: TestPerson = {
  userName: 'carla',
  password: 'Passwort von Carla',
  firstName: 'Carla',
  lastName: 'Kollegin',
  email: 'carla@schule.example',
};

/** Basic sign-in (RFC 7617, UTF-8). */
export const basic = (person: Pick<TestPerson, 'userName' | 'password'>): { readonly authorization: string } => ({
  authorization: authorizationOf({ kind: 'basic', ...person }),
});
