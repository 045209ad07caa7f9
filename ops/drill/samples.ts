// The samples of ops/deploy/cluster/, with the names, ports and folders of a drill.
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';

import { root } from '../../scripts/test/steps.ts';

export interface NodePorts {
  readonly postgres: number;
  readonly rest: number;
  readonly etcd: number;
  readonly etcdPeer: number;
}

export const NODE_NAMES = ['one', 'two', 'three'] as const;
export type NodeName = (typeof NODE_NAMES)[number];

/** By the name that stands behind CHANGE-ME in the sample; 'lessons' is the server's role. */
const SECRETS = ['rest-api', 'superuser', 'replication', 'rewind'] as const;
export type Passwords = Readonly<Record<(typeof SECRETS)[number] | 'lessons', string>>;
const newPassword = () => randomBytes(16).toString('hex');
export const newPasswords = (): Passwords => ({
  'rest-api': newPassword(),
  superuser: newPassword(),
  replication: newPassword(),
  rewind: newPassword(),
  lessons: newPassword(),
});

export const SUPERUSER = 'postgres';
/** The one that may change Patroni's settings. */
export const OPERATOR = 'patroni';
/** The role of the server, and its database. */
export const LESSONS = 'lessons';

type Change = readonly [from: string, to: string];

const HOST = '127.0.0.1';

/** Throws if the sample has no such text: it would be run unchanged. */
function fill(name: string, changes: readonly Change[]): string {
  return changes.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`ops/deploy/cluster/${name} lacks ${from}`);
      return text.replaceAll(from, to);
    },
    readFileSync(path.join(root, 'ops/deploy/cluster', name), 'utf8'),
  );
}

interface PatroniPlace {
  name: NodeName;
  folder: string;
  binaries: string;
  own: NodePorts;
  /** How others reach this node. */
  reachable: Pick<NodePorts, 'postgres' | 'rest'>;
  /** How this node reaches etcd. */
  etcd: readonly number[];
  passwords: Passwords;
  /** Asynchronous replication. */
  isCareless: boolean;
}

export function patroniOf(place: PatroniPlace): string {
  const { name, folder, binaries, own, reachable, etcd, passwords, isCareless } = place;
  const hosts = etcd.map((port) => `${HOST}:${port}`).join(',');
  return fill('patroni.yml', [
    ['\nname: one', `\nname: ${name}`],
    ['\n  listen: 10.0.0.1:8008', `\n  listen: ${HOST}:${own.rest}`],
    ['connect_address: 10.0.0.1:8008', `connect_address: ${HOST}:${reachable.rest}`],
    ['\n  listen: 10.0.0.1:5432', `\n  listen: ${HOST}:${own.postgres}`],
    ['connect_address: 10.0.0.1:5432', `connect_address: ${HOST}:${reachable.postgres}`],
    // Otherwise Patroni asks etcd for its members and then goes past the ways that the drill cuts.
    ['10.0.0.1:2379,10.0.0.2:2379,10.0.0.3:2379', `${hosts}\n  use_proxies: true`],
    ['[10.0.0.1, 10.0.0.2, 10.0.0.3]', `[${HOST}]`],
    ...['10.0.0.1/32', '10.0.0.2/32', '10.0.0.3/32', '10.0.0.0/24'].map((from): Change => [
      from,
      `${HOST}/32`,
    ]),
    ...SECRETS.map((of): Change => [`CHANGE-ME-${of}\n`, `${passwords[of]}\n`]),
    ['/var/lib/postgresql/15/lessons', path.join(folder, 'data')],
    ['/var/lib/postgresql/lessons.pgpass', path.join(folder, 'pgpass')],
    ['/usr/lib/postgresql/15/bin', binaries],
    ['/var/run/postgresql', folder],
    ...(isCareless
      ? ([
          ['synchronous_mode: true', 'synchronous_mode: false'],
          ['synchronous_mode_strict: true', 'synchronous_mode_strict: false'],
        ] as const)
      : []),
  ]);
}

/** How HAProxy reaches each node. */
export function haproxyOf(port: number, nodes: Pick<NodePorts, 'postgres' | 'rest'>[]): string {
  return fill('haproxy.cfg', [
    [`bind ${HOST}:5000`, `bind ${HOST}:${port}`],
    ...nodes.map(({ postgres, rest }, nth): Change => [
      `10.0.0.${nth + 1}:5432 check port 8008`,
      `${HOST}:${postgres} check port ${rest}`,
    ]),
  ]);
}

/** The environment of a node's etcd. */
export function etcdOf(
  nth: number,
  folder: string,
  all: readonly NodePorts[],
): Record<string, string> {
  const own = all[nth];
  if (own === undefined) throw new Error(`there is no node ${nth}`);
  const text = fill('etcd.env', [
    ['ETCD_NAME=one', `ETCD_NAME=${NODE_NAMES[nth] ?? ''}`],
    ['=http://10.0.0.1:2379', `=http://${HOST}:${own.etcd}`],
    ['_URLS=http://10.0.0.1:2380', `_URLS=http://${HOST}:${own.etcdPeer}`],
    ...all.map(({ etcdPeer }, other): Change => [
      `10.0.0.${other + 1}:2380`,
      `${HOST}:${etcdPeer}`,
    ]),
    ['/var/lib/etcd/default', path.join(folder, 'etcd')],
  ]);
  const lines = text.split('\n').filter((line) => line.startsWith('ETCD_'));
  return Object.fromEntries(
    lines.map((line) => {
      const at = line.indexOf('=');
      return [line.slice(0, at), line.slice(at + 1)];
    }),
  );
}
