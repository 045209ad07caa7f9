// The metrics for Prometheus: what they count, and that nothing of a visitor becomes a label.
import { connect } from 'node:net';

import { expect, onTestFinished } from 'vitest';

import * as endpoints from '../../domain/endpoints.ts';
import { errorCatalogue } from '../../domain/errors.ts';
import { StartupError } from '../base/startup-error.ts';
import { Crash, watch } from '../testing/database/failing.ts';
import { signUpForm } from '../testing/factories.ts';
import { test as base } from '../testing/test.ts';
import { serveMetrics } from './metrics-port.ts';
import { createMetrics } from './metrics.ts';
import { routePath } from './mount.ts';

const crash = new Crash();
const test = base
  .extend('metrics', () => createMetrics())
  .extend('settings', ({ metrics }) => ({
    metrics,
    credits: 2,
    wrap: (database: Parameters<typeof watch>[0]) => watch(database, () => crash.onStatement()),
  }));
test.beforeEach(() => crash.arm(null));

/** The value of a series; undefined if there is none. */
const valueIn = (text: string, series: string) =>
  text
    .split('\n')
    .find((line) => line.startsWith(`${series} `))
    ?.split(' ')[1];

test('has a zero for every refusal before its first one', async () => {
  const text = await createMetrics().text();
  for (const code of Object.keys(errorCatalogue))
    expect(valueIn(text, `lessons_refusals_total{code="${code}"}`), code).toBe('0');
});

test('counts answers by pattern, bookings, refusals', async ({ api, metrics, family, lesson }) => {
  await family.book(lesson.id);
  await family.refused(endpoints.bookLesson, { body: { Lesson_ID: lesson.id } });
  await api.app.inject('/api/health');
  const text = await metrics.text();
  const path = '/api/bookings';
  const requests = (status: number) =>
    valueIn(text, `lessons_requests_total{method="POST",path="${path}",status="${status}"}`);
  expect([requests(201), requests(409)]).toEqual(['1', '1']);
  expect(valueIn(text, 'lessons_booking_calls_total{did="booked"}')).toBe('1');
  expect(valueIn(text, 'lessons_booking_calls_total{did="cancelled"}')).toBe('0');
  expect(valueIn(text, 'lessons_refusals_total{code="already_booked"}')).toBe('1');
  const count = `lessons_request_seconds_count{method="POST",path="${path}"}`;
  expect(valueIn(text, count)).toBe('2');
  for (const part of ['database', 'migrations', 'emails', 'comparison'])
    expect(valueIn(text, `lessons_ready{part="${part}"}`)).toBe('1');
  expect(Number(valueIn(text, 'lessons_emails_waiting'))).toBeGreaterThan(0);
  expect(valueIn(text, 'lessons_streams')).toBe('0');
  expect(text).toContain('nodejs_eventloop_lag_p99_seconds ');
});

// Promotel 0.2.2, which passes metrics on to OpenTelemetry, leaves out a line with '}' in a label.
test('writes a path with an id without braces', async ({ api, metrics, lesson }) => {
  await api.app.inject(`/api/lessons/${lesson.id}/room`);
  const text = await metrics.text();
  const labels = '{method="GET",path="/api/lessons/:id/room",status="401"}';
  expect(valueIn(text, `lessons_requests_total${labels}`)).toBe('1');
  expect(text).not.toMatch(/path="[^"]*[{}]/);
});

test('has no label that a visitor chooses', async ({ api, metrics }) => {
  const form = signUpForm();
  await api.call(endpoints.register, { body: form });
  const secret = 'abcdefghijkl';
  for (const url of [
    `/join/${secret}`,
    `/api/join/${secret}`,
    `/api/excuse/${secret}?q=${secret}`,
    `/calendar/${secret}.ics`,
    `/${secret}`,
    `/api/${secret}`,
    `/api/lessons/${secret}`,
  ])
    for (const method of ['GET', 'PUT', 'OPTIONS'] as const) await api.app.inject({ method, url });
  const text = await metrics.text();
  for (const word of [secret, form.Parent_Email, form.Parent_Name, '127.0.0.1'])
    expect(text).not.toContain(word);
  const paths = new Set([...text.matchAll(/path="([^"]*)"/g)].map(([, path]) => path));
  const labels = new Set([
    ...Object.values(endpoints).map(({ path }) => routePath(path)),
    'unknown',
  ]);
  expect([...paths].filter((path) => !labels.has(path ?? '') && path !== 'file')).toEqual([]);
  const methods = new Set([...text.matchAll(/method="([^"]*)"/g)].map(([, method]) => method));
  expect(methods).toContain('other');
  expect(methods).not.toContain('OPTIONS');
});

test('still has metrics while the database is away', async ({ api, metrics }) => {
  await api.app.inject('/api/health');
  crash.arm(1);
  const text = await metrics.text();
  expect(valueIn(text, 'lessons_ready{part="database"}')).toBe('0');
  expect(text).toContain('path="/api/health"');
});

test('is read once a second for all callers', async ({ api, metrics }) => {
  const [first, second] = await Promise.all([metrics.text(), metrics.text()]);
  expect(second).toBe(first);
  await api.app.inject('/api/health');
  expect(await metrics.text()).toBe(first);
});

test('answers at /metrics alone, on a port of its own', async ({ api, metrics }) => {
  const log = { error: () => expect.unreachable() };
  const opened = await serveMetrics(metrics, { port: 0, host: '127.0.0.1', log });
  onTestFinished(() => opened.close());
  const answer = await fetch(opened.url);
  expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=0\.0\.4/);
  expect(await answer.text()).toContain('lessons_requests_total');
  const { origin, port } = new URL(opened.url);
  expect((await fetch(`${origin}/`)).status).toBe(404);
  expect((await fetch(opened.url, { method: 'POST' })).status).toBe(404);
  expect((await api.app.inject('/metrics')).statusCode).toBe(404);
  const taken = serveMetrics(metrics, { port: Number(port), host: '127.0.0.1', log });
  await expect(taken).rejects.toThrow(StartupError);
  await expect(taken).rejects.toThrow('METRICS_PORT: cannot listen on 127.0.0.1:');
});

test('closes although a client keeps its connection', async ({ metrics }) => {
  const log = { error: () => expect.unreachable() };
  const opened = await serveMetrics(metrics, { port: 0, host: '127.0.0.1', log });
  const socket = connect(Number(new URL(opened.url).port), '127.0.0.1');
  socket.on('error', () => undefined);
  await new Promise((resolve) => socket.once('connect', resolve));
  await opened.close();
  socket.destroy();
});
