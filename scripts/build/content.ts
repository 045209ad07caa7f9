// Validates the tutor's content against its schema and explains the first error in one sentence.
import * as z from 'zod/mini';

import { contentSchema } from '../../web/content/schema.ts';

const FILE = 'web/content/tutor.ts';

/** `load` imports the file afresh. Returns null when it is valid. */
export async function findContentFault(load: () => Promise<object>): Promise<string | null> {
  let content: object;
  try {
    content = await load();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return `${FILE}${lineOf(error)} cannot be read: ${firstLine(error.message)}.`;
  }
  // Without a locale every message is 'Invalid input'.
  const result = contentSchema.safeParse({ ...content }, { error: z.locales.en().localeError });
  if (result.success) return null;
  const faults = result.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  return `${FILE} does not fit: ${faults.join('; ')}.`;
}

const lineOf = ({ stack = '' }: Error) => {
  const line = /content[\\/]tutor\.ts:(\d+)/.exec(stack)?.[1];
  return line === undefined ? '' : `, line ${line},`;
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
