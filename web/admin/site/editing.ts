// The words that are being edited, for the fields of the editor.
import { createContext, use } from 'react';

import type { Content } from '../../../domain/site/content.ts';
import type { Picture } from '../../../domain/site/picture-files.ts';

export interface SiteEditor {
  readonly content: Content;
  /** The pictures that the draft used when it was last saved. */
  readonly pictures: readonly Picture[];
  /** By path. */
  readonly faults: ReadonlyMap<string, string>;
  /** Changes what is at this path; undefined removes it. */
  readonly change: (path: string, value: unknown) => void;
  /** Keeps the fields where they are, whatever the width of the window, until called with false. */
  readonly fixLayout: (isFixed: boolean) => void;
}

export const EditingContext = createContext<SiteEditor | null>(null);

export function useEditing(): SiteEditor {
  const editing = use(EditingContext);
  if (editing === null) throw new Error('fields of the site are only in its editor');
  return editing;
}

/** How many fields at this path, or below it, have a fault. */
export const faultsBelow = (faults: SiteEditor['faults'], path: string): number =>
  [...faults.keys()].filter((field) => field === path || field.startsWith(`${path}.`)).length;
