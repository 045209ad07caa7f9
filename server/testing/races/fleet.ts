// A database with several servers, for races: two processes on PostgreSQL, one on the embedded
// engine, which supports only one.
import { inject } from 'vitest';

import { createMigratedDatabase, startTestApp, type TestApp } from '../app.ts';
import { type ChildServer, type Outside, startChildServer } from '../servers/child-server.ts';

export interface Fleet {
  readonly servers: readonly ChildServer[];
  /** Accesses the same database next to the servers, with the current time. */
  readonly observer: TestApp;
  /** The next server, in rotation. */
  readonly serverFor: (index: number) => ChildServer;
  readonly close: () => Promise<void>;
}

export async function startFleet(outside: Outside = {}): Promise<Fleet> {
  const { options, drop } = await createMigratedDatabase();
  const count = inject('engine') === 'postgres' ? 2 : 1;
  const servers = await Promise.all(
    Array.from({ length: count }, () => startChildServer(options, outside)),
  );
  const observer = await startTestApp({
    on: { ...options, exclusive: false },
    now: new Date().toISOString(),
  });
  return {
    servers,
    observer,
    serverFor: (index) => servers[index % servers.length] as ChildServer,
    async close() {
      await Promise.all(servers.map((server) => server.terminate()));
      await observer.close();
      await drop();
    },
  };
}
