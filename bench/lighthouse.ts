// Runs Lighthouse on pages in alternating rounds: a phone on slow 4G.
import { once } from 'node:events';
import { createServer } from 'node:http';

import { launch, Launcher } from 'chrome-launcher';
import lighthouse, { type Result } from 'lighthouse';

import { median } from './report.ts';

/** Attempts: on a busy machine Lighthouse may lose its trace. */
const TRIES = 3;
const HOST = '127.0.0.1';
const categories = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse's own flags. */
const chromeFlags = [
  ...Launcher.defaultFlags().map((flag) =>
    // Without the spare process for the next page: on two cores it would occupy one of them.
    flag.startsWith('--disable-features=') ? `${flag},SpareRendererForSitePerProcess` : flag,
  ),
  '--headless=new',
  '--disable-gpu',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
];

/** Serves a page with only a heading. What Lighthouse measures on it is due to the machine. */
export async function serveEmptyPage(port: number): Promise<() => Promise<void>> {
  const page =
    '<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Empty</title><h1>Empty</h1>';
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end(page),
  );
  server.listen(port, HOST);
  await once(server, 'listening');
  return async () => {
    server.closeAllConnections();
    server.close();
    await once(server, 'close');
  };
}

export interface Run {
  readonly scores: readonly number[];
  readonly lcpMs: number;
  readonly fcpMs: number;
  readonly tbtMs: number;
  readonly cls: number;
  readonly requests: number;
  readonly kilobytes: number;
  /**
   * Lighthouse's own benchmark of the processor at that moment; an idle desktop has 1500 or more.
   */
  readonly machine: number;
}

function read({ audits, categories: found, environment }: Result): Run {
  const number = (id: string) => audits[id]?.numericValue ?? Number.NaN;
  const details = audits['network-requests']?.details;
  const requests = details?.type === 'table' ? details.items : [];
  const sent = requests.filter(({ url }) => typeof url === 'string' && url.startsWith('http'));
  return {
    scores: categories.map((name) => Math.round((found[name]?.score ?? 0) * 100)),
    lcpMs: number('largest-contentful-paint'),
    fcpMs: number('first-contentful-paint'),
    tbtMs: number('total-blocking-time'),
    cls: number('cumulative-layout-shift'),
    requests: sent.length,
    machine: environment.benchmarkIndex,
    kilobytes: sent.reduce((sum, { transferSize }) => sum + Number(transferSize), 0) / 1024,
  };
}

async function runLighthouse(url: string, port: number): Promise<Result> {
  for (let attempt = 1; ; attempt++) {
    const result = await lighthouse(url, {
      port,
      logLevel: 'silent',
      onlyCategories: [...categories],
    });
    if (result !== undefined && result.lhr.runtimeError === undefined) return result.lhr;
    if (attempt === TRIES)
      throw new Error(`Lighthouse returned no result. ${result?.lhr.runtimeError?.message ?? ''}`);
  }
}

/** Measures the pages alternately, `rounds` times each. */
export async function measurePages(
  urls: string[],
  { chromePath, rounds }: { chromePath: string; rounds: number },
): Promise<Run[][]> {
  const browser = await launch({ chromePath, chromeFlags, ignoreDefaultFlags: true });
  try {
    return await measureIn(browser.port, urls, rounds);
  } finally {
    browser.kill();
  }
}

async function measureIn(port: number, urls: string[], rounds: number): Promise<Run[][]> {
  const runs: Run[][] = urls.map(() => []);
  for (let round = 1; round <= rounds; round++)
    for (const [index, url] of urls.entries()) {
      const result = await runLighthouse(url, port);
      const found = read(result);
      runs[index]?.push(found);
      const failed = Object.values(result.audits)
        .filter(({ score, scoreDisplayMode }) => score === 0 && scoreDisplayMode === 'binary')
        .map(({ id }) => id);
      console.log(
        `round ${round}, ${url}: ${found.scores.join('/')}, LCP ${Math.round(found.lcpMs)} ms, TBT ${Math.round(found.tbtMs)} ms, CLS ${found.cls.toFixed(3)}, machine ${Math.round(found.machine)} ${failed.join(' ')}`,
      );
    }
  return runs;
}

export function medianOf(runs: Run[]): Run {
  const of = (pick: (run: Run) => number) => median(runs.map(pick));
  return {
    scores: categories.map((_, index) => of(({ scores }) => scores[index] ?? 0)),
    lcpMs: of(({ lcpMs }) => lcpMs),
    fcpMs: of(({ fcpMs }) => fcpMs),
    tbtMs: of(({ tbtMs }) => tbtMs),
    cls: of(({ cls }) => cls),
    requests: of(({ requests }) => requests),
    kilobytes: of(({ kilobytes }) => kilobytes),
    machine: of((run) => run.machine),
  };
}
