// The room of a lesson for one student: loads it, follows what the tutor asks, and ticks videos,
// slides and points.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { addressOf } from '../../domain/endpoint.ts';
import { getRoom, tickItem, tickPoints, watchRoom } from '../../domain/rooms/endpoints.ts';
import {
  type FamilyQuestion,
  type Room,
  familyRoomEventSchema,
} from '../../domain/rooms/family-room.ts';
import { type QuestionItem, type RoomItem, ROOM_MINUTES } from '../../domain/rooms/room.ts';
import { MINUTE_MS } from '../../domain/time.ts';
import type { Attempt } from '../../domain/topics/attempt.ts';
import { call } from '../transport/client.ts';
import { followEvents } from '../transport/event-stream.ts';
import { ApiError, isNotFound, ValidationError } from '../transport/failures.ts';
import { loadAgain, LOADING, patchQuery, queryClient } from '../transport/query-client.ts';

interface InRoom {
  readonly lessonId: string;
  /** Null when the address names none. */
  readonly studentId: string | null;
}

/** Why the page shows no room. These are answers, not failures. */
type NoRoom = 'gone' | 'not booked' | 'which student';

export const LOADING_ROOM = {
  title: 'Error loading lesson',
  text: 'Failed to load the lesson',
} as const;

export const roomKey = (lessonId: string) => ['family', 'room', lessonId] as const;

export function roomQuery({ lessonId, studentId }: InRoom) {
  return queryOptions({
    queryKey: [...roomKey(lessonId), studentId],
    queryFn: async ({ signal }): Promise<Room | NoRoom> => {
      try {
        const query = queryOf(studentId);
        return (await call(getRoom, { signal, params: { id: lessonId }, query })).room;
      } catch (error) {
        const reason = whyNoRoom(error);
        if (reason === null) throw error;
        return reason;
      }
    },
    ...LOADING,
    staleTime: 10_000,
    refetchInterval: ({ state: { data } }) => untilNextState(data),
    meta: { operation: LOADING_ROOM },
  });
}

const queryOf = (studentId: string | null) => (studentId === null ? {} : { Student_ID: studentId });

/** The reason why there is no room; null for a failure. */
export function whyNoRoom(error: unknown): NoRoom | null {
  if (error instanceof ValidationError && error.details.some(({ field }) => field === 'Student_ID'))
    return 'which student';
  if (isNotFound(error)) return 'gone';
  return error instanceof ApiError && error.code === 'not_booked' ? 'not booked' : null;
}

/** The browser's clock can be wrong, so it asks a little later, and no more often than this. */
const SOONEST_MS = 1000;
/** Timers beyond this would fire at once. */
const LONGEST_MS = 2 ** 31 - 1;

/** When the room opens or the lesson is over. False when neither lies ahead. */
function untilNextState(data: Room | NoRoom | undefined): number | false {
  if (typeof data !== 'object' || data.state === 'after') return false;
  const { before, after } = ROOM_MINUTES;
  const minutes = data.state === 'before' ? -before : after;
  const left = Date.parse(data.starts_at) + minutes * MINUTE_MS - Date.now();
  return Math.min(Math.max(left, 0) + SOONEST_MS, LONGEST_MS);
}

/** Keeps the room fresh by its stream; stops when `isOver`. */
export function useLiveRoom(inRoom: InRoom, { isOver }: { isOver: boolean }): void {
  const client = useQueryClient();
  const { lessonId, studentId } = inRoom;
  useEffect(() => {
    if (isOver) return undefined;
    const load = () => void loadAgain(client, [roomKey(lessonId)]);
    const query = queryOf(studentId);
    return followEvents(
      {
        address: addressOf(watchRoom, { params: { id: lessonId }, query }),
        audience: 'family',
        event: familyRoomEventSchema,
      },
      {
        onEvent: (event) => {
          if (event.kind === 'room') load();
          else
            patchQuery<Room | NoRoom>(client, [...roomKey(lessonId), studentId], (room) =>
              typeof room === 'object' ? withAsked(room, event.asked) : room,
            );
        },
        onGap: load,
      },
    );
  }, [client, lessonId, studentId, isOver]);
}

