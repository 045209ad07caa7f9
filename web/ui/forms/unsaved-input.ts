// Whether leaving the page would discard input.

/** Whether somebody has typed or chosen something in one of the page's forms. */
export function hasUnsavedInput(): boolean {
  return [...document.forms].some((form) => [...form.elements].some(isChanged));
}

function isChanged(control: Element): boolean {
  if (control instanceof HTMLSelectElement) {
    const { options, selectedIndex } = control;
    return (
      selectedIndex !==
      Math.max(
        0,
        [...options].findIndex(({ defaultSelected }) => defaultSelected),
      )
    );
  }
  if (control instanceof HTMLTextAreaElement) return control.value !== control.defaultValue;
  if (!(control instanceof HTMLInputElement)) return false;
  return control.value !== control.defaultValue || control.checked !== control.defaultChecked;
}
