// A server in a process of its own, which answers one call and is killed at one of its statements
// or before its answer.
import { connectStripe, type StripeSettings } from '../../../server/payments/stripe.ts';
import { moveClock } from './world-clock.ts';
import { Mail } from './world-mail.ts';
import { Server, type Request, type ServerParts } from './world-server.ts';

/** What the parent sends. */
export interface Death {
  readonly now: number;
  readonly database: ServerParts['database'];
  readonly stripe: StripeSettings;
  readonly request: Request;
  /** The number of the statement; later than the last one: before the answer. */
  readonly statement: number;
}

process.once('message', (death: Death) => {
  void die(death);
});

async function die({ now, database, stripe, request, statement }: Death): Promise<void> {
  const clock = moveClock(now);
  const provider = connectStripe(stripe);
  const server = new Server({ clock, database, transport: new Mail(clock), provider });
  await server.start();
  let seen = 0;
  server.onStatement = () => {
    seen += 1;
    if (seen === statement) process.kill(process.pid, 'SIGKILL');
  };
  await server.inject(request);
  process.kill(process.pid, 'SIGKILL');
}
