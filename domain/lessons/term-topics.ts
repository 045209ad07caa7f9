// The topics of lessons that are planned week by week: for each course the tutor chooses where to
// start, and the library's order gives the rest.
import { type Course, courseLabels, courses } from '../course.ts';
import { lessonNameOf, type TopicSummary } from '../topics/topic-list.ts';
import { lessonsToCreate, type PlannedWeek } from './term.ts';

/** A topic of the library, as far as a plan needs it. */
type LibraryTopic = Pick<TopicSummary, 'id' | 'name' | 'course'>;

/**
 * A topic for each week: the one chosen for it, otherwise the one that follows the last topic in
 * the library, as long as its course goes on. Weeks that are not `isTaught` have none. `chosen` has
 * the numbers of weeks, from 0.
 */
export function followTopics(
  isTaught: readonly boolean[],
  library: readonly LibraryTopic[],
  chosen: ReadonlyMap<number, string | null>,
): (string | null)[] {
  let last: LibraryTopic | undefined;
  return isTaught.map((isWeek, week) => {
    if (!isWeek) return null;
    const own = chosen.get(week);
    if (own === null) return null;
    const place = library.findIndex(({ id }) => id === last?.id);
    const next = last === undefined ? undefined : library[place + 1];
    const topic =
      own === undefined
        ? next?.course === last?.course
          ? next
          : undefined
        : library.find(({ id }) => id === own);
    // After the last one, nothing follows by itself.
    if (topic === undefined) return own ?? null;
    last = topic;
    return topic.id;
  });
}

/** By week, from 0, the topics that the tutor has chosen for one course. */
type ChosenTopics = ReadonlyMap<number, string | null>;

/** The topics of a course week by week; of the lessons of any course if it is null. */
export interface CourseTopics {
  readonly course: Course | null;
  readonly topicIds: readonly (string | null)[];
}

/** Each course of these weeks goes through its own topics of the library. */
export function topicsByCourse(
  weeks: readonly PlannedWeek[],
  library: readonly LibraryTopic[],
  chosen: ReadonlyMap<Course | null, ChosenTopics>,
): CourseTopics[] {
  const taught = new Set(weeks.flatMap(({ lessons }) => lessons.map(({ course }) => course)));
  return [...courses, null]
    .filter((course) => taught.has(course))
    .map((course) => ({
      course,
      topicIds: followTopics(
        weeks.map((week) => lessonsToCreate([week]).some((lesson) => lesson.course === course)),
        library.filter((topic) => course === null || topic.course === course),
        chosen.get(course) ?? new Map(),
      ),
    }));
}

/** The weeks with these topics. Lessons without a name get that of their topic or course. */
export function withTopics(
  weeks: readonly PlannedWeek[],
  topics: readonly CourseTopics[],
  library: readonly LibraryTopic[],
): PlannedWeek[] {
  return weeks.map(({ monday, lessons }, week) => ({
    monday,
    lessons: lessons.map((lesson) => {
      if (lesson.isLeftOut) return lesson;
      const own = topics.find(({ course }) => course === lesson.course);
      const topicId = own?.topicIds[week] ?? null;
      const topic = library.find(({ id }) => id === topicId);
      const defaultName = topic === undefined ? nameOf(lesson.course) : lessonNameOf(topic);
      return { ...lesson, Topic_ID: topicId, name: lesson.name === '' ? defaultName : lesson.name };
    }),
  }));
}

const nameOf = (course: Course | null): string =>
  course === null ? 'Lesson' : `${courseLabels[course]} lesson`;
