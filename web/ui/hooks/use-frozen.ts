// useFrozen(value, isFrozen): the value from before something began, so that a dialog does not
// change between its button and its end.
import { useState } from 'react';

/** While `isFrozen`, the value of the last render before. */
export function useFrozen<Value>(value: Value, isFrozen: boolean): Value {
  const [before, setBefore] = useState(value);
  if (!isFrozen && before !== value) setBefore(value);
  return isFrozen ? before : value;
}
