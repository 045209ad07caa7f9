// Whether the cluster keeps strangers out: who may change Patroni's settings, and where the role of
// the server may log in.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';

import pg from 'pg';

import { OPERATOR } from './samples.ts';

const ASK_MS = 5000;
/** The sample's own value, so that the change that is tried changes nothing. */
const LOOP_WAIT_S = 5;
/** An address of loopback that none of the three nodes has. */
const ELSEWHERE = '127.0.0.2';
const NOT_IN_PG_HBA = '28000';

async function change(port: number, from: string, password: string | null): Promise<number> {
  const outgoing = request({
    host: '127.0.0.1',
    port,
    path: '/config',
    method: 'PATCH',
    localAddress: from,
    agent: false,
    signal: AbortSignal.timeout(ASK_MS),
    ...(password === null ? {} : { auth: `${OPERATOR}:${password}` }),
  });
  outgoing.end(JSON.stringify({ loop_wait: LOOP_WAIT_S }));
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  answer.resume();
  return answer.statusCode ?? 0;
}

/** Throws if Patroni's settings can be changed without the password or from elsewhere. */
export async function tryPatroni(port: number, password: string): Promise<void> {
  const seen = [
    await change(port, '127.0.0.1', null),
    await change(port, '127.0.0.1', 'wrong'),
    await change(port, ELSEWHERE, password),
    // Otherwise the refusals prove nothing.
    await change(port, '127.0.0.1', password),
  ].join();
  if (seen !== '401,401,403,200')
    throw new Error(`Patroni answers strangers and the operator with ${seen}`);
}

/** Throws unless pg_hba refuses this. */
export async function tryLogin(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: ASK_MS });
  try {
    await client.connect();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === NOT_IN_PG_HBA) return;
    throw error;
  } finally {
    void client.end().catch(() => undefined);
  }
  throw new Error('the role of the server gets into another database');
}
