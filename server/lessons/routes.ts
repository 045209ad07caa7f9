// HTTP of lessons, for the tutor who plans them and the students who look for them.
import * as endpoints from '../../domain/endpoints.ts';
import { deleteLesson, updateLesson } from '../bookings/lesson-store.ts';
import { type Api, mount } from '../http/mount.ts';
import { copyWeek, planLessons, repeatWeekly } from './plan-store.ts';
import { listAdminLessons, listStudentLessons } from './store.ts';
import { lessonWindow } from '../uk-clock.ts';

export function lessonRoutes(api: Api): void {
  const { db, clock } = api;

  mount(api, endpoints.listLessons, async ({ actor, query }) => ({
    lessons: await listStudentLessons(db, actor.id, lessonWindow(query, clock())),
  }));
  mount(api, endpoints.listAdminLessons, async ({ query }) => ({
    lessons: await listAdminLessons(db, lessonWindow(query, clock())),
  }));

  mount(api, endpoints.createLesson, async ({ actor, body, requestKey }) => {
    const [lesson] = await planLessons(db, clock(), actor.id, [body], requestKey);
    if (lesson === undefined) throw new Error('one lesson was asked for and none was made');
    return { lesson };
  });
  mount(api, endpoints.repeatLesson, async ({ actor, body: { weeks, ...lesson }, requestKey }) => ({
    lessons: await planLessons(db, clock(), actor.id, repeatWeekly(lesson, weeks), requestKey),
  }));
  mount(api, endpoints.copyWeek, async ({ actor, body, requestKey }) => ({
    lessons: await copyWeek(db, clock(), actor.id, body, requestKey),
  }));
  mount(api, endpoints.updateLesson, async ({ actor, params, body }) => ({
    lesson: await updateLesson(db, clock(), actor.id, params.id, body),
  }));
  mount(api, endpoints.deleteLesson, async ({ actor, params }) => {
    await deleteLesson(db, clock(), actor.id, params.id);
    return {};
  });
}
