// The live stream of lessons. Each process reads a change once and sends it to every open stream.
// A family's own changes go to its own streams alone, and need no read.
import * as endpoints from '../../domain/endpoints.ts';
import { eventText } from '../../domain/event-stream.ts';
import type { LiveChange } from '../../domain/lessons/live.ts';
import { PLAN_CHANGED, readSpots, SPOTS_CHANGED } from '../booking/lessons.ts';
import type { Live } from '../http/live.ts';
import { type Api, mountStream } from '../http/mount.ts';
import { isConcerned, readFamilyNews } from '../people/news.ts';

const CHANNEL = 'lessons';

export function mountLiveRoutes(api: Api, live: Live): void {
  const { database, clock } = api;

  const sendChange = (change: LiveChange) => {
    for (const stream of live.about(CHANNEL)) stream.send(eventText(change));
  };

  live.onAnnounced(async (message) => {
    if (live.about(CHANNEL).length === 0) return;
    if (message === null || message === PLAN_CHANGED) sendChange({ kind: 'plan' });
    else if (message.startsWith(SPOTS_CHANGED)) {
      const id = message.slice(SPOTS_CHANGED.length);
      const availableSpots = await readSpots(database.db, { id, now: clock() });
      if (availableSpots !== null) sendChange({ kind: 'spots', id, availableSpots });
    } else {
      const news = readFamilyNews(message);
      if (news === null) return;
      const text = eventText({ kind: 'own' } satisfies LiveChange);
      for (const stream of live.about(CHANNEL))
        if (stream.actor.audience === 'family' && isConcerned(stream.actor, news))
          stream.send(text);
    }
  });

  mountStream(api, endpoints.watchLessons, ({ context: { actor } }) => (connection, address) => {
    return live.open({ actor, connection, address }, CHANNEL).readable;
  });
}
