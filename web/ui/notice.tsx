// <Notice>: a box in the colour of its tone, for news, warnings and failures within a page.
import type { ElementType, HTMLAttributes, Ref } from 'react';

const tones = {
  plain: 'border-rule',
  positive: 'border-positive bg-positive-wash',
  caution: 'border-caution bg-caution-wash',
  negative: 'border-negative bg-negative-wash',
} as const;

const layouts = {
  line: 'px-4 py-2.5 leading-snug',
  /** A sentence and a quiet button, which brings its own height. */
  row: 'flex flex-wrap items-center justify-between gap-x-4 px-4 py-1 leading-snug',
  panel: 'p-4',
} as const;

interface NoticeProps extends HTMLAttributes<HTMLElement> {
  tone: keyof typeof tones;
  layout?: keyof typeof layouts;
  as?: ElementType;
  ref?: Ref<HTMLElement>;
}

export function Notice({
  tone,
  layout = 'line',
  as: Element = 'div',
  className = '',
  ...rest
}: NoticeProps) {
  return (
    <Element
      className={`rounded-md border wrap-anywhere ${layouts[layout]} ${tones[tone]} ${className}`}
      {...rest}
    />
  );
}
