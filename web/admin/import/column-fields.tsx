// <ColumnFields>: which column of the file holds what.
import { useState } from 'react';

import { type Columns, type ImportField, importFields } from '../../../domain/imports/import.ts';
import { Field } from '../../ui/forms/field.tsx';
import { useNow } from '../../ui/hooks/hooks.ts';
import { columnName, fieldLabel, missingColumns, unusedColumns } from './import-words.ts';

interface ColumnFieldsProps {
  readonly headers: readonly string[];
  readonly columns: Columns;
  /** Null: the file has no such column. */
  readonly onAssign: (field: ImportField, column: number | null) => void;
}

const NONE = '';

/** Open from the start if a column is missing. */
export function ColumnFields({ headers, columns, onAssign }: ColumnFieldsProps) {
  const now = useNow();
  const [isOpen] = useState(missingColumns(columns).length > 0);
  const unused = unusedColumns(headers, columns);
  return (
    <div>
      <details open={isOpen}>
        <summary className="min-h-11 cursor-pointer py-2 font-bold">Check the columns</summary>
        <div className="mt-2 grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
          {importFields.map((field) => (
            <Field key={field} label={fieldLabel(field, now)}>
              {(control) => (
                <select
                  {...control}
                  value={columns[field] ?? NONE}
                  onChange={({ target: { value } }) =>
                    onAssign(field, value === NONE ? null : Number(value))
                  }
                >
                  <option value={NONE}>Not in the file</option>
                  {headers.map((header, index) => (
                    // Two columns may have the same name.
                    // oxlint-disable-next-line react/no-array-index-key
                    <option key={index} value={index}>
                      {columnName(header, index)}
                    </option>
                  ))}
                </select>
              )}
            </Field>
          ))}
        </div>
      </details>
      {unused.length > 0 && (
        <p className="max-w-prose text-pencil wrap-anywhere">Not imported: {unused.join(', ')}.</p>
      )}
    </div>
  );
}
