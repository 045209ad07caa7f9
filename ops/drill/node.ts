// One node of the drill's database cluster: PostgreSQL under Patroni, and a member of etcd. What it
// says to the others goes through ways that the drill can cut.
import { execFile, spawn } from 'node:child_process';
import { chownSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

import type { Identity } from '../../server/testing/postgres/postgres.ts';
import { type Proxy, startProxy } from '../../server/testing/postgres/proxy.ts';
import { killAll, MARK, signalAll } from './inhabitants.ts';
import { type Login, type Outcome, PROBE_TABLE, tell } from './probe.ts';
import {
  etcdOf,
  NODE_NAMES,
  type NodeName,
  type NodePorts,
  type Passwords,
  patroniOf,
  SUPERUSER,
} from './samples.ts';

const PATRONICTL_MS = 60_000;

export interface Programs {
  readonly patroni: string;
  readonly patronictl: string;
  readonly etcd: string;
  readonly haproxy: string;
  /** The folder of PostgreSQL's programs. */
  readonly postgres: string;
}

export interface Site {
  readonly folder: string;
  readonly programs: Programs;
  readonly identity: Identity;
  readonly ports: readonly NodePorts[];
  readonly passwords: Passwords;
  readonly isCareless: boolean;
}

/** Ways to a node that can be cut: packets vanish, as on a network that has come apart. */
interface Ways {
  readonly postgres: Proxy;
  readonly rest: Proxy;
}

export const portOf = ({ url }: Proxy): number => Number(new URL(url).port);
const both = ({ postgres, rest }: Ways): readonly Proxy[] => [postgres, rest];
const wayTo = (port: number) => startProxy(`tcp://127.0.0.1:${port}`);

async function openWays(ports: Pick<NodePorts, 'postgres' | 'rest'>): Promise<Ways> {
  return { postgres: await wayTo(ports.postgres), rest: await wayTo(ports.rest) };
}

export class Node {
  readonly name: NodeName;
  readonly ports: NodePorts;
  readonly #site: Site;
  readonly #nth: number;
  readonly #folder: string;
  /** For the other nodes, and for HAProxy. */
  readonly peers: Ways;
  readonly clients: Ways;
  readonly #etcd: readonly Proxy[];

  private constructor(
    site: Site,
    nth: number,
    ways: { peers: Ways; clients: Ways; etcd: readonly Proxy[] },
  ) {
    const [name, ports] = [NODE_NAMES[nth], site.ports[nth]];
    if (name === undefined || ports === undefined) throw new Error(`there is no node ${nth}`);
    this.name = name;
    this.ports = ports;
    this.#site = site;
    this.#nth = nth;
    this.#folder = path.join(site.folder, name);
    this.peers = ways.peers;
    this.clients = ways.clients;
    this.#etcd = ways.etcd;
  }

  static async open(site: Site, nth: number): Promise<Node> {
    const ports = site.ports[nth];
    if (ports === undefined) throw new Error(`there is no node ${nth}`);
    const node = new Node(site, nth, {
      peers: await openWays(ports),
      clients: await openWays(ports),
      etcd: await Promise.all(site.ports.map(({ etcd }) => wayTo(etcd))),
    });
    node.#prepare();
    return node;
  }

  get #allWays(): readonly Proxy[] {
    return [...this.#etcd, ...both(this.peers), ...both(this.clients)];
  }

  get #login(): Login {
    const { superuser } = this.#site.passwords;
    return { port: this.ports.postgres, user: SUPERUSER, password: superuser };
  }

  /** By which the drill knows its own processes. */
  get #mark(): Readonly<Record<string, string>> {
    return { [MARK]: this.#site.folder };
  }

  #own(folder: string): void {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const { uid, gid } = this.#site.identity;
    if (uid !== undefined && gid !== undefined) chownSync(folder, uid, gid);
  }

  #prepare(): void {
    for (const folder of [this.#folder, this.#etcdFolder]) this.#own(folder);
    writeFileSync(
      path.join(this.#folder, 'patroni.yml'),
      patroniOf({
        name: this.name,
        folder: this.#folder,
        binaries: this.#site.programs.postgres,
        own: this.ports,
        reachable: { postgres: portOf(this.peers.postgres), rest: portOf(this.peers.rest) },
        etcd: this.#etcd.map(portOf),
        passwords: this.#site.passwords,
        isCareless: this.#site.isCareless,
      }),
    );
  }

  /** Beside that of the database, because an isolated node's etcd is stopped alone. */
  get #etcdFolder(): string {
    return path.join(this.#site.folder, `etcd-${this.name}`);
  }

  #launch(
    program: string,
    args: readonly string[],
    cwd: string,
    env: Record<string, string>,
  ): void {
    const log = openSync(path.join(this.#site.folder, `${path.basename(cwd)}.log`), 'a');
    const child = spawn(program, args, {
      ...this.#site.identity,
      cwd,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: cwd, ...this.#mark, ...env },
      stdio: ['ignore', log, log],
      detached: true,
    });
    child.unref();
  }

  startEtcd(isNew: boolean): void {
    const env = etcdOf(this.#nth, this.#etcdFolder, this.#site.ports);
    this.#launch(this.#site.programs.etcd, [], this.#etcdFolder, {
      ...env,
      ETCD_INITIAL_CLUSTER_STATE: isNew ? 'new' : 'existing',
    });
  }

  startPatroni(): void {
    this.#launch(this.#site.programs.patroni, ['patroni.yml'], this.#folder, {});
  }

  /**
   * Its processes end at once. What the kernel has not written yet survives, unlike a power loss.
   */
  async kill(): Promise<void> {
    await Promise.all([killAll(this.#folder), killAll(this.#etcdFolder)]);
  }

  start(): void {
    this.startEtcd(false);
    this.startPatroni();
  }

  /** The machine hangs, with all that is in its memory. */
  freeze(): void {
    for (const folder of [this.#folder, this.#etcdFolder]) signalAll(folder, 'SIGSTOP');
  }

  thaw(): void {
    for (const folder of [this.#folder, this.#etcdFolder]) signalAll(folder, 'SIGCONT');
  }

  /**
   * Cuts the node off from etcd and the other nodes, and those from it; its own member of etcd is
   * stopped, which for all others is the same as unreachable. PostgreSQL and Patroni run on.
   */
  isolate({ fromClients }: { fromClients: boolean }): void {
    for (const way of [...this.#etcd, ...both(this.peers)]) way.freeze();
    if (fromClients) for (const way of both(this.clients)) way.freeze();
    signalAll(this.#etcdFolder, 'SIGSTOP');
  }

  /** Ends what `isolate` and `holdBack` began. */
  rejoin(): void {
    signalAll(this.#etcdFolder, 'SIGCONT');
    for (const way of this.#allWays) way.thaw();
  }

  /** What becomes of a write to the node itself, past all that is cut; 'done' is acknowledged. */
  async tryWrite(): Promise<Outcome> {
    const { outcome } = await tell(this.#login, `insert into ${PROBE_TABLE} default values`);
    return outcome;
  }

  /** Whether its PostgreSQL still runs as a primary, whatever Patroni says. */
  async isPrimaryItself(): Promise<boolean> {
    const { rows } = await tell(this.#login, 'select where not pg_is_in_recovery()');
    return rows === 1;
  }

  /** What it commits from now on reaches no other node until it rejoins. */
  holdBack(): void {
    this.peers.postgres.freeze();
  }

  /** Throws away the data of another node and copies this cluster's to it, as an operator would. */
  async reinitialise(other: NodeName): Promise<void> {
    const args = ['-c', 'patroni.yml', 'reinit', 'lessons', other, '--force'];
    const { stdout } = await promisify(execFile)(this.#site.programs.patronictl, args, {
      ...this.#site.identity,
      cwd: this.#folder,
      env: { PATH: process.env['PATH'], LC_ALL: 'C.UTF-8', HOME: this.#folder, ...this.#mark },
      timeout: PATRONICTL_MS,
    });
    console.log(stdout.trim());
  }

  async close(): Promise<void> {
    for (const way of this.#allWays) await way.close();
  }
}
