// Acts as calls of the real API, and what goes wrong around them.
import { join } from 'node:path';

import { MINUTE_MS } from '../../../domain/time.ts';
import { backUp, restore } from '../../copies/copies.ts';
import type { Act, ActKind, ActOf, Outcome } from './acts.ts';
import { accountActs } from './world-accounts.ts';
import { lessonActs } from './world-lessons.ts';
import { moneyActs } from './world-money.ts';
import type { Performer, Performers } from './world-performers.ts';
import { roomActs } from './world-rooms.ts';
import type { World } from './world.ts';

const done = async (work: Promise<unknown>): Promise<Outcome> => {
  await work;
  return 'ok';
};

const luck: Performers<
  'restart' | 'kill' | 'mail away' | 'provider away' | 'disk full' | 'backup and restore'
> = {
  restart: ({ server }) => done(server.restart()),
  async kill(world, { at, afterCommit }) {
    // A call has more than six statements, so that a later one is between commit and answer.
    const statement = afterCommit ? Number.MAX_SAFE_INTEGER : 1 + (Math.floor(at / 1000) % 6);
    world.luck = { kind: 'kill', statement };
    return 'ok';
  },
  async 'mail away'({ mail }, { at, minutes }) {
    mail.awayUntil = at + minutes * MINUTE_MS;
    return 'ok';
  },
  async 'provider away'({ provider }, { at, minutes }) {
    provider.awayUntil = at + minutes * MINUTE_MS;
    await provider.tick();
    return 'ok';
  },
  async 'disk full'(world) {
    world.luck = { kind: 'disk full' };
    return 'ok';
  },
  async 'backup and restore'({ server, dataDir, clock }) {
    if (server.database.engine !== 'sqlite') return done(server.restart());
    const copy = join(dataDir, `copy-${clock.now}.db`);
    await backUp(dataDir, copy);
    await server.stop();
    await restore(dataDir, copy, clock.now);
    return done(server.start());
  },
};

const performers: Performers<ActKind> = {
  ...lessonActs,
  ...accountActs,
  ...moneyActs,
  ...roomActs,
  ...luck,
};

/** Nothing comes of them by itself before the next hour. */
const QUIET: ReadonlySet<ActKind> = new Set(['ask', 'reveal', 'answer', 'prepare', 'practise']);

/** Does the act in the product, whose time must have come. */
export async function perform<Kind extends ActKind>(
  world: World,
  act: Act & { do: Kind },
): Promise<Outcome> {
  const performer = performers[act.do] as Performer<Kind>;
  const outcome = await performer(world, act as ActOf<Kind>);
  world.hasNews ||= outcome === 'ok' && !QUIET.has(act.do);
  await world.provider.sandbox.idle();
  world.noteFaults();
  return outcome;
}
