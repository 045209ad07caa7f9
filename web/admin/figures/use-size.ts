// const [ref, size] = useSize(): the width of an element in pixels, and the size of its text.
import { useCallback, useState } from 'react';

interface Size {
  readonly width: number;
  /** Pixels per 'em' of its text: plots leave as much room as their labels take. */
  readonly em: number;
}

export function useSize(): [
  (element: HTMLElement | null) => (() => void) | undefined,
  Size | null,
] {
  const [size, setSize] = useState<Size | null>(null);
  const ref = useCallback((element: HTMLElement | null) => {
    if (element === null) return undefined;
    const observer = new ResizeObserver(([entry]) => {
      const width = Math.floor(entry?.contentRect.width ?? 0);
      const em = Number.parseFloat(getComputedStyle(element).fontSize);
      if (width > 0) setSize({ width, em });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return [ref, size];
}
