// The promises to an operator, and how each is put to the test.
import { writeFileSync } from 'node:fs';
import path from 'node:path';

import { buildIfNeeded } from '../../scripts/build/current.ts';
import { findTool } from '../../scripts/test/find-tool.ts';
import { runStep } from '../../scripts/test/steps.ts';
import {
  commands,
  describeCounts,
  narrowTo,
  postgres,
  runSuite,
  sqlite,
  type Suite,
} from '../../scripts/test/suites.ts';
import { findPostgres } from '../../server/testing/postgres/find-postgres.ts';
import { unprivilegedIdentity } from '../../server/testing/postgres/postgres.ts';
import { findClusterPrograms } from './cluster.ts';
import { makeDrillFolder } from './drill-folder.ts';
import { describeFailovers, drillFailovers, isWell } from './failover.ts';
import { canSee } from './inhabitants.ts';

export interface Settings {
  readonly failovers: number;
  readonly exchanges: number;
  readonly isCareless: boolean;
}

/** `ok` is null if the machine lacks something; `evidence` then says what, or how to install it. */
export interface PromiseResult {
  readonly ok: boolean | null;
  readonly evidence: string;
}

export interface PromiseCheck {
  readonly name: string;
  readonly promise: string;
  readonly done: string;
  readonly run: (settings: Settings) => Promise<PromiseResult>;
  /** The files with its tests, if these are the drill. */
  readonly tests?: readonly string[];
}

const lacks = (packages: string): PromiseResult => ({
  ok: null,
  evidence: `\`sudo apt-get install --no-install-recommends ${packages}\``,
});

const ENGINES: Readonly<Record<string, string>> = {
  [sqlite.name]: 'embedded',
  [postgres.name]: 'PostgreSQL',
};

async function runTests(suites: Suite[], files: string[]): Promise<PromiseResult> {
  if (suites.includes(postgres) && findPostgres() === null) return lacks('postgresql');
  const evidence: string[] = [];
  let isOk = true;
  for (const suite of suites) {
    const { outcome, counts } = await runSuite(narrowTo(suite, files));
    const engine = ENGINES[suite.name];
    const where = engine === undefined ? '' : `${engine}: `;
    evidence.push(`${where}${describeCounts(counts)} in ${outcome.seconds.toFixed(0)} s`);
    if (outcome.ok && counts.failed === 0) continue;
    isOk = false;
    console.log(outcome.output);
  }
  return { ok: isOk, evidence: evidence.join('; ') };
}

const byTests = (
  suites: Suite[],
  tests: string[],
): Required<Pick<PromiseCheck, 'run' | 'tests'>> => ({ tests, run: () => runTests(suites, tests) });

const both = [sqlite, postgres];

async function failOver({ failovers, isCareless }: Settings): Promise<PromiseResult> {
  if (process.platform !== 'linux') return { ok: null, evidence: 'needs Linux' };
  const programs = findClusterPrograms();
  if (typeof programs === 'string') return lacks(programs);
  if (!(await buildIfNeeded())) throw new Error('the build failed');
  const folder = makeDrillFolder('failover');
  let ok = false;
  try {
    if (!(await canSee(unprivilegedIdentity(), folder.path))) {
      ok = true;
      return { ok: null, evidence: 'needs CAP_SYS_PTRACE, or another user than root' };
    }
    const report = await drillFailovers({ folder: folder.path, programs, failovers, isCareless });
    for (const answer of new Set(report.record.unexpected)) console.log(answer);
    for (const rule of report.broken) console.log(rule);
    ok = isWell(report);
    if (!ok) writeFileSync(path.join(folder.path, 'report.json'), JSON.stringify(report, null, 1));
    return { ok, evidence: describeFailovers(report) };
  } finally {
    await folder.leave(ok);
  }
}

async function exchange({ exchanges }: Settings): Promise<PromiseResult> {
  if (findPostgres() === null || findTool('nginx') === null) return lacks('postgresql nginx');
  const { ok, output } = await runStep({
    name: 'exchange',
    script: 'ops/drill/rolling.ts',
    args: ['--exchanges', String(exchanges)],
  });
  return { ok, evidence: output.trim().split('\n').at(-1) ?? '' };
}

