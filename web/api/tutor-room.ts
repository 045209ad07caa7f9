// The tutor's room of a lesson, kept fresh by its stream of events. Reports failures as toasts.
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';

import { addressOf, type AnswerOf } from '../../domain/endpoint.ts';
import * as endpoints from '../../domain/endpoints.ts';
import type { Asked, AskedState } from '../../domain/room.ts';
import { type TutorRoomEvent, tutorRoomEventSchema } from '../../domain/room-live.ts';
import type { TutorRoom } from '../../domain/tutor-room.ts';
import { call } from './transport/client.ts';
import { followEvents } from './transport/event-stream.ts';
import { patchQuery } from './transport/query-client.ts';

const keyOf = (lessonId: string) => ['admin', 'room', lessonId] as const;

export const tutorRoomQuery = (lessonId: string) =>
  queryOptions({
    queryKey: keyOf(lessonId),
    queryFn: ({ signal }) => call(endpoints.getTutorRoom, { signal, params: { id: lessonId } }),
    select: ({ room }) => room,
    staleTime: 0,
    meta: { operation: { title: 'Error Loading the Room', text: 'Failed to load the room' } },
  });

/** Keeps the room fresh while the page is visible. */
export function useLiveRoom(lessonId: string): void {
  const client = useQueryClient();
  useEffect(() => {
    const load = () => void client.invalidateQueries({ queryKey: keyOf(lessonId) });
    return followEvents(
      {
        address: addressOf(endpoints.watchTutorRoom, { params: { id: lessonId } }),
        audience: 'admin',
        event: tutorRoomEventSchema,
      },
      {
        onEvent: (event) => {
          if (event.kind === 'room') load();
          else
            patchQuery<AnswerOf<typeof endpoints.getTutorRoom>>(
              client,
              keyOf(lessonId),
              (known) => ({ ...known, room: applyEvent(known.room, event) }),
            );
        },
        onGap: load,
      },
    );
  }, [client, lessonId]);
}

type Change = Exclude<TutorRoomEvent, { kind: 'room' }>;

/** The room after an event. */
export function applyEvent(room: TutorRoom, event: Change): TutorRoom {
  switch (event.kind) {
    case 'asked':
      return event.asked === null ? room : { ...room, asked: withAsked(room.asked, event.asked) };
    case 'here': {
      const here = new Set(event.here);
      const students = room.students.map((one) => ({ ...one, here: here.has(one.Student_ID) }));
      return { ...room, students };
    }
    case 'progress': {
      const { Student_ID, Item_ID, result } = event.progress;
      const students = room.students.map((student) => {
        if (student.Student_ID !== Student_ID) return student;
        const { [Item_ID]: _, ...others } = student.results;
        return { ...student, results: result === null ? others : { ...others, [Item_ID]: result } };
      });
      return { ...room, students };
    }
  }
}

const withAsked = (all: readonly Asked[], asked: Asked): Asked[] =>
  all.some(({ id }) => id === asked.id)
    ? all.map((one) => (one.id === asked.id ? asked : one))
    : [...all, asked];

/** `ask(itemId)` and `change({id, state})`; both load the room again. */
export function useAsking(lessonId: string) {
  const client = useQueryClient();
  const onSettled = () => client.invalidateQueries({ queryKey: keyOf(lessonId) });
  const ask = useMutation({
    meta: {
      operation: { title: 'Error Asking', text: 'Failed to ask the question. Please try again.' },
    },
    mutationFn: (Item_ID: string) =>
      call(endpoints.askQuestion, { params: { id: lessonId }, body: { Item_ID } }),
    onSettled,
  });
  const change = useMutation({
    meta: {
      operation: {
        title: 'Error Changing the Question',
        text: 'Failed to change the question. Please try again.',
      },
    },
    mutationFn: ({ id, state }: { id: string; state: AskedState }) =>
      call(endpoints.changeAsked, { params: { id: lessonId, askedId: id }, body: { state } }),
    onSettled,
  });
  return { ask, change };
}
