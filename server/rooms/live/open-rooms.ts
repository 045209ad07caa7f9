// The rooms whose streams this process serves, by lesson.
import type { ProgressMade } from './announcements.ts';
import { OpenRoom, type RoomParts, type RoomStream } from './open-room.ts';

export class OpenRooms {
  readonly #parts: RoomParts;
  readonly #rooms = new Map<string, OpenRoom>();

  constructor(parts: RoomParts) {
    this.#parts = parts;
  }

  /** The open rooms, by lesson. */
  get ids(): readonly string[] {
    return [...this.#rooms.keys()];
  }

  /** Sends what happens in the room to the stream, from now to its end. */
  join(lessonId: string, stream: RoomStream, studentId: string | null): void {
    const room = this.#rooms.get(lessonId) ?? new OpenRoom(lessonId, this.#parts);
    this.#rooms.set(lessonId, room);
    room.join(stream, studentId, () => this.#rooms.delete(lessonId));
  }

  /** The students whose streams are served here. */
  served(lessonId: string): string[] {
    return this.#rooms.get(lessonId)?.served ?? [];
  }

  /** Reads the room again, or all rooms, and sends what changed. */
  refresh(lessonId?: string): void {
    for (const room of this.#rooms.values())
      if (lessonId === undefined || room.lessonId === lessonId) room.refresh();
  }

  /** Makes the pages of all rooms, or of those with this topic, load their room again. */
  reload(topicId?: string): void {
    for (const room of this.#rooms.values())
      if (topicId === undefined || room.topicId === topicId) room.reload();
  }

  /** Tells the tutor what a student did, in the rooms that have the topic. */
  progress(made: ProgressMade): void {
    for (const room of this.#rooms.values()) room.progress(made);
  }

  /** Sends what the clock or the students present have changed. */
  checkClock(): void {
    for (const room of this.#rooms.values()) room.checkClock();
  }
}
