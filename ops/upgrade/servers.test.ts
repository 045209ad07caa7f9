// Tests which servers an upgrade stops and starts.
import { afterEach, expect, test, vi } from 'vitest';

import { requireUnits, serversOf } from './servers.ts';

afterEach(() => vi.unstubAllEnvs());

test.each([
  { host: '', port: '', ports: undefined, at: ['http://127.0.0.1:3000'] },
  { host: '0.0.0.0', port: '8000', ports: undefined, at: ['http://127.0.0.1:8000'] },
  { host: '10.0.0.7', port: '8000', ports: '3001, 3002', at: ['10.0.0.7:3001', '10.0.0.7:3002'] },
  { host: '::1', port: '3000', ports: undefined, at: ['http://[::1]:3000'] },
])('asks the servers of $host at $at', async ({ host, port, ports, at }) => {
  vi.stubEnv('HOST', host);
  vi.stubEnv('PORT', port);
  const found = await serversOf({ ports, stop: 'true', start: 'true' });
  expect(found.at).toEqual(at.map((one) => expect.stringContaining(one)));
});

test.each(['3001;3002', '3001,', '$(id)', '3001 3002'])('refuses the ports %s', async (ports) => {
  await expect(serversOf({ ports, stop: 'true', start: 'true' })).rejects.toThrow('is no port');
});

const [one, two] = ['lessons@3001.service', 'lessons@3002.service'];
test.each([
  { chosen: [one, two], active: [two, one] },
  { chosen: [one], active: [] },
  { chosen: ['lessons.service'], active: ['lessons.service'] },
])('stops $active for $chosen', ({ chosen, active }) => {
  expect(() => requireUnits(chosen, active)).not.toThrow();
});

test.each([
  { what: 'forgotten ports', chosen: ['lessons.service'], active: [one, two], way: '3001,3002' },
  { what: 'one that stays', chosen: [one], active: [one, two], way: '--ports 3001,3002' },
  { what: 'one too many', chosen: [one, two], active: [one], way: '--ports 3001,' },
  { what: 'ports of no server', chosen: [one], active: ['lessons.service'], way: 'no --ports' },
  { what: 'both kinds', chosen: [one], active: ['lessons.service', one], way: 'no --ports' },
])('refuses $what', ({ chosen, active, way }) => {
  expect(() => requireUnits(chosen, active)).toThrow(way.replace(/,$/, ''));
});
