// The tutor's figures over 800 days at 1,000,000 bookings.
import { Agent } from 'node:http';

import { FIGURES_DAYS } from '../domain/figures/figures.ts';
import { addDays, ukDate } from '../domain/time.ts';
import { newId } from '../server/base/ids.ts';
import { transact } from '../server/engine/context.ts';
import { openDatabase } from '../server/engine/database.ts';
import { newAccount } from '../server/sessions/credentials.ts';
import { startSession } from '../server/sessions/sessions.ts';
import { call } from './calls.ts';
import type { Engine, FilledDatabase } from './engines.ts';
import { startApp } from './load.ts';
import { median } from './report.ts';

const CALLS = 30;
const DAYS_AHEAD = 150;

/** Signs a tutor in; returns the access token. */
async function makeTutor({ options }: FilledDatabase): Promise<string> {
  const database = await openDatabase({ ...options, exclusive: false });
  try {
    return await transact({ database, now: Date.now(), actor: null }, async (work) => {
      const id = newId();
      await work.tx
        .insertInto('admins')
        .values({ id, email: 'tutor@bench.test', name: 'Bench', password_hash: '', created_at: 0 })
        .execute();
      return (await startSession(work, newAccount({ audience: 'admin', id }))).access_token;
    });
  } finally {
    await database.close();
  }
}

/** The milliseconds of a call: the first one, the median and the maximum of those after it. */
export async function measureFigures(engine: Engine) {
  const database = await engine.make('large');
  const token = await makeTutor(database);
  const app = await startApp(database);
  const agent = new Agent({ keepAlive: true });
  const to = addDays(ukDate(Date.now()), DAYS_AHEAD);
  const address = `${app.url}/api/admin/figures?from=${addDays(to, -FIGURES_DAYS.max)}&to=${to}`;
  const times: number[] = [];
  for (let nth = 0; nth <= CALLS; nth += 1) {
    const { status, ms } = await call({ agent, address, token });
    if (status !== 200) throw new Error(`the figures answered ${status}`);
    times.push(ms);
  }
  agent.destroy();
  await app.stop();
  await database.drop();
  const [first = 0, ...others] = times;
  return { first, median: median(others), max: Math.max(...others) };
}
