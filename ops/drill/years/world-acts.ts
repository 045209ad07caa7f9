// Acts as calls of the real API, and what goes wrong around them.
import type { Act, ActKind, ActOf, Outcome } from './acts.ts';
import { accountActs } from './world-accounts.ts';
import { lessonActs } from './world-lessons.ts';
import { luckActs } from './world-luck.ts';
import { moneyActs } from './world-money.ts';
import type { Performer, Performers } from './world-performers.ts';
import { roomActs } from './world-rooms.ts';
import type { World } from './world.ts';

const performers: Performers<ActKind> = {
  ...lessonActs,
  ...accountActs,
  ...moneyActs,
  ...roomActs,
  ...luckActs,
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
