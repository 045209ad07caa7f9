// A room whose streams this process serves. Each change costs one read of the room; every stream is
// then sent what changed for it.
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
export interface RoomStream {
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

export interface RoomParts {
  readonly database: Database;
  readonly clock: () => number;
  readonly log: FastifyBaseLogger;
  /** The students present, here or elsewhere. */
  readonly here: (lessonId: string) => ReadonlySet<string>;
}

export class OpenRoom {
  readonly lessonId: string;
  readonly #parts: RoomParts;
  readonly #watchers = new Set<Watcher>();
  /** Null before the first read. */
  #live: LiveState | null = null;
  /** The state and the students present as they were published last. */
  #state: RoomState | null = null;
  #present = '';
  /** Something changed since the last read began. */
  #isStale = false;
  #isReading = false;
  #readAt = -Infinity;
  #timer: NodeJS.Timeout | null = null;

  constructor(lessonId: string, parts: RoomParts) {
    this.lessonId = lessonId;
    this.#parts = parts;
  }

  /** The students whose streams are served here. */
  get served(): string[] {
    return [...this.#watchers].flatMap(({ studentId }) => studentId ?? []);
  }

  /** Null before the first read, and when the lesson has none. */
  get topicId(): string | null {
    return this.#live?.lesson.topic_id ?? null;
  }

  /** Sends what happens to the stream, from now to its end; `onEmpty` is called after the last. */
  join(stream: RoomStream, studentId: string | null, onEmpty: () => void): void {
    const watcher: Watcher = { stream, studentId, sent: null };
    this.#watchers.add(watcher);
    stream.readable.once('close', () => {
      this.#watchers.delete(watcher);
      if (this.#watchers.size > 0) return;
      if (this.#timer !== null) clearTimeout(this.#timer);
      onEmpty();
    });
    this.refresh();
  }

  /** Reads the room again, and sends what changed. */
  refresh(): void {
    this.#isStale = true;
    this.#plan(this.#readAt + GATHER_MS - performance.now());
  }

  /** Makes the pages load the room again. */
  reload(): void {
    for (const { stream } of this.#readers()) stream.send(RELOAD);
  }

  /** Tells the tutor what a student did, if it concerns this lesson. */
  progress({ topicId, studentId, itemId, result }: ProgressMade): void {
    if (this.topicId !== topicId || !this.#live?.booked.has(studentId)) return;
    const event: TutorRoomEvent = {
      kind: 'progress',
      progress: { Student_ID: studentId, Item_ID: itemId, result },
    };
    for (const watcher of this.#watchers)
      if (watcher.studentId === null) watcher.stream.send(eventText(event));
  }

  /** Sends what the clock or the students present have changed. */
  checkClock(): void {
    if (this.#live === null) return;
    const { clock, here } = this.#parts;
    const isSame =
      this.#state === stateAt(this.#live, clock()) && this.#present === keyOf(here(this.lessonId));
    if (!isSame) this.#publish(this.#live, this.#readers());
  }

  /** Those that have been sent the room. */
  #readers(): Watcher[] {
    return [...this.#watchers].filter(({ sent }) => sent !== null);
  }

  #plan(waitMs: number): void {
    if (this.#isReading || this.#timer !== null) return;
    if (waitMs <= 0) void this.#read();
    else {
      this.#timer = setTimeout(() => {
        this.#timer = null;
        void this.#read();
      }, waitMs);
      this.#timer.unref();
    }
  }

  async #read(): Promise<void> {
    if (this.#watchers.size === 0) return;
    const { database, clock, log } = this.#parts;
    this.#isReading = true;
    this.#isStale = false;
    this.#readAt = performance.now();
    // Streams that join during the read wait for the next one.
    const watchers = [...this.#watchers];
    let waitMs = GATHER_MS;
    try {
      this.#live = await readLiveState(database.db, this.lessonId, clock());
      if (this.#live === null) for (const { stream } of watchers) stream.end();
      else this.#publish(this.#live, watchers);
    } catch (error) {
      log.error({ err: error }, 'failed to read a room for its live streams; will retry');
      this.#isStale = true;
      waitMs = RETRY_MS;
    }
    this.#isReading = false;
    if (this.#isStale) this.#plan(waitMs);
  }

  #publish(live: LiveState, watchers: readonly Watcher[]): void {
    const moment = { now: this.#parts.clock(), present: this.#parts.here(this.lessonId) };
    this.#state = stateAt(live, moment.now);
    this.#present = keyOf(moment.present);
    const tutor = viewOfTutor(live, moment);
    const viewOf = viewOfStudents(live, moment.now);
    for (const watcher of watchers) {
      const view = watcher.studentId === null ? tutor : viewOf(watcher.studentId);
      if (view === null) watcher.stream.end();
      else send(watcher, view);
    }
  }
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
