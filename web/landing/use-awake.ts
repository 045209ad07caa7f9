// useAwake(): whether the script of this part of the page is at work, for controls that do nothing
// without it: they come with it, into room that is kept for them. No while prerendering, and until
// React owns the part.
import { useSyncExternalStore } from 'react';

const never = () => () => {};

export function useAwake(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
