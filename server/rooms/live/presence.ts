// Who is in the rooms of lessons. Processes announce the students whose streams they serve, and
// each remembers what it heard.
import { MINUTE_MS } from '../../../domain/time.ts';

/** How long students count as in the room after their last stream has ended. */
const PRESENCE_MINUTES = 1;

/** Announced with a lesson's id and the ids of students who are there now. */
const HERE = 'here:';
/** Announced with a lesson's id by a process that has not heard who is there. */
const WHO = 'who:';

const FRESH_MS = PRESENCE_MINUTES * MINUTE_MS;

export interface Presence {
  /** The students who are in the room, or were until a moment ago. */
  here(lessonId: string): ReadonlySet<string>;
  /**
   * Announces the students who are served here. Called as each enters and leaves, and regularly.
   */
  announce(lessonId: string): void;
  /** Asks the other processes who is there. */
  ask(lessonId: string): void;
  /** Announces the students who are served here, and asks for the others. */
  exchange(lessonId: string): void;
  /** Takes note of an announcement; returns the lesson whose students it names, if any. */
  hear(message: string): string | null;
  /** Forgets the students who left. */
  prune(): void;
}

export function createPresence({
  clock,
  announce,
  served,
}: {
  clock: () => number;
  announce: (message: string) => void;
  /** The students of a lesson whose streams this process serves. */
  served: (lessonId: string) => Iterable<string>;
}): Presence {
  /** When each student was last known to be there, by lesson. */
  const lastSeen = new Map<string, Map<string, number>>();
  const isFresh = (at: number) => clock() - at < FRESH_MS;

  function recordPresence(lessonId: string, studentIds: Iterable<string>): void {
    const students = lastSeen.get(lessonId) ?? new Map<string, number>();
    for (const id of studentIds) students.set(id, clock());
    if (students.size > 0) lastSeen.set(lessonId, students);
  }

  const presence: Presence = {
    here(lessonId) {
      const remembered = [...(lastSeen.get(lessonId) ?? [])].filter(([, at]) => isFresh(at));
      return new Set([...served(lessonId), ...remembered.map(([id]) => id)]);
    },
    announce(lessonId) {
      const ids = new Set(served(lessonId));
      recordPresence(lessonId, ids);
      if (ids.size > 0) announce(HERE + [lessonId, ...ids].join(' '));
    },
    ask: (lessonId) => announce(WHO + lessonId),
    exchange(lessonId) {
      presence.announce(lessonId);
      presence.ask(lessonId);
    },
    hear(message) {
      if (message.startsWith(WHO)) presence.announce(message.slice(WHO.length));
      if (!message.startsWith(HERE)) return null;
      const [lessonId = '', ...ids] = message.slice(HERE.length).split(' ');
      recordPresence(lessonId, ids);
      return lessonId;
    },
    prune() {
      for (const [lessonId, students] of lastSeen) {
        for (const [id, at] of students) if (!isFresh(at)) students.delete(id);
        if (students.size === 0) lastSeen.delete(lessonId);
      }
    },
  };
  return presence;
}
