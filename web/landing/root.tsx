// The root of the landing page, which works without the app's router.
import type { ComponentProps } from 'react';

import { ReadyMark } from '../app/ready.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { Landing } from './landing.tsx';

export function LandingRoot(words: ComponentProps<typeof Landing>) {
  return (
    <>
      <ErrorBoundary>
        <Landing {...words} />
        <ReadyMark />
      </ErrorBoundary>
      <Toasts />
    </>
  );
}
