// SiteDraft: the words in the editor of the site and what has become of them. It saves by itself
// once typing pauses, one request at a time, and never overwrites what somebody else has saved.
import type { FieldFault } from '../../../domain/errors.ts';
import { type Content, contentSchema, isSameContent } from '../../../domain/site/content.ts';
import type { Site } from '../../../domain/site/site.ts';
import { MINUTE_MS } from '../../../domain/time.ts';
import { ApiError, NetworkError, ValidationError, wordsFor } from '../../transport/failures.ts';

type SavingState =
  | { readonly kind: 'saved' | 'saving' | 'faulty' }
  /** The device has the words; `text` says why the server does not. */
  | { readonly kind: 'failed'; readonly text: string }
  /** Somebody else has saved other words meanwhile. */
  | { readonly kind: 'collided'; readonly theirs: Site };

export interface DraftState {
  /** The site as the server last sent it. */
  readonly site: Site;
  /** The words as typed. */
  readonly content: Content;
  readonly saving: SavingState;
  /** By the path of a field, such as 'faq.entries.2.answer'. */
  readonly faults: ReadonlyMap<string, string>;
  /** Whether the device has stored what the server does not have. */
  readonly isStored: boolean;
}

interface DraftPorts {
  readonly save: (content: Content, revision: number) => Promise<Site>;
  readonly load: () => Promise<Site>;
  readonly store: (unsaved: UnsavedSite) => boolean;
  readonly delete: () => void;
  /** Receives a failure that ends the session. */
  readonly report: (error: unknown) => void;
}

/** How long after the last keystroke the draft is saved. */
export const SAVE_PAUSE_MS = 800;
const RETRY_MS = 5000;
const MAX_RETRY_MS = MINUTE_MS;
const NO_FAULTS: ReadonlyMap<string, string> = new Map();

const savedState = (site: Site): DraftState => ({
  site,
  content: site.draft.content,
  saving: { kind: 'saved' },
  faults: NO_FAULTS,
  isStored: true,
});

/** The page already explains what happens to unsaved words, so this only names the cause. */
const textOf = (error: unknown) =>
  error instanceof NetworkError ? 'No connection.' : wordsFor(error).description;

/** Whether words as typed say what is saved. */
function isSameWords(typed: Content, saved: Content): boolean {
  const parsed = contentSchema.safeParse(typed);
  return isSameContent(parsed.success ? parsed.data : typed, saved);
}

export class SiteDraft {
  readonly #ports: DraftPorts;
  readonly #listeners = new Set<() => void>();
  #state: DraftState;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The running call that changes the draft. */
  #attempt: Promise<void> | null = null;
  #retryMs = RETRY_MS;

  /**
   * `unsaved` are words that the device has stored before, typed over an earlier or the same draft.
   */
  constructor(site: Site, unsaved: UnsavedSite | null, ports: DraftPorts) {
    this.#ports = ports;
    this.#state = savedState(site);
    if (unsaved === null) return;
    if (isSameWords(unsaved.content, site.draft.content)) ports.delete();
    else if (unsaved.site.draft.revision === site.draft.revision) this.change(unsaved.content);
    else this.#collide(site, unsaved.content);
  }

  readonly read = (): DraftState => this.#state;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  /** Receives the words as typed. */
  change(content: Content): void {
    const isStored = this.#ports.store({ site: this.#state.site, content });
    const isCollided = this.#state.saving.kind === 'collided';
    this.#set({ content, isStored, ...(isCollided ? {} : { saving: { kind: 'saving' } }) });
    if (!isCollided) this.#saveIn(SAVE_PAUSE_MS);
  }

  /** Saves what is typed now. Returns whether the server has it all. */
  async flush(): Promise<boolean> {
    await this.#attempt;
    this.#save();
    await this.#attempt;
    // What was typed during a running attempt needs another.
    this.#save();
    await this.#attempt;
    return this.#state.saving.kind === 'saved';
  }

  /** Runs another call that changes the draft; nothing is saved until it is over. */
  async during<Result>(act: () => Promise<Result>): Promise<Result> {
    await this.#attempt;
    const acting = act();
    this.#begin(acting.catch(() => undefined));
    return acting;
  }

