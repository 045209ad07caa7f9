// The sign that React owns the page: [data-ready] on <html>, which tests wait for, and an event for
// the early script.
import { useEffect } from 'react';

/**
 * Stands beside a page, inside its Suspense boundary, so that its effect runs when the page itself
 * has come to life.
 */
export function ReadyMark() {
  useEffect(() => {
    document.documentElement.dataset['ready'] = '';
    // late-start.ts then sends the form that was submitted too soon.
    window.dispatchEvent(new Event('app-ready'));
  }, []);
  return null;
}
