// The samples of ops/deploy/cluster/ as the drill fills them: nothing of another machine is left.
import { expect, test } from 'vitest';

import { etcdOf, haproxyOf, newPasswords, NODE_NAMES, patroniOf } from './samples.ts';

const ports = [1, 2, 3].map((node) => ({
  postgres: 10_000 + node,
  rest: 20_000 + node,
  etcd: 30_000 + node,
  etcdPeer: 40_000 + node,
}));
const place = {
  name: 'two',
  folder: '/drill/two',
  binaries: '/postgres/bin',
  own: { postgres: 1, rest: 2, etcd: 3, etcdPeer: 4 },
  reachable: { postgres: 5, rest: 6 },
  etcd: [7, 8, 9],
  passwords: newPasswords(),
} as const;

test('fills the sample of Patroni, with the ways that the drill can cut', () => {
  const text = patroniOf({ ...place, isCareless: false }).replaceAll(/^ *#.*$/gm, '');
  expect(text).not.toMatch(/10\.0\.0\.|\/var\/|\/usr\/|CHANGE-ME/);
  for (const line of [
    'name: two',
    'listen: 127.0.0.1:1\n',
    'connect_address: 127.0.0.1:5\n',
    'hosts: 127.0.0.1:7,127.0.0.1:8,127.0.0.1:9\n  use_proxies: true',
    'data_dir: /drill/two/data',
    'allowlist: [127.0.0.1]',
    'host lessons lessons 127.0.0.1/32 scram-sha-256',
    'synchronous_mode: true',
    'synchronous_mode_strict: true',
  ])
    expect(text).toContain(line);
  expect(patroniOf({ ...place, isCareless: true })).not.toMatch(/synchronous_\w+: true/);
});

test('fills the sample of HAProxy', () => {
  const text = haproxyOf(5, ports);
  expect(text).not.toContain('10.0.0.');
  expect(text).toContain('server three 127.0.0.1:10003 check port 20003');
});

test.for([...NODE_NAMES.entries()])('fills the sample of etcd for node %d', ([nth, name]) => {
  const env = etcdOf(nth, '/drill', ports);
  expect(JSON.stringify(env)).not.toContain('10.0.0.');
  expect(env).toMatchObject({
    ETCD_NAME: name,
    ETCD_LISTEN_CLIENT_URLS: `http://127.0.0.1:${30_001 + nth}`,
    ETCD_INITIAL_ADVERTISE_PEER_URLS: `http://127.0.0.1:${40_001 + nth}`,
    ETCD_INITIAL_CLUSTER:
      'one=http://127.0.0.1:40001,two=http://127.0.0.1:40002,three=http://127.0.0.1:40003',
    ETCD_ENABLE_V2: 'true',
  });
});
