// Builds the web app, where its sources have changed, before the journeys start their demos.
import { buildIfNeeded } from '../build/build.ts';

export default async function provideBuild(): Promise<void> {
  if (!(await buildIfNeeded())) throw new Error('The web app could not be built.');
}
