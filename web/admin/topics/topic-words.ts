// The addresses of the library, and how its topics and their items are named.
import { courseLabels } from '../../../domain/course.ts';
import { paths } from '../../../domain/paths.ts';
import type { Item, Topic } from '../../../domain/topics/topic.ts';

export const TOPIC_PARAM = 'topic';
export const ITEM_PARAM = 'item';
/** The value of ITEM_PARAM for a question that is not saved yet. */
export const NEW_ITEM = 'new';

export const topicPath = (id: string): string =>
  `${paths.adminTopics}?${TOPIC_PARAM}=${encodeURIComponent(id)}`;

export const questionPath = (topicId: string, itemId: string): string =>
  `${topicPath(topicId)}&${ITEM_PARAM}=${encodeURIComponent(itemId)}`;

/** 'GCSE, 4.1.1.2'. */
export function describeTopic({ course, reference }: Pick<Topic, 'course' | 'reference'>): string {
  return reference === '' ? courseLabels[course] : `${courseLabels[course]}, ${reference}`;
}

const NAME_LENGTH = 60;

/** A title, or the first words of a question with '...' for each formula. */
export function nameItem(item: Item): string {
  if (item.kind !== 'question') return item.title;
  const words = item.question.text
    .replaceAll(/\$\$[^]+?\$\$|\$(?:\\[^]|[^$\\])+\$/g, '...')
    .replaceAll(/[*`]/g, '')
    .replaceAll(/\s+/g, ' ');
  if (words.length <= NAME_LENGTH) return words;
  const cut = words.slice(0, NAME_LENGTH);
  const end = cut.lastIndexOf(' ');
  return `${end > 0 ? cut.slice(0, end) : cut}...`;
}

const questionKinds = {
  choice: 'Choice',
  number: 'Number',
  points: 'Own words',
} as const satisfies Record<string, string>;

const uses = { before: 'Before the lesson', live: 'Live in the lesson' } as const;

/** What stands beside an item: '6 minutes', 'Number, before the lesson'. */
export function describeItem(item: Item): string {
  switch (item.kind) {
    case 'video':
      return `${item.minutes} ${item.minutes === 1 ? 'minute' : 'minutes'}`;
    case 'slides':
      return 'After the lesson';
    case 'question':
      return `${questionKinds[item.question.kind]}, ${uses[item.use].toLowerCase()}`;
  }
}

/** 'Video', 'Slides', 'Question'. */
export const kindLabels: Readonly<Record<Item['kind'], string>> = {
  video: 'Video',
  slides: 'Slides',
  question: 'Question',
};
