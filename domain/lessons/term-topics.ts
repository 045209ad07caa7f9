// The topics of lessons that are planned week by week: the tutor chooses where to start, and the
// library's order gives the rest.
import { courseLabels } from '../course.ts';
import { LENGTHS } from '../limits.ts';
import type { TopicSummary } from '../topics/topic-list.ts';
import type { PlannedWeek } from './term.ts';

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

/** The weeks with these topics, which also name their lessons that have no other name. */
export function withTopics(
  weeks: readonly PlannedWeek[],
  topicIds: readonly (string | null)[],
  library: readonly LibraryTopic[],
): PlannedWeek[] {
  return weeks.map(({ monday, lessons }, week) => {
    const topicId = topicIds[week] ?? null;
    const topic = library.find(({ id }) => id === topicId);
    const named = topic === undefined ? '' : nameAfter(topic);
    return {
      monday,
      lessons: lessons.map((lesson) =>
        lesson.isLeftOut
          ? lesson
          : { ...lesson, Topic_ID: topicId, name: lesson.name === '' ? named : lesson.name },
      ),
    };
  });
}

/** Families choose lessons by the course in their names. */
const nameAfter = ({ name, course }: LibraryTopic): string =>
  `${courseLabels[course]}: ${name}`.slice(0, LENGTHS.lessonName.max);