/** Prints the time of each class; root alone may make networks. */
async function openHoles(): Promise<PromiseResult> {
  if (process.platform !== 'linux') return { ok: null, evidence: 'needs Linux' };
  if (findTool('ip') === null || findTool('nginx') === null) return lacks('iproute2 nginx');
  if (process.getuid?.() !== 0) return { ok: null, evidence: 'needs root' };
  const { ok, output } = await runStep({ name: 'hole', script: 'ops/drill/hole.ts', args: [] });
  return { ok, evidence: output.trim().split('\n').at(-1) ?? '' };
}

export const promises: readonly PromiseCheck[] = [
  {
    name: 'kill',
    promise: 'A killed process or database has lost nothing that was acknowledged',
    done: 'kills the server ten times while families book, pay and enquire; kills the database under calls',
    ...byTests(both, ['server/process/crash.test.ts', 'server/http/failures.test.ts']),
  },
  {
    name: 'freeze',
    promise:
      'A frozen database: calls get 503 within ten seconds, and work again without a restart',
    done: 'freezes the way to PostgreSQL under more calls than there are connections',
    ...byTests([postgres], ['server/engine/postgres/frozen.test.ts']),
  },
  {
    name: 'full-disk',
    promise: 'A full disk refuses writes, reads go on, nothing acknowledged is lost',
    done: 'lets the embedded database reach its size limit; PostgreSQL fails with the errors of a full disk',
    ...byTests(both, ['server/engine/sqlite/full.test.ts']),
  },
  {
    name: 'failover',
    promise: 'A lost database machine loses no acknowledged booking and books none twice',
    done: 'kills, freezes and isolates the primary of three in turns while families book through two processes',
    run: failOver,
  },
  {
    name: 'exchange',
    promise: 'Two processes are exchanged without a failed request',
    done: 'restarts them one by one behind nginx while visitors read and enquire',
    run: exchange,
  },
  {
    name: 'hole',
    promise:
      'After a hole in the network a class sees the question within seconds: 3 after 10 s, 4 after 30 s',
    done: 'drops all packets of 30 students between two network namespaces while the tutor asks',
    run: openHoles,
  },
  {
    name: 'restore',
    promise: 'A copy can be restored, and a damaged one is refused',
    done: 'copies, restores and opens both databases, even while a server runs',
    ...byTests(both, ['ops/copies/copies.test.ts', 'ops/copies/drill.test.ts']),
  },
  {
    name: 'roll-back',
    promise: 'An upgrade that fails anywhere returns to the old version with all of its data',
    done: 'upgrades to versions that fail in each step, and kills the upgrade',
    ...byTests(
      [commands],
      [
        'ops/commands/upgrade.test.ts',
        'ops/commands/upgrade-failures.test.ts',
        'ops/commands/upgrade-postgres.test.ts',
      ],
    ),
  },
  {
    name: 'move',
    promise: 'The move to PostgreSQL takes everything along, or nothing',
    done: 'moves a filled database, compares, and breaks the move half-way',
    ...byTests([postgres], ['ops/move/move.test.ts']),
  },
  {
    name: 'mail-away',
    promise: 'While no mail server answers, everything works; then each email arrives once',
    done: 'takes the mail server away while families book through two processes, lets it hang and lose answers',
    ...byTests(both, ['server/email/mail-away.test.ts', 'server/email/storms.test.ts']),
  },
  {
    name: 'stripe-away',
    promise: 'While Stripe is away, everything but paying works; then each payment counts once',
    done: 'takes the stand-in of Stripe away while families book and pay, lets it hang and lose webhooks',
    ...byTests(both, [
      'server/payments/pending/stripe-away.test.ts',
      'server/payments/checkout/slow-provider.test.ts',
      'server/payments/pending/look-up-pending.test.ts',
    ]),
  },
];
