// useReturnPath(fallback): where to go after signing in, from the guard's redirect or, failing
// that, from the address, which can carry a chosen lesson. handOver() saves typing again on the
// sign-in page; useMarkedAudience() says who sees a page that a parent and the tutor share.
import type { ReactNode } from 'react';
import { useLocation } from 'react-router';

import type { Audience } from '../../domain/endpoint.ts';
import {
  paths,
  safeReturnPath,
  type PagePath,
  lessonPath,
  markedAudience,
} from '../../domain/paths.ts';
import { isCalendarDate, mondayOf } from '../../domain/time.ts';

/** What a guard passes to the sign-in page in the location's state. */
export interface ReturnState {
  readonly from: string;
  /** Somebody else is signed in: a message explains the redirect. */
  readonly isDenied: boolean;
}

export function useReturnPath(fallback: PagePath): string {
  const { search, ...location } = useLocation();
  const state: unknown = location.state;
  const { from } = (state ?? {}) as Partial<ReturnState>;
  // Only the address of a family's sign-in names a chosen lesson.
  const chosen = fallback === paths.familyHome ? chosenLesson(search) : null;
  return safeReturnPath(from ?? chosen, fallback);
}

const ID = /^[\w-]{1,64}$/;

/** The path to the dialog of the lesson in an address; null if it names none. */
export function chosenLesson(search: string): string | null {
  const query = new URLSearchParams(search);
  const [week, id] = [query.get('week') ?? '', query.get('lesson') ?? ''];
  return isCalendarDate(week) && ID.test(id) ? lessonPath(mondayOf(week), id) : null;
}

type PublicPage = typeof paths.signIn | typeof paths.signUp;

/** The path of a page that carries on the lesson in the address, if it names one. */
export function withChosenLesson(page: PublicPage, search: string): string {
  const path = chosenLesson(search);
  return path === null ? page : page + path.slice(path.indexOf('?'));
}

/** The id of a chosen lesson that is waiting, and the link to the other page that preserves it. */
export function useChosenLesson() {
  const { search } = useLocation();
  return {
    chosenId: chosenLesson(search) === null ? null : new URLSearchParams(search).get('lesson'),
    pathTo: (page: PublicPage) => withChosenLesson(page, search),
  };
}

interface Handover {
  readonly email: string;
  /** The password that was chosen at sign-up. */
  readonly password?: string;
  /** What has happened, shown above the form. */
  readonly notice?: ReactNode;
}

let handed: Handover | null = null;

/**
 * What one page hands to the sign-in page, so that nothing has to be typed again. It stays in
 * memory: an address would be logged, and history and storage outlive the tab's visit.
 */
export function handOver(details: Handover): void {
  handed = details;
}

/** What the previous page has handed over; null if there is nothing. */
export function readHandover(): Handover | null {
  return handed;
}

export function forgetHandover(): void {
  handed = null;
}

/**
 * The tutor if the address is marked, or if nobody else is signed in on this device. `sessions`
 * contains each session, or null.
 */
export function shownAudience(
  search: string,
  sessions: Readonly<Record<Audience, object | null>>,
): Audience {
  return sessions.family === null && sessions.admin !== null ? 'admin' : markedAudience(search);
}

/** Like shownAudience, for the current address. */
export function useMarkedAudience(sessions: Readonly<Record<Audience, object | null>>): Audience {
  return shownAudience(useLocation().search, sessions);
}
