// Shutting down while the provider hangs: the server answers waiting requests and ends in time.
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';

import { expect, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { SHUTDOWN_MS } from '../main.ts';
import { createTestDatabase } from '../testing/app.ts';
import { startChildServer, type StripeAccess } from '../testing/child-server.ts';
import { PASSWORD, signUpForm } from '../testing/factories.ts';

interface Hanging extends StripeAccess {
  readonly reserved: () => number;
}

/** A provider that opens one session and then never answers. */
async function startHanging(): Promise<Hanging> {
  const reserved: ServerResponse[] = [];
  let isOpen = false;
  const server = createServer((_request, response) => {
    if (isOpen) reserved.push(response);
    else
      response
        .setHeader('content-type', 'application/json')
        .end(
          JSON.stringify({ id: 'cs_test_1', object: 'checkout.session', url: 'http://pay.test/1' }),
        );
    isOpen = true;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    secretKey: 'sk_test_hanging',
    webhookSecret: 'whsec_hanging',
    reserved: () => reserved.length,
  };
}

test('ends in time while the provider hangs, answering with the stored state', async () => {
  const provider = await startHanging();
  const { options, drop } = await createTestDatabase();
  const server = await startChildServer(options, { stripe: provider });
  onTestFinished(async () => {
    await server.crash();
    await drop();
  });
  const form = signUpForm();
  await server.call(endpoints.register, { body: form });
  const { body } = await server.call(endpoints.login, {
    body: { email: form.Parent_Email, password: PASSWORD },
  });
  const token = body.session.access_token;
  await server.call(endpoints.createCheckout, { token, body: { credits_quantity: 1 } });
  const look = server.call(endpoints.getPayment, { token, params: { session_id: 'cs_test_1' } });
  const checkout = server.refused(endpoints.createCheckout, {
    token,
    body: { credits_quantity: 1 },
  });
  await expect.poll(provider.reserved).toBe(2);
  const { code, ms } = await server.terminate();
  expect((await look).body.payment.status).toBe('pending');
  expect((await checkout).body.code).toBe('payment_provider_error');
  expect(code).toBe(0);
  expect(ms).toBeLessThan(SHUTDOWN_MS);
}, 60_000);
