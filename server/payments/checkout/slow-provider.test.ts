// A provider that hangs: only a few requests wait for it, and the server still shuts down in time.
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

import { expect, onTestFinished, test } from 'vitest';

import * as endpoints from '../../../domain/endpoints.ts';
import { SHUTDOWN_MS } from '../../process/run.ts';
import { createTestDatabase, startTestApp } from '../../testing/app.ts';
import { makeFamily, PASSWORD, signUpForm } from '../../testing/factories.ts';
import { startChildServer } from '../../testing/servers/child-server.ts';
import { connectStripe } from '../stripe.ts';
import { MAX_FAMILY_CHECKS } from './family-checks.ts';

/**
 * A provider that opens some sessions and never answers another request. Counts those that wait for
 * a session; at night the comparison of payments asks for lists as well.
 */
async function startHanging(sessions: number) {
  let opened = 0;
  let waiting = 0;
  const server = createServer(({ method, url: path = '' }, response) => {
    if (method === 'POST' && opened < sessions) {
      opened += 1;
      const session = { id: `cs_test_${opened}`, url: `http://pay.test/cs_test_${opened}` };
      response.setHeader('content-type', 'application/json').end(JSON.stringify(session));
    } else if (method === 'POST' || path.startsWith('/v1/checkout/sessions/')) waiting += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  // A server listening on a port has an AddressInfo.
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const keys = { secretKey: 'sk_test_hanging', webhookSecret: 'whsec_hanging' };
  return { url, ...keys, waiting: () => waiting };
}

const ONE_CREDIT = { body: { credits_quantity: 1 } };

test('limits concurrent requests to the provider; others get the stored state', async () => {
  const { url, waiting, ...keys } = await startHanging(2 * MAX_FAMILY_CHECKS);
  const payments = connectStripe({ ...keys, apiUrl: url });
  const api = await startTestApp({ payments });
  onTestFinished(() => api.close());
  let answered = 0;
  const looks: Promise<void>[] = [];
  const look = async ({ call }: Awaited<ReturnType<typeof makeFamily>>, session_id: string) => {
    const { body } = await call(endpoints.getPayment, { params: { session_id } });
    expect(body.payment.status).toBe('pending');
    answered += 1;
  };
  for (let n = 0; n < 2 * MAX_FAMILY_CHECKS; n += 1) {
    const family = await makeFamily(api);
    const { body } = await family.call(endpoints.createCheckout, ONE_CREDIT);
    looks.push(look(family, body.session_id));
  }
  await expect.poll(() => answered).toBe(MAX_FAMILY_CHECKS);
  await expect.poll(waiting).toBe(MAX_FAMILY_CHECKS);
  payments.abandon();
  await Promise.all(looks);
});

test('ends in time while the provider hangs, answering with the stored state', async () => {
  const { waiting, ...provider } = await startHanging(1);
  const { options, drop } = await createTestDatabase();
  const server = await startChildServer(options, { stripe: provider });
  onTestFinished(async () => {
    await server.crash();
    await drop();
  });
  const form = signUpForm();
  await server.call(endpoints.register, { body: form });
  const account = { email: form.Parent_Email, password: PASSWORD };
  const { body } = await server.call(endpoints.login, { body: account });
  const token = body.session.access_token;
  await server.call(endpoints.createCheckout, { token, ...ONE_CREDIT });
  const look = server.call(endpoints.getPayment, { token, params: { session_id: 'cs_test_1' } });
  const checkout = server.refused(endpoints.createCheckout, { token, ...ONE_CREDIT });
  await expect.poll(waiting).toBe(2);
  const [{ code, ms }, looked, refused] = await Promise.all([server.terminate(), look, checkout]);
  expect(looked.body.payment.status).toBe('pending');
  expect(refused.body.code).toBe('payment_provider_error');
  expect(code).toBe(0);
  expect(ms).toBeLessThan(SHUTDOWN_MS);
}, 60_000);
