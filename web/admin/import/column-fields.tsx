// <ColumnFields>: which column of the file holds what.
import { type Columns, type ImportField, importFields } from '../../../domain/import.ts';
import { Field } from '../../ui/field.tsx';
import { fieldLabels } from './import-words.ts';

interface ColumnFieldsProps {
  readonly headers: readonly string[];
  readonly columns: Columns;
  /** Null: the file has no such column. */
  readonly onAssign: (field: ImportField, column: number | null) => void;
}

const NONE = '';

export function ColumnFields({ headers, columns, onAssign }: ColumnFieldsProps) {
  return (
    <fieldset>
      <legend className="mb-3 font-display text-heading font-semibold">Columns</legend>
      <div className="grid gap-x-5 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
        {importFields.map((field) => (
          <Field key={field} label={fieldLabels[field]}>
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
                    {header === '' ? `Column ${index + 1}` : header}
                  </option>
                ))}
              </select>
            )}
          </Field>
        ))}
      </div>
    </fieldset>
  );
}
