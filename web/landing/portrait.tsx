// <Portrait>: a drawing in the place and the shape (4:5) of the tutor's portrait.

interface PortraitProps {
  readonly tutor: string;
  /** Initials. */
  readonly monogram: string;
  readonly className: string;
}

export function Portrait({ tutor, monogram, className }: PortraitProps) {
  return (
    <svg
      viewBox="0 0 64 80"
      role="img"
      aria-label={`${tutor}, drawn in place of a portrait`}
      className={`shrink-0 font-display ${className}`}
      fill="none"
      stroke="var(--color-ink)"
      strokeWidth="1.25"
    >
      <path
        d="M8 .5v79M20 .5v79M32 .5v79M44 .5v79M56 .5v79M.5 8h63M.5 20h63M.5 32h63M.5 44h63M.5 56h63M.5 68h63"
        stroke="var(--color-line)"
        strokeWidth=".75"
      />
      <path
        d="M8 79.5c0-16 9-25 24-25s24 9 24 25M32 15c8 0 12.5 6 12.5 13.500S39 46 32 46s-12.5-10-12.5-17.500S24 15 32 15Z"
        fill="var(--color-sheet)"
      />
      <rect x=".625" y=".625" width="62.75" height="78.75" rx="3" />
      <text
        x="32"
        y="73"
        textAnchor="middle"
        fill="var(--color-ink)"
        stroke="none"
        className="text-[13px] font-semibold"
      >
        {monogram}
      </text>
    </svg>
  );
}
