// Validates the tutor's content against its schema and explains the first error in one sentence.
import * as z from 'zod/mini';

import { contentSchema } from '../../domain/site/content.ts';

const FOLDER = 'web/content';

/** `load` imports tutor.ts afresh. Returns null when the content is valid. */
export async function findContentFault(load: () => Promise<object>): Promise<string | null> {
  let content: object;
  try {
    content = await load();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `${placeOf(error)} cannot be read: ${firstLine(error.message)}.`;
  }
  // Without a locale every message is 'Invalid input'.
  const result = contentSchema.safeParse({ ...content }, { error: z.locales.en().localeError });
  if (result.success) return null;
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return `${FOLDER} does not fit: ${faults.join('; ')}.`;
}

const placeOf = ({ stack = '' }: Error) => {
  const [, file, line] = /content[\\/]([\w-]+\.ts):(\d+)/.exec(stack) ?? [];
  return file === undefined ? FOLDER : `${FOLDER}/${file}, line ${line},`;
};

const firstLine = (text: string) =>
  (
    text
      .trim()
      .split('\n')
      .find((line) => line.trim() !== '') ?? ''
  )
    .trim()
    .replace(/\.$/, '');
