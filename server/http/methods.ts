// The methods that a path accepts. Every other method is refused before the body is read.
import type { FastifyInstance } from 'fastify';

import type { Endpoint } from '../../domain/endpoint.ts';
import { Refusal } from '../../domain/errors.ts';
import { calendarPath, paths } from '../../domain/paths.ts';

export const isApi = (url: string): boolean => /^\/api(\/|\?|$)/.test(url);

const READING: readonly string[] = ['GET', 'HEAD'];
/** The pages with a parameter in their path, each with its pattern. */
const VARYING = Object.values(paths)
  .filter((path) => path.includes(':'))
  .map((path) => [new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`), path] as const);
const OF_CALENDARS = new RegExp(`^${calendarPath('[^/]+').replace('.', String.raw`\.`)}$`);
/** Files that only the folder of the build lists. */
const OF_ASSETS = /^\/assets\/./;
/** `hasRoute` parses its argument as a route pattern, so only plain paths may reach it. */
const PLAIN_PATH = /^[\w./-]+$/;

/**
 * Refuses a method that a path does not accept with 405 and Allow, on endpoints, pages and files,
 * and an unknown path with 404. `more` are paths under /api that are not endpoints and accept GET.
 */
export function answerOtherMethods(
  app: FastifyInstance,
  endpoints: Endpoint[],
  more: string[],
): void {
  const byPath = new Map<string, Set<string>>(more.map((path) => [path, new Set(READING)]));
  for (const { path, method, stream } of endpoints) {
    const allowed = byPath.get(path) ?? new Set();
    byPath.set(path, allowed.add(method));
    if (method === 'GET' && stream === undefined) allowed.add('HEAD');
  }
  const patterns = [...byPath].map(
    ([path, allowed]) => [new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`), allowed] as const,
  );
  /** A literal path takes precedence over one with parameters, as in the router. */
  const allowedAt = (path: string, isRouted: boolean): ReadonlySet<string> | undefined =>
    byPath.get(path) ??
    (isRouted ? undefined : patterns.find(([pattern]) => pattern.test(path))?.[1]);
  const hasPage = (url: string) => app.hasRoute({ method: 'GET', url });
  const isPage = (path: string) => {
    const varying = VARYING.find(([pattern]) => pattern.test(path))?.[1];
    return (
      OF_CALENDARS.test(path) ||
      OF_ASSETS.test(path) ||
      (varying === undefined ? PLAIN_PATH.test(path) && hasPage(path) : hasPage(varying))
    );
  };

  app.addHook('onRequest', (request, _reply, done) => {
    const { method, url, is404 } = request;
    const path = url.split('?', 1)[0] ?? '';
    const allowed = allowedAt(path, !is404);
    if (allowed !== undefined && !allowed.has(method)) return done(methodRefusal(allowed));
    if (!is404) return done();
    if (isApi(url)) return done(new Refusal('not_found'));
    // The visitor of an unknown page gets the 404 page.
    if (READING.includes(method)) return done();
    done(isPage(path) ? methodRefusal(READING) : new Refusal('not_found'));
  });
}

/** The 405 with the allowed methods. */
export function methodRefusal(allowed: Iterable<string>): Refusal {
  return new Refusal('method_not_allowed', {
    headers: { allow: [...allowed].toSorted().join(', ') },
  });
}
