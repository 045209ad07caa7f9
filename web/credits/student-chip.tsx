// <StudentChip>: for which student, before a lesson's name: 'Leila: A-level: Particles'.
export function StudentChip({ name }: { readonly name: string }) {
  return (
    <>
      <span className="mr-1.5 inline-block rounded-full border border-rule bg-wash px-2.5 text-[0.9375rem] leading-snug font-bold">
        {name}
        <span className="sr-only">:</span>
      </span>{' '}
    </>
  );
}
