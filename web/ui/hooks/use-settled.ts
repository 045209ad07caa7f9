// const settled = useSettled(typed, pauseMs): the value once it has not changed for a while.
import { useEffect, useState } from 'react';

/** The first value is settled from the start. Values are compared by identity. */
export function useSettled<Value>(value: Value, pauseMs: number): Value {
  const [settled, settle] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => settle(value), pauseMs);
    return () => clearTimeout(timer);
  }, [value, pauseMs]);
  return settled;
}
