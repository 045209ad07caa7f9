// Three nodes of PostgreSQL under Patroni with etcd, and HAProxy in front of them, all on loopback
// and with the samples of ops/deploy/cluster/.
import { spawn } from 'node:child_process';
import { openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

import * as z from 'zod';

import { findTool } from '../../scripts/test/find-tool.ts';
import { findPrograms } from '../../server/engine/postgres/programs.ts';
import { unprivilegedIdentity } from '../../server/testing/postgres/postgres.ts';
import { reservePorts } from './free-ports.ts';
import { MARK } from './inhabitants.ts';
import { Node, portOf, type Programs, type Site } from './node.ts';
import { haproxyOf, LESSONS, newPasswords, NODE_NAMES, SUPERUSER } from './samples.ts';
import { tryPatroni } from './strangers.ts';

const PORTS_OF_NODE = 4;
const START_MS = 120_000;
const ASK_MS = 1500;
const POLL_MS = 200;

const viewSchema = z.object({
  members: z.array(
    z.object({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      timeline: z.number().optional(),
      lag: z.union([z.number(), z.string()]).optional(),
    }),
  ),
});
type View = z.infer<typeof viewSchema>;

export interface Cluster {
  readonly nodes: readonly Node[];
  /** Addresses through HAProxy: for a superuser, and of the server's database for its role. */
  readonly superuserUrl: string;
  readonly lessonsUrl: string;
  readonly lessonsPassword: string;
  /** The primary that Patroni's nodes agree on, once the cluster is whole. */
  whole(withinMs: number): Promise<Node>;
  /** The next primary that is none of these. */
  successorOf(former: Node, withinMs: number): Promise<Node>;
  close(): Promise<void>;
}

/** The programs, or the packages that have them. */
export function findClusterPrograms(): Programs | string {
  const programs = {
    patroni: findTool('patroni'),
    patronictl: findTool('patronictl'),
    etcd: findTool('etcd'),
    haproxy: findTool('haproxy'),
    // Patroni looks for all of them in one folder.
    postgres: findPrograms(['initdb', 'postgres', 'pg_basebackup', 'pg_controldata', 'pg_rewind']),
  };
  const { patroni, patronictl, etcd, haproxy, postgres } = programs;
  if (
    patroni !== null &&
    patronictl !== null &&
    etcd !== null &&
    haproxy !== null &&
    postgres !== null
  )
    return { patroni, patronictl, etcd, haproxy, postgres };
  return 'patroni etcd-server haproxy postgresql';
}

/** What a node of Patroni says of all; null if it does not answer. */
async function ask({ ports }: Node): Promise<View | null> {
  try {
    const answer = await fetch(`http://127.0.0.1:${ports.rest}/cluster`, {
      signal: AbortSignal.timeout(ASK_MS),
    });
    return viewSchema.parse(await answer.json());
  } catch {
    // It is killed, frozen or starting.
    return null;
  }
}

/** Whether a node says of itself that it is the primary; HAProxy asks the same. */
async function isPrimary({ ports }: Node): Promise<boolean> {
  try {
    const address = `http://127.0.0.1:${ports.rest}/primary`;
    return (await fetch(address, { signal: AbortSignal.timeout(ASK_MS) })).ok;
  } catch {
    return false;
  }
}

/** All run on one timeline, and with synchronous replication one standby is synchronous. */
function isWhole({ members }: View, isCareless: boolean): boolean {
  const standbys = members.filter(({ role }) => role !== 'leader');
  return (
    members.length === NODE_NAMES.length &&
    standbys.length === NODE_NAMES.length - 1 &&
    members.every(({ state }) => ['running', 'streaming'].includes(state)) &&
    new Set(members.map(({ timeline }) => timeline)).size === 1 &&
    standbys.every(({ lag }) => typeof lag === 'number' && lag < 1_000_000) &&
    (isCareless || standbys.some(({ role }) => role === 'sync_standby'))
  );
}

async function until<T>(find: () => Promise<T | null>, withinMs: number, nodes: readonly Node[]) {
  const deadline = Date.now() + withinMs;
  for (;;) {
    const result = await find();
    if (result !== null) return result;
    if (Date.now() > deadline) {
      const views = await Promise.all(nodes.map(ask));
      throw new Error(`not within ${withinMs / 1000} s: ${JSON.stringify(views)}`);
    }
    await sleep(POLL_MS);
  }
}

function startHaproxy({ programs, identity, folder }: Site, port: number, nodes: Node[]) {
  const file = path.join(folder, 'haproxy.cfg');
  const ways = nodes.map(({ clients }) => ({
    postgres: portOf(clients.postgres),
    rest: portOf(clients.rest),
  }));
  writeFileSync(file, haproxyOf(port, ways));
  const log = openSync(path.join(folder, 'haproxy.log'), 'a');
  spawn(programs.haproxy, ['-db', '-f', file], {
    ...identity,
    cwd: folder,
    env: { PATH: process.env['PATH'], [MARK]: folder },
    stdio: ['ignore', log, log],
    detached: true,
  }).unref();
}

/** The primary, once every node sees the same cluster, and a whole one; null before. */
async function findPrimaryOfWhole(
  nodes: readonly Node[],
  isCareless: boolean,
): Promise<Node | null> {
  const views = await Promise.all(nodes.map(ask));
  if (!views.every((view) => view !== null && isWhole(view, isCareless))) return null;
  const leaders = new Set(
    views.map((view) => view?.members.find(({ role }) => role === 'leader')?.name),
  );
  const [leader] = leaders;
  const primary = nodes.find(({ name }) => name === leader);
  if (leaders.size !== 1 || primary === undefined) return null;
  return (await isPrimary(primary)) ? primary : null;
}

/** Starts the cluster in this folder and waits until it is whole. */
export async function startCluster(
  folder: string,
  { programs, isCareless }: { programs: Programs; isCareless: boolean },
): Promise<Cluster> {
  const { ports, release } = await reservePorts(NODE_NAMES.length * PORTS_OF_NODE + 1);
  const [haproxy = 0, ...rest] = ports;
  const site: Site = {
    folder,
    programs,
    identity: unprivilegedIdentity(),
    ports: [...NODE_NAMES.keys()].map((nth) => {
      const own = rest.slice(nth * PORTS_OF_NODE);
      const [postgres = 0, restApi = 0, etcd = 0, etcdPeer = 0] = own;
      return { postgres, rest: restApi, etcd, etcdPeer };
    }),
    passwords: newPasswords(),
    isCareless,
  };
  const nodes: Node[] = [];
  for (const nth of NODE_NAMES.keys()) nodes.push(await Node.open(site, nth));
  await release();
  for (const node of nodes) node.startEtcd(true);
  for (const node of nodes) node.startPatroni();
  startHaproxy(site, haproxy, nodes);

  const whole = (withinMs: number) =>
    until(() => findPrimaryOfWhole(nodes, isCareless), withinMs, nodes);
  await whole(START_MS);
  for (const node of nodes) await tryPatroni(node.ports.rest, site.passwords['rest-api']);
  const { superuser, lessons } = site.passwords;
  const at = `127.0.0.1:${haproxy}`;
  return {
    nodes,
    superuserUrl: `postgres://${SUPERUSER}:${superuser}@${at}/postgres`,
    lessonsUrl: `postgres://${LESSONS}:${lessons}@${at}/${LESSONS}`,
    lessonsPassword: lessons,
    whole,
    successorOf: (former, withinMs) =>
      until(
        async () => {
          const others = nodes.filter((node) => node !== former);
          const are = await Promise.all(others.map(isPrimary));
          return others.find((_, nth) => are[nth]) ?? null;
        },
        withinMs,
        nodes,
      ),
    async close() {
      for (const node of nodes) await node.close();
    },
  };
}
