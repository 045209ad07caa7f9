// A database with servers on it, for races: two processes on PostgreSQL, one on the embedded
// engine, which allows no more.
import { inject } from 'vitest';

import { createMigratedDatabase, startTestApp, type TestApp } from './app.ts';
import { type ChildServer, type Outside, startChildServer } from './child-server.ts';

export interface Fleet {
  readonly servers: readonly ChildServer[];
  /** Looks at the same database beside the servers, with the time of now. */
  readonly observer: TestApp;
  /** One of the servers, each in turn. */
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
