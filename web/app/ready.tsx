// Marks that React owns the page: [data-ready] on <html>, which the tests wait for, and an event
// for the early script.
import { useEffect } from 'react';

/**
 * Rendered beside a page inside its Suspense boundary, so that its effect runs once the page itself
 * is interactive.
 */
export function ReadyMark() {
  useEffect(() => {
    document.documentElement.dataset['ready'] = '';
    // late-start.ts then replays a form that was submitted too early.
    window.dispatchEvent(new Event('app-ready'));
  }, []);
  return null;
}
