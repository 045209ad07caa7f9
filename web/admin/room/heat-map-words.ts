// What the table of students says in words: of its columns, and of who is there.
import type { RoomState } from '../../../domain/rooms/room.ts';
import type { TutorRoom } from '../../../domain/rooms/tutor-room.ts';
import type { Item } from '../../../domain/topics/topic.ts';
import { joinedWords } from '../presence-mark.tsx';

/** `item` is undefined for a question that was deleted from the topic. */
export function columnWords(item: Item | undefined): string {
  if (item === undefined) return 'a question that is no longer in the topic';
  if (item.kind !== 'question') return item.title;
  const { body } = new DOMParser().parseFromString(item.question.text_html, 'text/html');
  return body.textContent.replaceAll(/\s+/g, ' ').trim();
}

/** One or two facts: whether the student came into the meeting, and is on the room's page now. */
export function presenceWords(
  { here, joined_at }: Pick<TutorRoom['students'][number], 'here' | 'joined_at'>,
  state: RoomState,
): string {
  const words = joinedWords(joined_at);
  if (state === 'after' || here === (joined_at !== null)) return words;
  return `${words}, ${here ? '' : 'not '}on this page`;
}
