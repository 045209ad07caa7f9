// Input and output of the layout check.

/** The project's files by path from its root, with forward slashes. */
export type Tree = ReadonlyMap<string, string>;

export interface Finding {
  readonly path: string;
  /** The violation and where the code belongs, as one sentence. */
  readonly message: string;
}

export const finding = (path: string, message: string): Finding => ({ path, message });

export const isCode = (path: string) => /\.(tsx?|mjs)$/.test(path);
export const isTest = (path: string) => /\.test\.tsx?$/.test(path);
