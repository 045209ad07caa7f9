// Live lessons over real processes, two on PostgreSQL: a family's pages hear of what it does
// through any of them.
import { expect, inject, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { LiveChange } from '../../domain/lessons/live.ts';
import { addParent, makeFamily, makeLesson } from '../testing/factories.ts';
import { startFleet } from '../testing/races/fleet.ts';
import { watchStream } from '../testing/servers/streams.ts';

test("hears of the other parent's booking through another process", async () => {
  const fleet = await startFleet();
  onTestFinished(fleet.close);
  const { observer, serverFor } = fleet;
  const family = await makeFamily(observer, 1);
  const other = await addParent(observer, family);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const { id } = await makeLesson(observer, { Date: tomorrow });
  const path = serverFor(1).url + endpoints.watchLessons.path;
  const stream = await watchStream<LiveChange>(path, other);
  const stranger = await watchStream<LiveChange>(path, await makeFamily(observer));
  // LISTEN starts a moment later; anything that happened before is covered by a full reload.
  if (inject('engine') === 'postgres') await stream.next('plan');

  const here = family.via(serverFor(0));
  const heard = stream.next('own');
  const startedAt = performance.now();
  await here.cancel(await here.book(id));
  await heard;
  // Pages that hear nothing look again after a minute.
  expect(performance.now() - startedAt).toBeLessThan(10_000);
  await stranger.next('spots', (event) => event.id === id);
  expect(stranger.text()).not.toContain('own');
}, 60_000);
