// The warnings about proxies that hide the visitors' addresses.
import { expect, onTestFinished, test } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import type { TrustProxy } from '../process/env.ts';
import { startTestApp } from '../testing/app.ts';

/** The warnings after two requests with each of these headers. */
async function warnings(trustProxy: TrustProxy | undefined, ...all: Record<string, string>[]) {
  return warningsAt({ trustProxy }, ...all);
}

async function warningsAt(
  { trustProxy, ...settings }: { trustProxy: TrustProxy | undefined; appUrl?: string },
  ...all: Record<string, string>[]
) {
  const warned: string[] = [];
  const api = await startTestApp({
    ...(trustProxy === undefined ? {} : { trustProxy }),
    ...settings,
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

const PUBLIC = 'https://lessons.example.com';

test.each([
  ['172.18.0.1', ['loopback']],
  ['fd00::1', ['loopback']],
  ['172.18.0.1', true],
  // Both are the proxies' own: the first of them has passed on no address.
  ['172.18.0.1', ['loopback', 'uniquelocal']],
])('warns once of visitors from %s at a public address, with TRUST_PROXY=%j', async (ip, trust) => {
  const at = { trustProxy: trust, appUrl: PUBLIC };
  expect(await warningsAt(at, { 'x-forwarded-for': ip })).toEqual([
    expect.stringContaining('although APP_URL is public'),
  ]);
});

test.each([
  ['https://lessons.example.com', '198.51.100.7'],
  ['https://lessons.example.com', '2001:db8::1'],
  ['https://192.168.1.20', '192.168.1.7'],
  ['http://[fd00::2]:3000', 'fd00::1'],
  ['http://localhost:3000', '127.0.0.1'],
  ['https://lessons.home.arpa', '192.168.1.7'],
  ['https://nas', '192.168.1.7'],
])('does not warn at %s of a visitor from %s', async (appUrl, ip) => {
  const at = { trustProxy: ['loopback'], appUrl };
  expect(await warningsAt(at, { 'x-forwarded-for': ip })).toEqual([]);
});

test('does not warn of health checks past the proxy', async () => {
  expect(await warningsAt({ trustProxy: ['uniquelocal'], appUrl: PUBLIC }, {})).toEqual([]);
});
