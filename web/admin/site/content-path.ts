// Reads and changes one place of the site's words by its path, such as 'faq.entries.2.answer',
// which is also how the server names its faults.
import type { Content } from '../../../domain/site/content.ts';

type Step = Readonly<Record<string, unknown>>;

export function valueAt(content: Content, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (Object(value) as Step)[key], content);
}

/** The text at the path; empty if there is none. */
export function textAt(content: Content, path: string): string {
  const value = valueAt(content, path);
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
}

/** The entries of the list at the path. */
export function listAt(content: Content, path: string): readonly unknown[] {
  const value = valueAt(content, path);
  return Array.isArray(value) ? value : [];
}

/** The content with another value at the path; undefined removes what is there. */
export function withValue(content: Content, path: string, value: unknown): Content {
  // Only what is at the path changes; the schema checks the result before it is sent.
  return withStep(content, path.split('.'), value) as Content;
}

function withStep(of: unknown, [key = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(of)) {
    const index = Number(key);
    return of.with(index, rest.length === 0 ? value : withStep(of[index], rest, value));
  }
  const { [key]: before, ...others } = Object(of) as Step;
  if (rest.length === 0 && value === undefined) return others;
  return { ...(of as Step), [key]: rest.length === 0 ? value : withStep(before, rest, value) };
}