/** The room once the tutor has asked, closed or revealed: its list of items too. */
export function withAsked(room: Room, asked: FamilyQuestion | null): Room {
  if (asked === null) return { ...room, asked };
  const listedItem = room.items.find(({ id }) => id === asked.Item_ID);
  const { own, reveal, question } = asked;
  const before: QuestionItem =
    listedItem?.kind === 'question'
      ? listedItem
      : {
          id: asked.Item_ID,
          kind: 'question',
          use: 'live',
          question,
          attempts: [],
          tries_left: 0,
          hint_html: null,
          solution: null,
          done: true,
        };
  const others = before.attempts.filter(({ id }) => id !== own?.id);
  const item: QuestionItem = {
    ...before,
    attempts: own === null ? others : [...others, own],
    tries_left: 0,
    done: true,
    solution: reveal?.solution ?? before.solution,
  };
  const items =
    listedItem === undefined
      ? [...room.items, item]
      : room.items.map((one) => (one.id === item.id ? item : one));
  return { ...room, asked, items };
}

/** Changes the room of a student wherever it is cached. */
function patchRoom({ lessonId, studentId }: InRoom, change: (room: Room) => Room): void {
  queryClient.setQueriesData<Room | NoRoom>({ queryKey: roomKey(lessonId) }, (room) =>
    typeof room === 'object' && room.Student_ID === studentId ? change(room) : room,
  );
}

const withItem = (room: Room, item: RoomItem): Room => ({
  ...room,
  items: room.items.map((one) => (one.id === item.id ? item : one)),
});

/** Shows what the server made of an answer. */
export function patchAttempt(inRoom: InRoom, item: RoomItem): void {
  patchRoom(inRoom, (room) => withItem(room, item));
}

/** Shows the student's own answer to the question that the tutor asks. */
export function patchAnswered(inRoom: InRoom, askedId: string, own: Attempt): void {
  patchRoom(inRoom, (room) =>
    room.asked?.id === askedId && room.asked.round === own.round
      ? withAsked(room, { ...room.asked, own })
      : room,
  );
}

/** `mutate({item, done})`: ticks a video or slides, shown at once and taken back if refused. */
export function useTick(inRoom: InRoom & { studentId: string }) {
  const put = (item: RoomItem) => patchRoom(inRoom, (room) => withItem(room, item));
  return useMutation({
    mutationFn: async ({ item, done }: { item: RoomItem; done: boolean }) => {
      put({ ...item, done });
      const params = { id: inRoom.lessonId, itemId: item.id };
      const body = { Student_ID: inRoom.studentId, done };
      return call(tickItem, { params, body });
    },
    onSuccess: (answer) => put(answer.item),
    onError: (_error, { item }) => put(item),
    meta: { operation: { title: 'Not saved', text: 'Please try again.' } },
  });
}

interface TickedPoints {
  attempt: Attempt;
  points: readonly string[];
}

/** `mutateAsync({attempt, points})`: ticks the points that the student's own answer contains. */
export function useTickPoints(onMarked: (attempt: Attempt) => void) {
  return useMutation({
    mutationFn: ({ attempt, points }: TickedPoints) =>
      call(tickPoints, { params: { id: attempt.id }, body: { points: [...points] } }),
    onSuccess: ({ attempt }) => onMarked(attempt),
    meta: { operation: { title: 'Not saved', text: 'Please try again.' } },
  });
}

/** Shows the marked attempt in the room. */
export function patchMarked(inRoom: InRoom, attempt: Attempt): void {
  patchRoom(inRoom, (room) => {
    const { asked } = room;
    const next = asked?.own?.id === attempt.id ? { ...asked, own: attempt } : asked;
    return {
      ...room,
      asked: next,
      items: room.items.map((one) => (one.kind === 'question' ? withMarked(one, attempt) : one)),
    };
  });
}

export const withMarked = (item: QuestionItem, marked: Attempt): QuestionItem => ({
  ...item,
  attempts: item.attempts.map((one) => (one.id === marked.id ? marked : one)),
});
