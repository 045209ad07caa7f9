// What is in the controls of a form, which of them are at fault, and which names a field may have.
import type { FieldFault } from '../../domain/errors.ts';

export type FieldValue = string | number | boolean;

/** The names of a form's values that a control of this kind can hold. */
export type FieldName<Values, Kind extends FieldValue = FieldValue> = Values extends unknown
  ? {
      [Name in keyof Values & string]-?: NonNullable<Values[Name]> extends Kind ? Name : never;
    }[keyof Values & string]
  : never;

/** As they stand in the controls, before any check. */
export type RawValues<Values> = { readonly [Name in FieldName<Values>]?: FieldValue };

/** The first fault of each field, in words. */
export type Faults = Readonly<Record<string, string>>;

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The parts of a control that its value is read from. */
type ReadControl = Pick<HTMLInputElement, 'name' | 'value'> &
  Partial<Pick<HTMLInputElement, 'type' | 'checked' | 'valueAsNumber'>>;

export function isControl(element: unknown): element is Control {
  return (
    element instanceof HTMLInputElement ||
    element instanceof HTMLSelectElement ||
    element instanceof HTMLTextAreaElement
  );
}

export function controlsOf(form: HTMLFormElement | null): Control[] {
  return [...(form?.elements ?? [])].filter(isControl).filter(({ name }) => name !== '');
}

/** Numbers as numbers, also when they are none (NaN), which a schema refuses in its own words. */
export function readValues(controls: readonly ReadControl[]): Record<string, FieldValue> {
  return Object.fromEntries(controls.map((control) => [control.name, valueOf(control)]));
}

function valueOf({ type, value, valueAsNumber = Number.NaN, checked = false }: ReadControl): FieldValue {
  if (type === 'number') return valueAsNumber;
  return type === 'checkbox' ? checked : value;
}

/** The first fault of each field, whatever the order of the rest. */
export function faultsByField(faults: readonly FieldFault[]): Faults {
  return Object.fromEntries(faults.map(({ field, message }) => [field, message] as const).toReversed());
}
