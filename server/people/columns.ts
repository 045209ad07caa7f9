// What the columns of a table with personal data mean. Each table has one definition
// (definitions.ts), from which answers, the data export, erasure and the declaration in
// server/testing/personal-data/personal-data.ts derive.
import type { Selectable, Updateable } from 'kysely';

import type { Tables } from '../schema/tables.ts';

export type Row<Table extends keyof Tables> = Selectable<Tables[Table]>;

/** Erasure leaves the column as it is. */
export const KEPT = Symbol('kept');

/** How the family's data export shows a column. */
interface ExportRule<Value> {
  /** Its name in the export; null if the export leaves it out. */
  readonly exported: string | null;
  /** Converts the stored value for the export, and for answers. */
  readonly read?: (stored: Value) => unknown;
}

/** Text about a person: the export contains it. */
interface PersonalText<Value> extends ExportRule<Value> {
  readonly isPersonal: true;
  readonly exported: string;
}

/** Text about nobody, and why. */
interface OtherText<Value> extends ExportRule<Value> {
  readonly isPersonal: false;
  readonly because: string;
}

/** How answers show a column. */
interface AnswerRule<Value> {
  /** Its name in answers; null if they leave it out. */
  readonly answer: string | null;
  /** The reverse of `read`. */
  readonly write?: (value: never) => Value;
}

/** What erasure writes. */
interface ErasureRule<Value> {
  readonly erased: Value;
}

type IsText<Value> = [Value] extends [string | null] ? true : false;

/**
 * All columns of a table whose rows are deleted, and the object that the export makes of a row. A
 * missing column does not compile, nor does a name that the object lacks.
 */
export type DeletedColumns<R, Export> = {
  readonly [Name in keyof R]: { readonly exported: keyof Export | null } & (IsText<
    R[Name]
  > extends true
    ? PersonalText<R[Name]> | OtherText<R[Name]>
    : ExportRule<R[Name]>);
};

/**
 * All columns of a table whose erased rows stay, and the objects that answers and the export make
 * of a row. Text about a person is always overwritten.
 */
export type ErasedColumns<R, Answer, Export> = {
  readonly [Name in keyof R]: AnswerRule<R[Name]> & {
    readonly answer: keyof Answer | null;
    readonly exported: keyof Export | null;
  } & (IsText<R[Name]> extends true
      ?
          | (PersonalText<R[Name]> & ErasureRule<R[Name]>)
          | (OtherText<R[Name]> & ErasureRule<R[Name] | typeof KEPT>)
      : ExportRule<R[Name]> & ErasureRule<R[Name] | typeof KEPT>);
};

/** A column of any definition. */
export interface AnyColumn {
  readonly isPersonal?: boolean;
  readonly because?: string;
  readonly answer?: string | null;
  readonly exported: string | null;
  readonly read?: (stored: never) => unknown;
  readonly write?: (value: never) => unknown;
  readonly erased?: unknown;
}

/** The columns that are shown as `Key`, by their names there. */
type NamedAs<R, D, Key extends 'answer' | 'exported'> = {
  [
    Name in keyof R & keyof D as D[Name] extends Readonly<Record<Key, infer As extends string>>
      ? As
      : never
  ]: D[Name] extends { readonly read: (stored: never) => infer Read } ? Read : R[Name];
};

/** A row as answers or the export show it. */
export function show<R extends object, D, Key extends 'answer' | 'exported'>(
  row: R,
  definition: D & Readonly<Record<keyof R, AnyColumn>>,
  key: Key,
): NamedAs<R, D, Key> {
  const values: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(row));
  const columns = Object.entries<AnyColumn>(definition).flatMap(([name, { [key]: as, read }]) => {
    if (typeof as !== 'string') return [];
    const value = values[name];
    return [[as, read === undefined ? value : read(value as never)]];
  });
  // The types of Object.fromEntries cannot express the renaming.
  return Object.fromEntries(columns) as NamedAs<R, D, Key>;
}

/** The columns that store the given fields of an answer. Undefined fields are left out. */
export function store<Table extends keyof Tables>(
  definition: Readonly<Record<keyof Row<Table>, AnyColumn>>,
  fields: object,
): Updateable<Tables[Table]> {
  const values: Readonly<Record<string, unknown>> = Object.fromEntries(Object.entries(fields));
  const stored = Object.entries<AnyColumn>(definition).flatMap(([name, { answer, write }]) => {
    const value = typeof answer === 'string' ? values[answer] : undefined;
    if (value === undefined) return [];
    return [[name, write === undefined ? value : write(value as never)]];
  });
  return Object.fromEntries(stored) as Updateable<Tables[Table]>;
}

/** What erasure writes, by column. */
export function erasedValues<Table extends keyof Tables>(
  definition: Readonly<Record<keyof Row<Table>, AnyColumn>>,
): Updateable<Tables[Table]> {
  const overwritten = Object.entries<AnyColumn>(definition)
    .filter(([, { erased }]) => erased !== KEPT)
    .map(([name, { erased }]) => [name, erased]);
  return Object.fromEntries(overwritten) as Updateable<Tables[Table]>;
}
