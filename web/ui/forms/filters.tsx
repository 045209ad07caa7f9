// Controls outside a form that take effect at once: <Select> and <SearchBox>.
import type { ComponentProps } from 'react';

import { Field, type FieldTexts } from './field.tsx';

interface SelectProps<Value extends string | number> extends FieldTexts {
  value: Value;
  options: readonly { value: Value; label: string }[];
  onChange: (value: Value) => void;
  error?: string | undefined;
  className?: string;
}

export function Select<Value extends string | number>(props: SelectProps<Value>) {
  const { value, options, onChange, className = '', ...field } = props;
  return (
    <Field {...field}>
      {(control) => (
        <select
          {...control}
          className={`${control.className} ${className}`}
          value={value}
          onChange={({ target }) => {
            const chosen = options[target.selectedIndex];
            if (chosen !== undefined) onChange(chosen.value);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface SearchBoxProps
  extends Partial<FieldTexts>, Pick<ComponentProps<'input'>, 'onKeyDown' | 'placeholder'> {
  search: string;
  onSearch: (text: string) => void;
}

export function SearchBox(props: SearchBoxProps) {
  const { search, onSearch, placeholder, onKeyDown, label = 'Search', ...texts } = props;
  return (
    <Field label={label} {...texts}>
      {(control) => (
        <input
          {...control}
          type="search"
          placeholder={placeholder}
          autoComplete="off"
          spellCheck={false}
          value={search}
          onChange={({ target }) => onSearch(target.value)}
          onKeyDown={onKeyDown}
        />
      )}
    </Field>
  );
}
