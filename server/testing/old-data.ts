// The nightly deletion of old data.
import { listeners } from '../features.ts';
import { createDeletion } from '../retention/feature.ts';
import type { TestApp } from './app.ts';

/** Lets the deletion run at an instant. */
export async function deleteOldAt(
  api: TestApp,
  instant: string,
  signal?: AbortSignal,
): Promise<void> {
  api.clock.set(instant);
  await createDeletion(listeners)(api.context(null), signal);
}
