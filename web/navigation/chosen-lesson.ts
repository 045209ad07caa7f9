// The lesson that somebody chose before signing up or in: carried in the address of each page until
// its dialog can be shown.
import { useLocation } from 'react-router';

import { lessonPath, type paths } from '../../domain/paths.ts';
import { isCalendarDate, mondayOf } from '../../domain/time.ts';

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
