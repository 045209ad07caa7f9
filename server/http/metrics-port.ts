// Serves the metrics at /metrics, on a port of their own that the proxy never sees.
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import type { FastifyBaseLogger } from 'fastify';

import { StartupError } from '../base/startup-error.ts';
import type { Env } from '../process/env.ts';
import type { Metrics } from './metrics.ts';

const PATH = '/metrics';
const HEADERS = { 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' };

interface MetricsSettings {
  port: number;
  host: string;
  log: Pick<FastifyBaseLogger, 'error'>;
}

interface MetricsPort {
  readonly url: string;
  close(): Promise<void>;
}

/** Throws a StartupError if the port cannot be had. */
export async function serveMetrics(
  metrics: Pick<Metrics, 'text' | 'contentType'>,
  { port, host, log }: MetricsSettings,
): Promise<MetricsPort> {
  const answer = async ({ method, url }: IncomingMessage, response: ServerResponse) => {
    const isRead = method === 'GET' || method === 'HEAD';
    if (!isRead || url?.split('?', 1)[0] !== PATH) {
      response.writeHead(404, HEADERS).end();
      return;
    }
    const text = await metrics.text();
    response.writeHead(200, { ...HEADERS, 'content-type': metrics.contentType }).end(text);
  };
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      log.error({ err: error }, 'failed to answer with the metrics');
      response.destroy();
    });
  });
  try {
    server.listen({ port, host });
    await once(server, 'listening');
  } catch (cause) {
    throw new StartupError(`METRICS_PORT: cannot listen on ${host}:${port} (${String(cause)}).`, {
      cause,
    });
  }
  const { port: actual } = server.address() as AddressInfo;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${actual}${PATH}`,
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}

/**
 * Serves the metrics where the environment says; null if nowhere, or if the port is taken, which is
 * logged: a site without metrics is better than none.
 */
export async function openMetricsPort(
  log: FastifyBaseLogger,
  place: Env['metrics'],
  metrics: Metrics | null,
): Promise<MetricsPort | null> {
  if (place === null || metrics === null) return null;
  try {
    const opened = await serveMetrics(metrics, { ...place, log });
    log.info(`Metrics at ${opened.url}`);
    return opened;
  } catch (error) {
    if (!(error instanceof StartupError)) throw error;
    log.error(`${error.message} The site runs without metrics.`);
    return null;
  }
}
