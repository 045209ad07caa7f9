// <PartList>: the parts of the site's words, one open at a time.
import { contentParts, type ContentPart } from '../../../domain/site/content.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { Field } from '../../ui/forms/field.tsx';
import { Select } from '../../ui/forms/filters.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import {
  faultsBelow,
  useEditing,
  textAt,
  valueAt,
  type ChoiceField,
  type EditorField,
  type Group,
  type SwitchField,
  type TextField,
} from './editing.ts';
import { EntryList } from './entry-list.tsx';
import { parts } from './parts.ts';
import { PictureFields } from './picture-fields.tsx';

interface PartListProps {
  opened: ContentPart | null;
  /** The parts that still equal the sample. */
  samples: readonly ContentPart[];
  onOpen: (part: ContentPart | null) => void;
}

export const partButtonId = (part: ContentPart): string => `part-${part}`;

export function PartList({ opened, samples, onOpen }: PartListProps) {
  const { faults } = useEditing();
  return (
    <Card>
      {contentParts.map((part) => {
        const { title, fields } = parts[part];
        const isOpen = part === opened;
        return (
          <section key={part} className="border-b border-line last:border-b-0">
            <h2 className="font-sans text-base">
              <button
                type="button"
                id={partButtonId(part)}
                aria-expanded={isOpen}
                aria-controls={`${part}-fields`}
                className="flex min-h-13 w-full cursor-pointer scroll-mt-20 flex-wrap items-center gap-x-3 gap-y-1 px-5 py-2 text-left font-bold hover:bg-wash"
                onClick={() => onOpen(isOpen ? null : part)}
              >
                <svg
                  viewBox="0 0 16 16"
                  aria-hidden="true"
                  className={`size-4 shrink-0 text-signal ${isOpen ? 'rotate-90' : ''}`}
                  fill="none"
                  stroke="currentColor"
                  strokeWidth="2"
                >
                  <path d="m6 3 5 5-5 5" />
                </svg>
                <span className="min-w-0 flex-1 wrap-anywhere">{title}</span>
                {faultsBelow(faults, part) > 0 && <Badge tone="negative">To correct</Badge>}
                {samples.includes(part) && <Badge>Sample</Badge>}
              </button>
            </h2>
            <div
              id={`${part}-fields`}
              hidden={!isOpen}
              className="grid grid-cols-1 gap-5 border-t border-line p-5 [&[hidden]]:hidden"
            >
              {isOpen && <PartFields base={part} fields={fields} />}
            </div>
          </section>
        );
      })}
    </Card>
  );
}

interface PartFieldsProps {
  /** Where the fields' keys begin, such as 'hero'. */
  base: string;
  fields: readonly EditorField[];
}

/** <PartFields>: the fields of one part of the site's words. */
function PartFields({ base, fields }: PartFieldsProps) {
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

function GroupFields({ path, group }: { path: string; group: Group }) {
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

function SwitchedField({ path, field: { label, hint } }: { path: string; field: SwitchField }) {
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
  path: string;
  field: TextField | ChoiceField;
  labelHidden?: boolean;
}

function OneField({ path, field, labelHidden = false }: OneFieldProps) {
  const { content, faults, change } = useEditing();
  const { label, hint } = field;
  const texts = { label, hint, labelHidden, error: faults.get(path) };
  const value = textAt(content, path);
  if (field.kind === 'choice')
    return (
      <Select
        {...texts}
        value={value}
        options={field.options.map((one) => ({ value: String(one.value), label: one.label }))}
        onChange={(text) =>
          change(path, field.options.find((one) => String(one.value) === text)?.value)
        }
      />
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
