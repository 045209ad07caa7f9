// <StudentChip>: for which student, before a lesson's name: 'Leila: A-level: Particles'. Nothing
// for a family with one student, whose name is null.
export function StudentChip({ name }: { readonly name: string | null }) {
  if (name === null) return null;
  return (
    <>
      <span className="mb-1 inline-block rounded-full border border-rule bg-wash px-2.5 text-note leading-snug font-bold">
        {name}
        <span className="sr-only">:</span>
      </span>{' '}
    </>
  );
}
