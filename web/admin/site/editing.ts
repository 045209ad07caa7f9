// The words that are being edited, for the fields of the editor: where each stands in the content,
// and what kind it is.
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

type Step = Readonly<Record<string, unknown>>;

/**
 * Reads and changes one place of the site's words by its path, such as 'faq.entries.2.answer',
 * which is also how the server names its faults.
 */
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

function withStep(of: unknown, [key = '', ...rest]: string[], value: unknown): unknown {
  if (Array.isArray(of)) {
    const index = Number(key);
    return of.with(index, rest.length === 0 ? value : withStep(of[index], rest, value));
  }
  const { [key]: before, ...others } = Object(of) as Step;
  if (rest.length === 0 && value === undefined) return others;
  return { ...(of as Step), [key]: rest.length === 0 ? value : withStep(before, rest, value) };
}

/** The kinds of fields that the editor of the site has. */
export interface FieldName {
  /** The key in the part, list or group that has it. */
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
}

export interface TextField extends FieldName {
  readonly kind: 'text';
  /** Rows of a longer text; left out for one line. */
  readonly rows?: number;
  readonly type?: 'email' | 'tel' | 'url';
  /** 'absent': an empty field removes the value. 'empty': the empty text is the value. */
  readonly optional?: 'absent' | 'empty';
}

export interface ChoiceField extends FieldName {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string | number; readonly label: string }[];
}

export interface SwitchField extends FieldName {
  readonly kind: 'switch';
}

export interface PictureField extends FieldName {
  readonly kind: 'picture';
  /** The ratio of width to height to crop to; null keeps that of the picture. */
  readonly shape: number | null;
  readonly description: FieldName;
}

export interface Group extends FieldName {
  readonly kind: 'group';
  readonly fields: readonly (TextField | ChoiceField)[];
  /** Can be switched off, which removes it. */
  readonly isOptional?: true;
}

export interface List extends FieldName {
  readonly kind: 'list';
  /** The name of one entry before its number: 'Review'. */
  readonly one: string;
  readonly min: number;
  readonly max: number;
  /** The fields of an entry; null for a list of lines. */
  readonly fields: readonly (TextField | ChoiceField)[] | null;
  /** A new entry. */
  readonly empty: unknown;
}

export type EditorField = TextField | ChoiceField | SwitchField | PictureField | Group | List;

export interface SitePart {
  readonly title: string;
  readonly fields: readonly EditorField[];
}
