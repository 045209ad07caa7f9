// Calls that sign in, stay signed in and sign out. Every page of the app loads them.
import { ok, endpoint } from '../endpoint.ts';
import { familyUserSchema } from '../people/account.ts';
import { adminSchema, sessionSchema, refreshSchema } from './session.ts';
import { adminSignInSchema, signInSchema } from './sign-in.ts';

const done = ok({});
const admin = ok({ user: adminSchema });
const adminSession = ok({ session: sessionSchema, user: adminSchema });
const user = ok({ user: familyUserSchema });
const familySession = ok({ session: sessionSchema, user: familyUserSchema });

export const adminLogin = endpoint('POST', '/api/auth/login', {
  summary: 'Sign the tutor in',
  auth: 'none',
  body: adminSignInSchema,
  answer: adminSession,
  addressLimit: 'seldom',
  errors: ['invalid_credentials', 'two_factor_required', 'invalid_code'],
});
export const adminLogout = endpoint('POST', '/api/auth/logout', {
  summary: 'Sign the tutor out',
  auth: 'admin',
  accountLimit: 'none',
  answer: done,
  allowExpiredToken: true,
});
export const adminRefresh = endpoint('POST', '/api/auth/refresh', {
  summary: "Renew the tutor's session",
  auth: 'none',
  body: refreshSchema,
  answer: adminSession,
  addressLimit: 'seldom',
  errors: ['unauthenticated'],
});
export const adminVerify = endpoint('GET', '/api/auth/verify', {
  summary: 'Return the tutor who is signed in',
  auth: 'admin',
  answer: admin,
});
export const login = endpoint('POST', '/api/user-auth/login', {
  summary: 'Sign a parent in',
  auth: 'none',
  body: signInSchema,
  answer: familySession,
  addressLimit: 'seldom',
  errors: ['invalid_credentials'],
});
export const logout = endpoint('POST', '/api/user-auth/logout', {
  summary: 'Sign a parent out',
  auth: 'family',
  students: 'all',
  accountLimit: 'none',
  answer: done,
  allowExpiredToken: true,
});
export const refresh = endpoint('POST', '/api/user-auth/refresh', {
  summary: "Renew a parent's session",
  auth: 'none',
  body: refreshSchema,
  answer: familySession,
  addressLimit: 'seldom',
  errors: ['unauthenticated'],
});
export const verify = endpoint('GET', '/api/user-auth/verify', {
  summary: 'Return the parent who is signed in',
  auth: 'family',
  students: 'all',
  answer: user,
});
