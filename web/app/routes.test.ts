// Every page has exactly one route, and the pages that need a session are behind their guard.
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

test('gives every page one route and any other address the last one', () => {
  expect(pathsOf(routes).toSorted()).toEqual([...Object.values(paths), '*'].toSorted());
  expect(matchRoutes(routes, '/nowhere')?.at(-1)?.route.path).toBe('*');
});

/** The session that the routes above a page require, or the one that they redirect. */
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

test('shows an invoice only to a parent and to the tutor', () => {
  const elements = (matchRoutes(routes, invoicePath('a')) ?? []).map(({ route }) => route.element);
  const guards = elements.flatMap((element) => (isValidElement(element) ? [element.type] : []));
  expect(guards).toContain(RequireEither);
});

test.each(Object.values(paths))('shows %s to its audience', (path) => {
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
])('guards %s with a session of: %s', (path, audience) => {
  expect(audienceOf(path)).toBe(audience);
});
