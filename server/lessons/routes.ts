// HTTP routes of lessons, for families and visitors.
import * as endpoints from '../../domain/endpoints.ts';
import { lessonWindow } from '../base/windows.ts';
import { readFreeLessonTerms } from '../booking/free-lesson.ts';
import { type Api, mount } from '../http/mount.ts';
import { viewerOf } from '../people/viewer.ts';
import { listAttendedLessons } from './attended-lessons.ts';
import { listFamilyLessons } from './family-lessons.ts';
import { listNextLessons } from './next-lessons.ts';
import { joinWaitingList, leaveWaitingList } from './waiting-list/join-waiting-list.ts';

export function mountLessonRoutes(api: Api): void {
  const { db } = api.database;
  mount(api, endpoints.listNextLessons, async ({ context: { now } }) => ({
    lessons: await listNextLessons(db, now),
    free_lesson_mode: (await readFreeLessonTerms(db)).mode,
  }));
  mount(api, endpoints.listLessons, async ({ context: { actor, now }, query }) => ({
    lessons: await listFamilyLessons(db, viewerOf(actor), {
      window: lessonWindow(query, now),
      now,
    }),
  }));
  mount(api, endpoints.listAttended, async ({ context: { actor, now } }) => ({
    lessons: await listAttendedLessons(db, viewerOf(actor), now),
  }));
}

export function mountWaitingListRoutes(api: Api): void {
  mount(api, endpoints.joinWaitingList, ({ context, params, body }) =>
    joinWaitingList(context, { lessonId: params.id, studentId: body.Student_ID }),
  );
  mount(api, endpoints.leaveWaitingList, async ({ context, params, body }) => {
    await leaveWaitingList(context, { lessonId: params.id, studentId: body.Student_ID });
    return {};
  });
}