  /** Tries again, as when the connection has come back. */
  retry(): void {
    if (this.#state.saving.kind === 'failed') this.#save();
  }

  /** Shows the site as an answer of the server has it, in place of what was typed. */
  reset(site: Site): void {
    clearTimeout(this.#timer);
    this.#ports.delete();
    this.#set(savedState(site));
  }

  /** Receives the site after a call that leaves the words in the editor as they are. */
  rebase(site: Site): void {
    const { content } = this.#state;
    if (isSameWords(content, site.draft.content)) this.reset(site);
    else {
      this.#set({ site, saving: { kind: 'saving' } });
      this.change(content);
    }
  }

  /** Receives the site as loaded again: it replaces nothing that is not saved. */
  refresh(site: Site): void {
    const { saving, site: current } = this.#state;
    const isNewer = site.draft.revision > current.draft.revision;
    if (saving.kind === 'saved' && this.#attempt === null && isNewer) this.reset(site);
  }

  /** Answers a collision. */
  takeTheirs(): void {
    if (this.#state.saving.kind === 'collided') this.reset(this.#state.saving.theirs);
  }

  /** Answers a collision. */
  keepMine(): void {
    const { saving, content } = this.#state;
    if (saving.kind !== 'collided') return;
    this.#set({ site: saving.theirs, saving: { kind: 'saving' } });
    this.change(content);
    this.#save();
  }

  /** Shows that somebody else has saved meanwhile, once another call was refused for it. */
  async showCollision(): Promise<void> {
    const theirs = await this.#ports.load();
    if (isSameWords(this.#state.content, theirs.draft.content)) this.reset(theirs);
    else this.#collide(theirs, this.#state.content);
  }

  /** Ends attempts to save by itself. */
  stop(): void {
    clearTimeout(this.#timer);
  }

  #set(changes: Partial<DraftState>): void {
    this.#state = { ...this.#state, ...changes };
    for (const listener of this.#listeners) listener();
  }

  #saveIn(ms: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#save(), ms);
  }

  #begin(attempt: Promise<unknown>): void {
    this.#attempt = attempt.then(() => {
      this.#attempt = null;
      if (this.#state.saving.kind === 'saving') this.#saveIn(SAVE_PAUSE_MS);
    });
  }

  #save(): void {
    const { saving, content, site } = this.#state;
    if (this.#attempt !== null || saving.kind === 'saved' || saving.kind === 'collided') return;
    clearTimeout(this.#timer);
    const parsed = contentSchema.safeParse(content);
    if (parsed.success) {
      this.#set({ saving: { kind: 'saving' } });
      this.#begin(this.#send(content, parsed.data, site.draft.revision));
    } else
      this.#fault(
        parsed.error.issues.map(({ path, message }) => ({ field: path.join('.'), message })),
      );
  }

  #collide(theirs: Site, content: Content): void {
    clearTimeout(this.#timer);
    const isStored = this.#ports.store({ site: this.#state.site, content });
    this.#set({ content, isStored, saving: { kind: 'collided', theirs } });
  }

  async #send(typed: Content, content: Content, revision: number): Promise<void> {
    try {
      const site = await this.#ports.save(content, revision);
      this.#retryMs = RETRY_MS;
      this.#saved(site, typed);
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'draft_changed')) this.#fail(error);
      else await this.#compare(typed, content);
    }
  }

  /** Somebody has saved meanwhile; it may have been this editor, if an answer was lost. */
  async #compare(typed: Content, content: Content): Promise<void> {
    try {
      const theirs = await this.#ports.load();
      if (isSameContent(theirs.draft.content, content)) this.#saved(theirs, typed);
      else this.#collide(theirs, this.#state.content);
    } catch (error) {
      this.#fail(error);
    }
  }

  #saved(site: Site, typed: Content): void {
    const { content } = this.#state;
    if (content === typed) {
      this.#ports.delete();
      this.#set({ site, saving: { kind: 'saved' }, faults: NO_FAULTS, isStored: true });
    } else {
      const isStored = this.#ports.store({ site, content });
      this.#set({ site, saving: { kind: 'saving' }, faults: NO_FAULTS, isStored });
    }
  }

  #fault(details: readonly FieldFault[]): void {
    // The first fault of a field wins.
    const faults = new Map(
      details.toReversed().map(({ field, message }) => [field.replace(/^content\./, ''), message]),
    );
    this.#set({ faults, saving: { kind: 'faulty' } });
  }

  #fail(error: unknown): void {
    if (error instanceof ValidationError && error.details.length > 0) {
      this.#fault(error.details);
      return;
    }
    this.#ports.report(error);
    this.#set({ saving: { kind: 'failed', text: textOf(error) } });
    this.#saveIn(this.#retryMs);
    this.#retryMs = Math.min(this.#retryMs * 2, MAX_RETRY_MS);
  }
}

export interface UnsavedSite {
  /** What the server had when they were typed. */
  readonly site: Site;
  readonly content: Content;
}
