// Builds the web app if its sources have changed, before the end-to-end tests start their demos.
import { buildIfNeeded } from '../build/build.ts';

export default async function provideBuild(): Promise<void> {
  if (!(await buildIfNeeded())) throw new Error('the web app could not be built');
}
