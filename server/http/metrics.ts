// Metrics for Prometheus: requests, refusals, streams, queues, connections and the process itself.
// Labels come from fixed lists, so that neither a visitor nor a path can add a series, and none
// names a person.
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';

import type { Endpoint } from '../../domain/endpoint.ts';
import { type ErrorCode, errorCatalogue } from '../../domain/errors.ts';
import { type ReadinessPart, readinessParts } from '../../domain/health/readiness.ts';
import type { PoolUse } from '../engine/types.ts';
import { routePath } from './mount.ts';

const SECONDS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
const METHODS = new Set(['GET', 'POST', 'PUT', 'DELETE']);
/** How long the metrics are reused for all callers. */
const REMEMBERED_MS = 1000;

/** What is read when the metrics are asked for. */
interface MeasuredParts {
  /** The parts that are not in order. */
  faults: () => Promise<readonly ReadinessPart[]>;
  /** The emails that wait to be sent; throws if the database is away. */
  waitingEmails: () => Promise<number>;
  pools: () => readonly PoolUse[];
  streams: () => number;
}

export interface Metrics {
  /** Counts each answer of the app. Call it before any route is added. */
  watch(app: FastifyInstance, endpoints: readonly Endpoint[], pages: readonly string[]): void;
  countRefusal(code: ErrorCode): void;
  /** Sets what is read at each scrape. */
  measure(measured: MeasuredParts): void;
  text(): Promise<string>;
  readonly contentType: string;
}

/** The calls that book, move or cancel, with the word for what they did. */
const BOOKING_CALLS: Readonly<Record<string, string>> = {
  'POST /api/bookings': 'booked',
  'POST /api/bookings/several': 'booked_several',
  'POST /api/bookings/{bookingId}/move': 'moved',
  'DELETE /api/bookings/{bookingId}': 'cancelled',
  'POST /api/admin/lessons/{id}/bookings': 'booked_by_tutor',
  'POST /api/admin/bookings/{bookingId}/move': 'moved_by_tutor',
  'DELETE /api/admin/bookings/{bookingId}': 'cancelled_by_tutor',
};

export function createMetrics(): Metrics {
  const registers = [new Registry()];
  const [registry] = registers as [Registry];
  collectDefaultMetrics({ register: registry });
  const refusals = new Counter({
    name: 'lessons_refusals_total',
    help: 'Refused calls by code',
    labelNames: ['code'],
    registers,
  });
  // A counter that begins with its first event shows Prometheus no increase.
  for (const code of Object.keys(errorCatalogue)) refusals.inc({ code }, 0);
  const recorderOf = createRecorders(registers);
  const gauges: (Gauge | Counter)[] = [];
  let fresh: { readonly at: number; readonly text: Promise<string> } | null = null;
  return {
    watch(app, endpoints, pages) {
      const paths = new Map<string, string>([
        ...pages.map((page) => [page, page] as const),
        ...endpoints.map(({ path }) => [routePath(path), path] as const),
      ]);
      const streams = new Set<string>(
        endpoints.filter(({ stream }) => stream !== undefined).map(({ path }) => path),
      );
      app.addHook('onResponse', (request, reply, done) => {
        const method = METHODS.has(request.method) ? request.method : 'other';
        const path = labelOf(request, paths);
        const record = recorderOf({ method, path, isStream: streams.has(path) });
        record(reply.statusCode, reply.elapsedTime);
        done();
      });
    },
    countRefusal: (code) => refusals.inc({ code }),
    measure: (measured) => void gauges.push(...gaugesOf(registers, measured)),
    text() {
      const now = performance.now();
      if (fresh === null || now - fresh.at >= REMEMBERED_MS)
        fresh = { at: now, text: registry.metrics() };
      return fresh.text;
    },
    contentType: registry.contentType,
  };
}

/** The method and path that an answer counts for. */
interface RecordedCall {
  readonly method: string;
  readonly path: string;
  readonly isStream: boolean;
}

/** Records an answer and its milliseconds. */
type Recorder = (status: number, tookMs: number) => void;

/** Each call's recorder is made once, because looking labels up costs most. */
function createRecorders(registers: Registry[]): (call: RecordedCall) => Recorder {
  const create = createRecorderOf(registers);
  const recorders = new Map<string, Recorder>();
  return (call) => {
    const key = `${call.method} ${call.path}`;
    const recorder = recorders.get(key) ?? create(call, BOOKING_CALLS[key]);
    recorders.set(key, recorder);
    return recorder;
  };
}

function createRecorderOf(registers: Registry[]) {
  const requests = new Counter({
    name: 'lessons_requests_total',
    help: 'Answers by method, path pattern and status',
    labelNames: ['method', 'path', 'status'],
    registers,
  });
  const seconds = new Histogram({
    name: 'lessons_request_seconds',
    help: 'Time from the request to the end of its answer, without event streams',
    labelNames: ['method', 'path'],
    buckets: SECONDS,
    registers,
  });
  const bookings = new Counter({
    name: 'lessons_booking_calls_total',
    help: 'Calls that booked, moved or cancelled; payments that book are not among them',
    labelNames: ['did'],
    registers,
  });
  // Begins at zero, like the refusals.
  for (const did of Object.values(BOOKING_CALLS)) bookings.inc({ did }, 0);
  return ({ method, path, isStream }: RecordedCall, did: string | undefined): Recorder => {
    // Promotel 0.2 passes over a line whose label has a closing brace.
    const label = routePath(path);
    const timer = seconds.labels(method, label);
    const byStatus = new Map<number, Counter.Internal>();
    return (status, tookMs) => {
      const counter = byStatus.get(status) ?? requests.labels(method, label, String(status));
      byStatus.set(status, counter);
      counter.inc();
      if (!isStream) timer.observe(tookMs / 1000);
      if (did !== undefined && status < 300) bookings.inc({ did });
    };
  };
}

/** An endpoint's or a page's pattern, or a word for everything else. */
function labelOf({ routeOptions, is404 }: FastifyRequest, paths: ReadonlyMap<string, string>) {
  return is404 ? 'unknown' : (paths.get(routeOptions.url ?? '') ?? 'file');
}

/** What is read at each scrape. */
function gaugesOf(registers: Registry[], measured: MeasuredParts): readonly (Gauge | Counter)[] {
  const ready = new Gauge({
    name: 'lessons_ready',
    help: 'Whether a part is in order, as /api/ready sees it',
    labelNames: ['part'],
    registers,
    async collect() {
      const faults = new Set(await measured.faults());
      for (const part of readinessParts) this.set({ part }, faults.has(part) ? 0 : 1);
    },
  });
  const emails = new Gauge({
    name: 'lessons_emails_waiting',
    help: 'Emails that wait to be sent; missing while the database is away',
    registers,
    async collect() {
      this.reset();
      try {
        this.set(await measured.waitingEmails());
      } catch {
        // Leaves out this metric alone: lessons_ready reports that the database is away.
        this.remove();
      }
    },
  });
  const pools = new Gauge({
    name: 'lessons_pool_connections',
    help: 'Connections to PostgreSQL by pool and state, and calls that wait for one',
    labelNames: ['pool', 'state'],
    registers,
    collect() {
      for (const { pool, open, idle, waiting } of measured.pools()) {
        this.set({ pool, state: 'used' }, open - idle);
        this.set({ pool, state: 'idle' }, idle);
        this.set({ pool, state: 'waiting' }, waiting);
      }
    },
  });
  const streams = new Gauge({
    name: 'lessons_streams',
    help: 'Open event streams',
    registers,
    collect() {
      this.set(measured.streams());
    },
  });
  return [ready, emails, pools, streams];
}
