// `npm run bench:web`: measures the time to a family's first booking and runs Lighthouse on the
// landing page, as it comes and with a portrait, and updates docs/performance.md. All use the
// production server. RUNS sets the number of rounds. With `--against <commit>` it measures that
// commit in the same rounds and reports the ratios.
import { join } from 'node:path';

import { buildIfNeeded } from '../scripts/build/current.ts';
import { findBrowser } from '../scripts/test/find-browser.ts';
import { findFreePort } from '../server/base/free-port.ts';
import { builtCommit, ratioOf, readAgainst } from './against.ts';
import { CONDITIONS, type FirstBooking, measureFirstBookings } from './first-booking.ts';
import { measurePages, medianOf, type Run, serveEmptyPage } from './lighthouse.ts';
import { machine, median, tableOf, today, writeReport } from './report.ts';
import { type ServedBuild, serveBuild } from './served-build.ts';

const RUNS = Number(process.env['RUNS'] ?? 5);
const ROOT = join(import.meta.dirname, '..');

/** The required figures: scores of 100, and these maximum values. */
const MAX = { lcpMs: 1150, tbtMs: 100, cls: 0, weekMs: 2000, bookedMs: 100 } as const;
/** The required ratios to an earlier commit: of the week under each condition, and the others. */
const MAX_RATIOS = { weeks: [0.72, 0.6, 0.6], booked: 0.85, blocked: 0.5 } as const;

const ms = (value: number) => `${Math.round(value)} ms`;

// The headless shell keeps its mouse over the page from the start, unlike a phone.
const chromePath = findBrowser(true);
if (chromePath === null)
  throw new Error('Lighthouse needs Chromium or Chrome; set CHROMIUM_PATH to one.');
if (!(await buildIfNeeded())) throw new Error('the web app could not be built');
const emptyPort = await findFreePort();
const emptyUrl = `http://localhost:${emptyPort}`;
const against = readAgainst();
const earlier = against === null ? null : builtCommit(against);
const stops: (() => Promise<void>)[] = [];
try {
  stops.push(await serveEmptyPage(emptyPort));
  const served = async (root: string) => {
    const build = await serveBuild(root);
    stops.push(() => build.stop());
    return build;
  };
  if (earlier === null) await report(await served(ROOT));
  else await reportRatios(await served(earlier), await served(ROOT));
} finally {
  for (const stop of stops) await stop();
}

async function report(build: ServedBuild): Promise<void> {
  const options = { chromePath: chromePath ?? '', rounds: RUNS };
  const [bookings = []] = await measureFirstBookings([build], options);
  const runs = await measurePages([build.url, build.publishedUrl, emptyUrl], options);
  const [page, withPortrait, empty] = runs.map(medianOf);
  if (page === undefined || withPortrait === undefined || empty === undefined) return;
  const times = bookings.map((found) => ({
    week: median(found.map(({ week }) => week)),
    booked: median(found.map(({ booked }) => booked)),
  }));
  const booking = tableOf([
    ['a family', 'cold start to the week', "'Book' to 'Lesson Booked!'", 'the first booking'],
    ...times.map(({ week, booked }, index) => [
      CONDITIONS[index]?.name ?? '',
      ms(week),
      ms(booked),
      ms(week + booked),
    ]),
    ['must', `on slow 4G ≤ ${MAX.weekMs} ms`, `without a line ≤ ${MAX.bookedMs} ms`, ''],
  ]);
  const table = tableOf([
    [
      today(),
      'performance / accessibility / best practices / SEO',
      'first paint',
      'largest paint',
      'blocked',
      'shift',
      'requests',
      'weight',
    ],
    rowOf('the landing page', page, page.scores.join(' / ')),
    rowOf('published with a portrait', withPortrait, withPortrait.scores.join(' / ')),
    ['must', '100 / 100 / 100 / 100', '', '≤ 1150 ms', '≤ 100 ms', '0', '≤ 10', '≤ 150 KB'],
    rowOf('an empty page', empty, ''),
  ]);
  writeReport(
    'bench:web',
    'What people wait for',
    `${booking}\n\n${table}\n\nLighthouse, mobile, simulated slow 4G, median of ${RUNS}, with the flags of its own launcher and without the browser's spare process; ${machine}; Lighthouse's index of the processor was ${Math.round(page.machine)}. The pages were measured alternately: the blocking time of the empty page is due to the machine. The weight covers everything loaded before the first interaction.`,
  );
  const [slow, near] = times;
  const isMet =
    [page, withPortrait].every(
      ({ scores, lcpMs, tbtMs, cls }) =>
        scores.every((score) => score === 100) &&
        lcpMs <= MAX.lcpMs &&
        tbtMs <= MAX.tbtMs &&
        cls <= MAX.cls,
    ) &&
    (slow?.week ?? Infinity) <= MAX.weekMs &&
    (near?.booked ?? Infinity) <= MAX.bookedMs;
  if (isMet) return;
  console.error('\nThe pages miss their required figures.');
  process.exitCode = 1;
}

function rowOf(name: string, run: Run, scores: string): string[] {
  return [
    name,
    scores,
    ms(run.fcpMs),
    ms(run.lcpMs),
    ms(run.tbtMs),
    run.cls.toFixed(3),
    String(run.requests),
    `${run.kilobytes.toFixed(0)} KB`,
  ];
}

/** Measures both builds in alternating rounds and reports the ratios of their medians. */
async function reportRatios(before: ServedBuild, now: ServedBuild): Promise<void> {
  const options = { chromePath: chromePath ?? '', rounds: RUNS };
  const bookings = await measureFirstBookings([before, now], options);
  const urls = [before.publishedUrl, now.publishedUrl, emptyUrl];
  const [pageBefore = [], pageNow = [], empty = []] = await measurePages(urls, options);
  const rows: string[][] = [];
  let isMet = true;
  const add = (name: string, was: number[], is: number[], limit: number) => {
    const { ratio, min, max } = ratioOf(was, is);
    if (!(ratio <= limit)) isMet = false;
    const spread = `${ratio.toFixed(2)} (${min.toFixed(2)} to ${max.toFixed(2)})`;
    rows.push([name, ms(median(was)), ms(median(is)), spread, `≤ ${limit}`]);
  };
  const pick = (build: number, condition: number, of: (found: FirstBooking) => number) =>
    (bookings[build]?.[condition] ?? []).map(of);
  for (const [index, { name }] of CONDITIONS.entries()) {
    const week = (build: number) => pick(build, index, (found) => found.week);
    const booked = (build: number) => pick(build, index, (found) => found.booked);
    add(`cold start to the week, ${name}`, week(0), week(1), MAX_RATIOS.weeks[index] ?? 1);
    add(`'Book' to 'Lesson Booked!', ${name}`, booked(0), booked(1), MAX_RATIOS.booked);
  }
  const blocked = (runs: Run[]) =>
    runs.map(({ tbtMs }) => Math.max(tbtMs - medianOf(empty).tbtMs, 0));
  add(
    'landing page with a portrait, blocked, less an empty page',
    blocked(pageBefore),
    blocked(pageNow),
    MAX_RATIOS.blocked,
  );
  const table = tableOf([['', against ?? '', 'now', 'ratio', 'must'], ...rows]);
  writeReport(
    'bench:web:against',
    'What people wait for, against an earlier commit',
    `${table}\n\n${today()}, ${machine}: medians of ${RUNS} alternating rounds; in brackets the minimum and the maximum of a round. The empty page blocked ${ms(medianOf(empty).tbtMs)}.`,
  );
  if (isMet) return;
  console.error('\nThe pages miss their required ratios.');
  process.exitCode = 1;
}
