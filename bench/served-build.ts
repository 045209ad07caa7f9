// A build under measurement: its own production server, with a filled database of its own schema.
import { benchmarksOf } from './against.ts';
import type { FilledIds } from './fill.ts';
import { publishPortrait, TUTOR } from './published-site.ts';
import { startShipped } from './shipped.ts';

export interface ServedBuild {
  readonly url: string;
  readonly filled: FilledIds;
  /** Serves a site that the tutor has published with a portrait. */
  readonly publishedUrl: string;
  stop(): Promise<void>;
}

/** Serves the build of the project in this folder. */
export async function serveBuild(root: string): Promise<ServedBuild> {
  const { engines } = await benchmarksOf(root);
  const stops: (() => Promise<void>)[] = [];
  const stop = async () => {
    for (const each of stops.toReversed()) await each();
  };
  const serveNew = async () => {
    const database = await engines.onSqlite().make('small');
    stops.push(() => database.drop());
    const server = await startShipped(root, database, TUTOR);
    stops.push(() => server.stop());
    return { url: server.url, filled: database.filled };
  };
  try {
    const { url, filled } = await serveNew();
    const { url: publishedUrl } = await serveNew();
    await publishPortrait(publishedUrl);
    return { url, filled, publishedUrl, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
