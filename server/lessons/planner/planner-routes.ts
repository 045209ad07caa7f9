// HTTP routes of the tutor's planner.
import * as endpoints from '../../../domain/endpoints.ts';
import { repeatWeekly } from '../../../domain/lesson-plan.ts';
import { type Api, mount } from '../../http/mount.ts';
import { listPlannedLessons } from '../lesson-students.ts';
import { lessonWindow } from '../../windows.ts';
import { deleteLesson, updateLesson } from './change-lesson.ts';
import { copyWeek, planLessons } from './plan.ts';

export function plannerRoutes(api: Api): void {
  mount(api, endpoints.listAdminLessons, async ({ context, query }) => ({
    lessons: await listPlannedLessons(
      api.database.db,
      lessonWindow(query, context.now),
      context.now,
    ),
  }));

  mount(api, endpoints.createLesson, async ({ context, body, requestKey }) => {
    const [lesson] = await planLessons(context, [body], requestKey);
    if (lesson === undefined) throw new Error('planLessons returned no lesson');
    return { lesson };
  });
  mount(
    api,
    endpoints.repeatLesson,
    async ({ context, body: { weeks, Topic_IDs, ...lesson }, requestKey }) => {
      const lessons = repeatWeekly(lesson, weeks).map((one, week) => ({
        ...one,
        Topic_ID: Topic_IDs === undefined ? one.Topic_ID : (Topic_IDs[week] ?? null),
      }));
      return { lessons: await planLessons(context, lessons, requestKey) };
    },
  );
  mount(api, endpoints.planTerm, async ({ context, body: { lessons }, requestKey }) => ({
    lessons: await planLessons(context, lessons, requestKey),
  }));
  mount(api, endpoints.copyWeek, async ({ context, body, requestKey }) => ({
    lessons: await copyWeek(context, body, requestKey),
  }));
  mount(api, endpoints.updateLesson, async ({ context, params, body }) => ({
    lesson: await updateLesson(context, params.id, body),
  }));
  mount(api, endpoints.deleteLesson, async ({ context, params }) => {
    await deleteLesson(context, params.id);
    return {};
  });
}
