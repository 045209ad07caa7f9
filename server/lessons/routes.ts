// HTTP routes of lessons, for families and visitors.
import * as endpoints from '../../domain/endpoints.ts';
import { readFreeLessonTerms } from '../enquiries/free-lesson-state.ts';
import { viewerOf } from '../families/viewer.ts';
import { type Api, mountList } from '../http/mount.ts';
import { lessonWindow } from '../windows.ts';
import { listAttendedLessons } from './attended-lessons.ts';
import { listFamilyLessons } from './family-lessons.ts';
import { listNextLessons } from './next-lessons.ts';

export function mountLessonRoutes(api: Api): void {
  mountList(api, endpoints.listNextLessons, async ({ now, db }) => ({
    lessons: await listNextLessons(db, now),
    free_lesson_mode: (await readFreeLessonTerms(db)).mode,
  }));
  mountList(api, endpoints.listLessons, async ({ actor, now, query, db }) => ({
    lessons: await listFamilyLessons(db, viewerOf(actor), {
      window: lessonWindow(query, now),
      now,
    }),
  }));
  mountList(api, endpoints.listAttended, async ({ actor, now, db }) => ({
    lessons: await listAttendedLessons(db, viewerOf(actor), now),
  }));
}
