// The rooms whose streams this process serves. Each change costs one read of the room; every stream
// is then sent what changed for it.
import type { Readable } from 'node:stream';

import type { FastifyBaseLogger } from 'fastify';

import { eventText } from '../../../domain/event-stream.ts';
import type { TutorRoomEvent } from '../../../domain/rooms/family-room.ts';
import type { RoomState } from '../../../domain/rooms/room.ts';
import type { Database } from '../../engine/database.ts';
import type { ProgressMade } from './announcements.ts';
import {
  type LiveState,
  readLiveState,
  stateAt,
  type View,
  viewOfStudents,
  viewOfTutor,
} from './live-state.ts';

/** The shortest time between two reads of a room: thirty answers in a second cost up to ten. */
const GATHER_MS = 100;
/** How long a failed read waits for the next. */
const RETRY_MS = 1000;

const RELOAD = eventText({ kind: 'room' });

/** An open stream of a student or the tutor. */
interface RoomStream {
  /** Closes when the stream has ended. */
  readonly readable: Readable;
  send(text: string): void;
  setHeartbeat(everyMs: number): void;
  end(): void;
}

/** A stream and what it was sent last. */
interface Watcher {
  readonly stream: RoomStream;
  /** Null for the tutor. */
  readonly studentId: string | null;
  sent: View | null;
}

interface OpenRoom {
  readonly lessonId: string;
  readonly watchers: Set<Watcher>;
  /** Null before the first read. */
  live: LiveState | null;
  /** The state and the students present as they were published last. */
  state: RoomState | null;
  present: string;
  /** Something changed since the last read began. */
  isStale: boolean;
  isReading: boolean;
  readAt: number;
  timer: NodeJS.Timeout | null;
}

export interface OpenRooms {
  /** The open rooms, by lesson. */
  readonly ids: readonly string[];
  /** Sends what happens in the room to the stream, from now to its end. */
  join(lessonId: string, stream: RoomStream, studentId: string | null): void;
  /** The students whose streams are served here. */
  served(lessonId: string): string[];
  /** Reads the room again, or all rooms, and sends what changed. */
  refresh(lessonId?: string): void;
  /** Makes the pages of all rooms, or of those with this topic, load their room again. */
  reload(topicId?: string): void;
  /** Tells the tutor what a student did, in the rooms that have the topic. */
  progress(made: ProgressMade): void;
  /** Sends what the clock or the students present have changed. */
  checkClock(): void;
}

export function createOpenRooms({
  database,
  clock,
  log,
  here,
}: {
  database: Database;
  clock: () => number;
  log: FastifyBaseLogger;
  /** The students present, here or elsewhere. */
  here: (lessonId: string) => ReadonlySet<string>;
}): OpenRooms {
  const rooms = new Map<string, OpenRoom>();

  function openRoom(lessonId: string): OpenRoom {
    const room: OpenRoom = {
      lessonId,
      watchers: new Set(),
      live: null,
      state: null,
      present: '',
      isStale: false,
      isReading: false,
      readAt: -Infinity,
      timer: null,
    };
    rooms.set(lessonId, room);
    return room;
  }

  function refreshRoom(room: OpenRoom): void {
    room.isStale = true;
    plan(room, room.readAt + GATHER_MS - performance.now());
  }

  function plan(room: OpenRoom, waitMs: number): void {
    if (room.isReading || room.timer !== null) return;
    if (waitMs <= 0) void read(room);
    else {
      room.timer = setTimeout(() => {
        room.timer = null;
        void read(room);
      }, waitMs);
      room.timer.unref();
    }
  }

  async function read(room: OpenRoom): Promise<void> {
    if (room.watchers.size === 0) return;
    room.isReading = true;
    room.isStale = false;
    room.readAt = performance.now();
    // Streams that join during the read wait for the next one.
    const watchers = [...room.watchers];
    let waitMs = GATHER_MS;
    try {
      room.live = await readLiveState(database.db, room.lessonId, clock());
      if (room.live === null) for (const { stream } of watchers) stream.end();
      else publish(room, room.live, watchers);
    } catch (error) {
      log.error({ err: error }, 'failed to read a room for its live streams; will retry');
      room.isStale = true;
      waitMs = RETRY_MS;
    }
    room.isReading = false;
    if (room.isStale) plan(room, waitMs);
  }

  function publish(room: OpenRoom, live: LiveState, watchers: Iterable<Watcher>): void {
    const moment = { now: clock(), present: here(room.lessonId) };
    room.state = stateAt(live, moment.now);
    room.present = keyOf(moment.present);
    const tutor = viewOfTutor(live, moment);
    const viewOf = viewOfStudents(live, moment.now);
    for (const watcher of watchers) {
      const view = watcher.studentId === null ? tutor : viewOf(watcher.studentId);
      if (view === null) watcher.stream.end();
      else send(watcher, view);
    }
  }

  return {
    get ids() {
      return [...rooms.keys()];
    },
    join(lessonId, stream, studentId) {
      const room = rooms.get(lessonId) ?? openRoom(lessonId);
      const watcher: Watcher = { stream, studentId, sent: null };
      room.watchers.add(watcher);
      stream.readable.once('close', () => {
        room.watchers.delete(watcher);
        if (room.watchers.size > 0 || rooms.get(lessonId) !== room) return;
        if (room.timer !== null) clearTimeout(room.timer);
        rooms.delete(lessonId);
      });
      refreshRoom(room);
    },
    served: (lessonId) =>
      [...(rooms.get(lessonId)?.watchers ?? [])].flatMap(({ studentId }) => studentId ?? []),
    refresh(lessonId) {
      for (const room of rooms.values())
        if (lessonId === undefined || room.lessonId === lessonId) refreshRoom(room);
    },
    reload(topicId) {
      for (const { live, watchers } of rooms.values())
        if (topicId === undefined || live?.lesson.topic_id === topicId)
          for (const { stream, sent } of watchers) if (sent !== null) stream.send(RELOAD);
    },
    progress({ topicId, studentId, itemId, result }) {
      const event: TutorRoomEvent = {
        kind: 'progress',
        progress: { Student_ID: studentId, Item_ID: itemId, result },
      };
      for (const { live, watchers } of rooms.values())
        if (live?.lesson.topic_id === topicId && live.booked.has(studentId))
          for (const watcher of watchers)
            if (watcher.studentId === null) watcher.stream.send(eventText(event));
    },
    checkClock() {
      for (const room of rooms.values()) {
        if (room.live === null) continue;
        const isSame =
          room.state === stateAt(room.live, clock()) && room.present === keyOf(here(room.lessonId));
        const readFor = [...room.watchers].filter(({ sent }) => sent !== null);
        if (!isSame) publish(room, room.live, readFor);
      }
    },
  };
}

const keyOf = (present: ReadonlySet<string>): string => [...present].toSorted().join(' ');

/** Sends what is new to the watcher; all of it at first. */
function send(watcher: Watcher, view: View): void {
  const { stream, sent } = watcher;
  watcher.sent = view;
  stream.setHeartbeat(view.heartbeatMs);
  if (sent !== null && sent.page !== view.page) stream.send(RELOAD);
  for (const [index, text] of view.texts.entries())
    if (text !== sent?.texts[index]) stream.send(text);
}
