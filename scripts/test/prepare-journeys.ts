// Before the end-to-end tests start their demos: builds the web app if its sources have changed,
// and chooses the folder for the data of the demos.
import { testFolder } from '../../server/testing/test-folder.ts';
import { buildIfNeeded } from '../build/current.ts';

export default async function prepareJourneys(): Promise<void> {
  if (!(await buildIfNeeded())) throw new Error('the web app could not be built');
  // The workers inherit it: see e2e/demo.ts.
  process.env['DEMO_FOLDER'] = testFolder();
}
