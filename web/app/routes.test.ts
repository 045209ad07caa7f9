// Every page has its route, once, and the pages of those who are signed in stand behind their
// guard.
import { isValidElement } from 'react';
import { expect, test } from 'vitest';
import { matchRoutes, type RouteObject } from 'react-router';

import { invoicePath, paths } from '../../domain/paths.ts';
import { audienceOf } from '../pages/pages.ts';
import { RequireEither } from './guards.tsx';
import { createRoutes } from './routes.tsx';

const routes = createRoutes(() => {});

function pathsOf(some: readonly RouteObject[]): string[] {
  return some.flatMap(({ path, children = [] }) => [
    ...(path === undefined ? [] : [path]),
    ...pathsOf(children),
  ]);
}

test('every page has one route, and any other address has the last', () => {
  expect(pathsOf(routes).toSorted()).toEqual([...Object.values(paths), '*'].toSorted());
  expect(matchRoutes(routes, '/nowhere')?.at(-1)?.route.path).toBe('*');
});

/** Whose session the routes above a page ask for, or whose they send away. */
function guardsOf(path: string): unknown[] {
  const matches = matchRoutes(routes, path) ?? [];
  return matches.flatMap(({ route: { element } }) => {
    const { type, props } = (element ?? {}) as {
      type?: { name?: string };
      props?: { audience?: string };
    };
    return props?.audience === undefined ? [] : [`${type?.name} ${props.audience}`];
  });
}

const families: readonly string[] = [
  paths.userHome,
  paths.account,
  paths.paymentSuccess,
  paths.paymentCancelled,
];

function guardWanted(path: string): string[] {
  if (path === paths.signIn || path === paths.signUp) return ['RequireNobody family'];
  if (path === paths.adminLogin) return ['RequireNobody admin'];
  if (families.includes(path)) return ['RequireSession family'];
  const isForTheAdmin = path.startsWith('/admin') || path === paths.bookedLessons;
  return isForTheAdmin ? ['RequireSession admin'] : [];
}

test('an invoice is shown to a parent and to the tutor alone', () => {
  const elements = (matchRoutes(routes, invoicePath('a')) ?? []).map(({ route }) => route.element);
  const guards = elements.flatMap((element) => (isValidElement(element) ? [element.type] : []));
  expect(guards).toContain(RequireEither);
});

test.each(Object.values(paths))('%s is shown to whom it is for', (path) => {
  expect(guardsOf(path)).toEqual(guardWanted(path));
});

test.each([
  [paths.adminDashboard, 'admin'],
  [paths.adminPlanner, 'admin'],
  [paths.bookedLessons, 'admin'],
  [paths.adminStudents, 'admin'],
  [paths.adminActivity, 'admin'],
  [paths.adminAccount, 'admin'],
  [paths.userHome, 'family'],
  [paths.account, 'family'],
  [paths.paymentSuccess, 'family'],
  [paths.paymentCancelled, 'family'],
  [paths.adminLogin, null],
  [paths.signIn, null],
  [paths.home, null],
  ['/admin-anything', null],
])('%s asks for a session of: %s', (path, audience) => {
  expect(audienceOf(path)).toBe(audience);
});
