// How long something took.

export async function timed<T>(work: Promise<T>): Promise<{ value: T; ms: number }> {
  const began = performance.now();
  const value = await work;
  return { value, ms: performance.now() - began };
}
