// A server that an upgrade has started but not accepted yet: it migrates and reports its health,
// and does nothing for anybody. So the upgrade can still be rolled back without losing anything.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { FastifyInstance } from 'fastify';

import { Refusal } from '../../domain/errors.ts';
import { PROJECT } from '../base/project.ts';
import { isApi } from './methods.ts';

/**
 * The upgrade writes it to the data folder before the start, and removes it to accept the server.
 */
export const UPGRADING_FILE = 'upgrading';
const CHECK_MS = 100;
const RETRY_SECONDS = '5';
const HEALTH = /^\/api\/(health|ready)(\?|$)/;
const AWAY_PAGE = join(PROJECT, 'ops', 'deploy', 'www', 'away.html');

export interface UpgradeAcceptance {
  /** Whether the server is still on probation. Checks the file, so nobody is refused afterwards. */
  readonly isPending: () => boolean;
  /** Calls `begin` once the server is accepted: immediately without an upgrade. */
  onAccepted(begin: () => void): void;
  stop(): void;
}

/** Looks for the file once, at the start: one that appears later is for the next start. */
export function awaitAcceptance(dataDir: string): UpgradeAcceptance {
  const file = join(dataDir, UPGRADING_FILE);
  let isPending = existsSync(file);
  const waiting: (() => void)[] = [];
  const timer = isPending
    ? setInterval(() => {
        if (existsSync(file)) return;
        isPending = false;
        clearInterval(timer);
        for (const begin of waiting) begin();
      }, CHECK_MS)
    : undefined;
  return {
    isPending: () => isPending && existsSync(file),
    onAccepted(begin) {
      if (isPending) waiting.push(begin);
      else begin();
    },
    stop: () => {
      clearInterval(timer);
    },
  };
}

/** Answers everything but health checks with 503 while the server is not accepted. */
export function waitUntilAccepted(app: FastifyInstance, isPending: () => boolean): void {
  if (!isPending()) return;
  const page = readFileSync(AWAY_PAGE, 'utf8');
  app.addHook('onRequest', async ({ url }, reply) => {
    if (!isPending() || HEALTH.test(url)) return undefined;
    const headers = { 'retry-after': RETRY_SECONDS, 'cache-control': 'no-store' };
    if (isApi(url)) throw new Refusal('service_unavailable', { headers });
    return reply.code(503).headers(headers).type('text/html; charset=utf-8').send(page);
  });
}
