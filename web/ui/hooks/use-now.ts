// useNow(): the time as state, so that whatever depends on the clock (a lesson that starts, a new
// day) updates by itself.
import { useEffect, useState } from 'react';

/** Epoch milliseconds, read again every `everyMs` and whenever the page becomes visible. */
export function useNow(everyMs = 15_000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const tick = () => setNow(Date.now());
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', tick);
    };
  }, [everyMs]);
  return now;
}
