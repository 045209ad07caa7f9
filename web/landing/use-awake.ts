// useAwake(): whether the script of this part of the page is running, for controls that need it and
// whose space is reserved. False while prerendering and until React has hydrated the part.
import { useSyncExternalStore } from 'react';

const never = () => () => {};

export function useAwake(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
