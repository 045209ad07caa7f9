// useReturnPath(fallback): where to go after signing in, from the guard's redirect or, failing
// that, from the address. The lesson that somebody chose before signing in is carried in the
// address, until its dialog can be shown.
import { useLocation } from 'react-router';

import { paths, safeReturnPath, type PagePath, lessonPath } from '../../domain/paths.ts';
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
  const asked = new URLSearchParams(search);
  const [week, id] = [asked.get('week') ?? '', asked.get('lesson') ?? ''];
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
