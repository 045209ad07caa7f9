// The warning about a proxy without TRUST_PROXY.
import { expect, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { TrustProxy } from '../process/env.ts';
import { startTestApp } from '../testing/app.ts';

/** The warnings after two requests with each of these headers. */
async function warnings(trustProxy: TrustProxy | undefined, ...all: Record<string, string>[]) {
  const warned: string[] = [];
  const api = await startTestApp({
    ...(trustProxy === undefined ? {} : { trustProxy }),
    onLog: ({ level, msg }) => {
      if (level >= 40) warned.push(msg);
    },
  });
  onTestFinished(() => api.close());
  for (const headers of [...all, ...all]) await api.call(endpoints.health, { headers });
  return warned;
}

const forwarded = [{ 'x-forwarded-for': '198.51.100.7' }, { forwarded: 'for=198.51.100.7' }];

test.each(forwarded)('warns of %j once while TRUST_PROXY is not set', async (headers) => {
  expect(await warnings(undefined, headers)).toEqual([
    expect.stringContaining('TRUST_PROXY is not set'),
  ]);
});

test('warns once of both headers', async () => {
  expect(await warnings(undefined, ...forwarded)).toHaveLength(1);
});

test.each([true, false, ['loopback']])('does not warn with TRUST_PROXY=%j', async (trustProxy) => {
  expect(await warnings(trustProxy, ...forwarded)).toEqual([]);
});

test('does not warn without a proxy', async () => {
  expect(await warnings(undefined, { 'user-agent': 'somebody' })).toEqual([]);
});
