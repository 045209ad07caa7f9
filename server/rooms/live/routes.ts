// The live streams of rooms: for students, what the tutor asks; for the tutor, who is there and
// what they answer.
import * as endpoints from '../../../domain/endpoints.ts';
import { Refusal } from '../../../domain/errors.ts';
import { PLAN_CHANGED, SPOTS_CHANGED } from '../../booking/lessons.ts';
import type { Live } from '../../http/live.ts';
import { type Api, mountStream } from '../../http/mount.ts';
import { TOPIC_CHANGED } from '../../topics/items.ts';
import { readRoomEntryOf } from '../commands.ts';
import { readProgressMessage, ROOM_CHANGED } from './announcements.ts';
import { OpenRooms } from './open-rooms.ts';
import { createPresence, type Presence } from './presence.ts';

/** A lesson may have opened or ended, or a student who left may no longer count as present. */
const CLOCK_MS = 1000;
const CHANNEL = 'room';

/** Returns who is in a room, as far as this process knows. */
export function mountRoomStreams(api: Api, live: Live): (lessonId: string) => ReadonlySet<string> {
  const { app, database, clock } = api;
  const presence: Presence = createPresence({
    clock,
    announce: (message) => database.announce(message),
    served: (lessonId) => rooms.served(lessonId),
  });
  const rooms: OpenRooms = new OpenRooms({
    database,
    clock,
    log: app.log,
    here: (lessonId) => presence.here(lessonId),
  });

  live.onAnnounced((message) => hear(message, rooms, presence));
  live.onCheck(() => {
    presence.prune();
    for (const id of rooms.ids) presence.announce(id);
    rooms.refresh();
  });
  const checking = setInterval(() => rooms.checkClock(), CLOCK_MS);
  checking.unref();
  app.addHook('preClose', async () => clearInterval(checking));

  mountStream(api, endpoints.watchRoom, async ({ context, params, query }) => {
    const where = { lessonId: params.id, studentId: query.Student_ID };
    const { studentId } = await readRoomEntryOf(context, database.db, where);
    return (connection, address) => {
      const stream = live.open({ actor: context.actor, connection, address }, CHANNEL);
      // Listens before the room forgets the student, so that they count as present for a while.
      stream.readable.once('close', () => presence.announce(params.id));
      rooms.join(params.id, stream, studentId);
      presence.exchange(params.id);
      return stream.readable;
    };
  });
  mountStream(api, endpoints.watchTutorRoom, async ({ context: { actor }, params }) => {
    const lesson = await database.db
      .selectFrom('lessons')
      .select('id')
      .where('id', '=', params.id)
      .where('deleted_at', 'is', null)
      .executeTakeFirst();
    if (lesson === undefined) throw new Refusal('lesson_not_found');
    return (connection, address) => {
      const stream = live.open({ actor, connection, address }, CHANNEL);
      rooms.join(params.id, stream, null);
      presence.exchange(params.id);
      return stream.readable;
    };
  });

  return (lessonId) => {
    live.listen();
    if (!rooms.ids.includes(lessonId)) presence.ask(lessonId);
    return presence.here(lessonId);
  };
}

/** Updates the rooms after an announcement; null: some may have been missed. */
function hear(message: string | null, rooms: OpenRooms, presence: Presence): void {
  if (message === null) {
    for (const id of rooms.ids) presence.exchange(id);
    rooms.reload();
    rooms.refresh();
  } else if (message === PLAN_CHANGED) rooms.refresh();
  else if (message.startsWith(ROOM_CHANGED)) rooms.refresh(message.slice(ROOM_CHANGED.length));
  else if (message.startsWith(SPOTS_CHANGED)) rooms.refresh(message.slice(SPOTS_CHANGED.length));
  else if (message.startsWith(TOPIC_CHANGED)) {
    rooms.reload(message.slice(TOPIC_CHANGED.length));
    rooms.refresh();
  } else {
    const progress = readProgressMessage(message);
    if (progress !== null) rooms.progress(progress);
    else if (presence.hear(message) !== null) rooms.checkClock();
  }
}
