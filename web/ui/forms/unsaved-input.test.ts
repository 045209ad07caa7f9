// What counts as unsaved input.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { hasUnsavedInput } from './unsaved-input.ts';

class Input {
  value = '';
  defaultValue = '';
  checked = false;
  defaultChecked = false;
  static of(fields: object): Input {
    return Object.assign(new this(), fields);
  }
}
class TextArea extends Input {}
class Select extends Input {}

function showForm(...elements: object[]): void {
  vi.stubGlobal('document', { forms: [{ elements }] });
}

beforeEach(() => {
  vi.stubGlobal('HTMLInputElement', Input);
  vi.stubGlobal('HTMLTextAreaElement', TextArea);
  vi.stubGlobal('HTMLSelectElement', Select);
});
afterEach(() => vi.unstubAllGlobals());

const choice = (selectedIndex: number, ...defaults: readonly boolean[]) =>
  Select.of({ selectedIndex, options: defaults.map((defaultSelected) => ({ defaultSelected })) });

test('finds nothing on a page without forms or in an untouched form', () => {
  vi.stubGlobal('document', { forms: [] });
  expect(hasUnsavedInput()).toBe(false);
  showForm(
    Input.of({ value: 'Kim', defaultValue: 'Kim' }),
    choice(1, false, true),
    choice(0, false, false),
    {},
  );
  expect(hasUnsavedInput()).toBe(false);
});

test.each([
  ['typed', Input.of({ value: 'Kim' })],
  ['emptied', Input.of({ defaultValue: 'Kim' })],
  ['ticked', Input.of({ checked: true })],
  ['written', TextArea.of({ value: 'A note' })],
  ['chosen', choice(1, false, false)],
  ['chosen instead', choice(0, false, true)],
])('detects input that was %s', (_, control) => {
  showForm(Input.of({}), control);
  expect(hasUnsavedInput()).toBe(true);
});
