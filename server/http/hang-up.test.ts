// A visitor who disconnects in the middle of a form: not an error of the server or the database.
import { once } from 'node:events';
import { connect } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { type LogLine, startTestApp } from '../testing/app.ts';

const INFO = 30;

async function start() {
  const log: LogLine[] = [];
  const api = await startTestApp({ onLog: (line) => log.push(line) });
  onTestFinished(() => api.close());
  const port = Number(new URL(await api.app.listen({ port: 0, host: '127.0.0.1' })).port);
  return { api, port, log };
}

test.each(['ends its connection', 'resets it'])(
  'does not report a visitor who %s in the middle of a form as a failure',
  async (how) => {
    const { api, port, log } = await start();
    for (const { path } of [endpoints.registerInterest, endpoints.login, endpoints.stripeWebhook]) {
      const linesBefore = log.length;
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      const arrived = once(api.app.server, 'request');
      socket.write(
        `POST ${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: 500\r\n\r\n{"name":"A`,
      );
      await arrived;
      if (how === 'resets it') socket.resetAndDestroy();
      else socket.destroy();
      await expect
        .poll(() => log.slice(linesBefore).map(({ msg }) => msg))
        .toContain('the client went away in the middle of its request');
    }
    expect(log.filter(({ level }) => level > INFO)).toEqual([]);
    await api.call(endpoints.health);
  },
);
