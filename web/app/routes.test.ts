// Every page has exactly one route, and the pages that need a session are behind their guard.
import { isValidElement } from 'react';
import { matchRoutes, type RouteObject } from 'react-router';
import { expect, test } from 'vitest';

import { invoicePath, joinPath, paths, roomPath } from '../../domain/paths.ts';
import type { Guard } from '../navigation/page.ts';
import { appPaths, audienceOf, findPage, pageFile, pages } from '../pages.ts';
import { RequireEither } from './guards.tsx';
import { createRoutes } from './routes.tsx';

const routes = createRoutes(() => {});

function pathsOf(some: RouteObject[]): string[] {
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

const guardsWanted: Readonly<Record<Guard, readonly string[]>> = {
  anybody: [],
  family: ['RequireSession family'],
  parent: ['RequireSession family'],
  admin: ['RequireSession admin'],
  'parent-or-admin': [],
  'no-family': ['RequireNobody family'],
  'no-admin': ['RequireNobody admin'],
};

test.each(appPaths)('has the script of %s in the file that the build expects', (path) => {
  expect(String(pages[path].load)).toContain(`"/${pageFile(path)}"`);
});

test('shows an invoice only to a parent and to the tutor', () => {
  const elements = (matchRoutes(routes, invoicePath('a')) ?? []).map(({ route }) => route.element);
  const guards = elements.flatMap((element) => (isValidElement(element) ? [element.type] : []));
  expect(guards).toContain(RequireEither);
});

test.each(Object.entries(pages))('shows %s to its audience', (path, { guard }) => {
  expect(guardsOf(path)).toEqual(guardsWanted[guard]);
});

test("shows the tutor's area only to the tutor", () => {
  const area = Object.values(paths).filter((path) => /^[/]admin(?!-login)/.test(path));
  expect(area.length).toBeGreaterThan(4);
  expect([...area, paths.bookedLessons].filter((path) => audienceOf(path) !== 'admin')).toEqual([]);
});

test.each([
  [paths.adminDashboard, 'admin'],
  [paths.adminPlanner, 'admin'],
  [paths.bookedLessons, 'admin'],
  [paths.adminFamilies, 'admin'],
  [paths.adminPayments, 'admin'],
  [paths.adminActivity, 'admin'],
  [paths.adminAccount, 'admin'],
  [paths.familyHome, 'family'],
  [paths.account, 'family'],
  [paths.paymentSuccess, 'family'],
  [paths.paymentCancelled, 'family'],
  [paths.adminLogin, null],
  [paths.signIn, null],
  [paths.home, null],
  ['/admin-anything', null],
  ['/lessons/a', 'family'],
  ['/admin-room/a', 'admin'],
  ['/join/a', null],
])('guards %s with a session of: %s', (path, audience) => {
  expect(audienceOf(path)).toBe(audience);
});

test.each([
  [roomPath('a b'), paths.lessonRoom],
  [invoicePath('a'), paths.invoice],
  [joinPath('a'), null],
  [paths.account, paths.account],
  ['/lessons', null],
  ['/lessons/', null],
  ['/lessons/a/b', null],
  [paths.home, null],
])('finds the page at %s: %s', (pathname, page) => {
  expect(findPage(pathname)).toBe(page);
});
