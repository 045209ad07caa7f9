// HTTP of lessons, for the tutor who plans them and the students who look for them.
import * as endpoints from '../../domain/endpoints.ts';
import { deleteLesson, updateLesson } from '../bookings/store.ts';
import { transact } from '../db/index.ts';
import { type Api, mount } from '../http/mount.ts';
import { createLesson, listAdminLessons, listStudentLessons } from './store.ts';
import { lessonWindow } from './uk-clock.ts';

export function lessonRoutes(api: Api): void {
  const { db, clock } = api;

  mount(api, endpoints.listLessons, async ({ actor, query }) => ({
    lessons: await listStudentLessons(db, actor.id, lessonWindow(query, clock())),
  }));
  mount(api, endpoints.listAdminLessons, async ({ query }) => ({
    lessons: await listAdminLessons(db, lessonWindow(query, clock())),
  }));

  mount(api, endpoints.createLesson, async ({ body }) => ({
    lesson: await transact(db, (tx) => createLesson(tx, clock(), body)),
  }));
  mount(api, endpoints.updateLesson, async ({ params, body }) => ({
    lesson: await updateLesson(db, clock(), params.id, body),
  }));
  mount(api, endpoints.deleteLesson, async ({ params }) => {
    await deleteLesson(db, clock(), params.id);
    return {};
  });
}
