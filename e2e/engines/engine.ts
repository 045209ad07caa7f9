// What a journey needs of a browser engine. Each engine is one file: firefox.ts and webkit.ts.

export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Keys without a character, by the code points of WebDriver. */
export const keys = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Escape: '\uE00C',
  PageUp: '\uE00E',
  ArrowLeft: '\uE012',
  ArrowRight: '\uE014',
} as const;
export type Key = keyof typeof keys;

/** A window with one page. */
export interface Tab {
  /** Opens the address and waits until it has loaded. */
  open(address: string): Promise<void>;
  reload(): Promise<void>;
  back(): Promise<void>;
  /** Runs a function in the page, which refers to nothing but its argument; both cross as JSON. */
  evaluate<A, R>(act: (argument: A) => R | Promise<R>, argument: A): Promise<R>;
  clickAt(point: Point): Promise<void>;
  drag(from: Point, to: Point): Promise<void>;
  press(key: Key): Promise<void>;
  type(text: string): Promise<void>;
  /** Gives a file to the field that this CSS selector finds. */
  chooseFile(selector: string, file: string): Promise<void>;
  resize(size: Size): Promise<void>;
  close(): Promise<void>;
}

export interface Engine {
  /** A new window, which shares the storage of the others. */
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}
