// <PartFields>: the fields of one part of the site's words.
import { Switch } from '../../ui/forms/choice.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { textAt, valueAt } from './content-path.ts';
import { useEditing } from './editing.ts';
import { EntryList } from './entry-list.tsx';
import type { ChoiceField, EditorField, Group, SwitchField, TextField } from './field-kinds.ts';
import { PictureFields } from './picture-fields.tsx';

interface PartFieldsProps {
  /** Where the fields' keys begin, such as 'hero'. */
  readonly base: string;
  readonly fields: readonly EditorField[];
}

export function PartFields({ base, fields }: PartFieldsProps) {
  return fields.map((field) => {
    const path = `${base}.${field.key}`;
    if (field.kind === 'list')
      return (
        <EntryList key={path} path={path} list={field}>
          {(entry) =>
            field.fields === null ? (
              <OneField
                path={entry}
                field={{ kind: 'text', key: '', label: labelOf(field.one, entry) }}
                labelHidden
              />
            ) : (
              <PartFields base={entry} fields={field.fields} />
            )
          }
        </EntryList>
      );
    if (field.kind === 'picture') return <PictureFields key={path} path={path} field={field} />;
    if (field.kind === 'switch') return <SwitchedField key={path} path={path} field={field} />;
    return field.kind === 'group' ? (
      <GroupFields key={path} path={path} group={field} />
    ) : (
      <OneField key={path} path={path} field={field} />
    );
  });
}

const labelOf = (one: string, path: string) => `${one} ${Number(path.split('.').at(-1)) + 1}`;

interface GroupFieldsProps {
  readonly path: string;
  readonly group: Group;
}

function GroupFields({ path, group }: GroupFieldsProps) {
  const { content, change } = useEditing();
  const { label, fields, isOptional = false } = group;
  const isShown = valueAt(content, path) !== undefined;
  return (
    <fieldset className="grid grid-cols-1 gap-4 rounded-md border border-line px-4 pt-1 pb-4">
      <legend className="px-1 font-bold">{label}</legend>
      {isOptional && (
        <Switch
          label={`Show the ${label.toLowerCase()}`}
          checked={isShown}
          onChange={(shown) =>
            change(path, shown ? Object.fromEntries(fields.map(({ key }) => [key, ''])) : undefined)
          }
        />
      )}
      {isShown && <PartFields base={path} fields={fields} />}
    </fieldset>
  );
}

interface SwitchedFieldProps {
  readonly path: string;
  readonly field: SwitchField;
}

function SwitchedField({ path, field: { label, hint } }: SwitchedFieldProps) {
  const { content, change } = useEditing();
  return (
    <Switch
      label={label}
      {...(hint === undefined ? {} : { hint })}
      checked={valueAt(content, path) === true}
      onChange={(on) => change(path, on)}
    />
  );
}

interface OneFieldProps {
  readonly path: string;
  readonly field: TextField | ChoiceField;
  readonly labelHidden?: boolean;
}

function OneField({ path, field, labelHidden = false }: OneFieldProps) {
  const { content, faults, change } = useEditing();
  const { label, hint } = field;
  const texts = { label, hint, labelHidden, error: faults.get(path) };
  const value = textAt(content, path);
  if (field.kind === 'choice')
    return (
      <Field {...texts}>
        {(control) => (
          <select
            {...control}
            value={value}
            onChange={({ target }) =>
              change(path, field.options.find((one) => String(one.value) === target.value)?.value)
            }
          >
            {field.options.map((option) => (
              <option key={option.value} value={option.value}>
                {option.label}
              </option>
            ))}
          </select>
        )}
      </Field>
    );
  const { rows, type = 'text', optional } = field;
  const write = (text: string) =>
    change(path, optional === 'absent' && text === '' ? undefined : text);
  return (
    <Field {...texts} optional={optional !== undefined}>
      {(control) =>
        rows === undefined ? (
          <input
            {...control}
            type={type}
            autoComplete="off"
            value={value}
            onChange={({ target }) => write(target.value)}
          />
        ) : (
          <textarea
            {...control}
            rows={rows}
            value={value}
            onChange={({ target }) => write(target.value)}
          />
        )
      }
    </Field>
  );
}
