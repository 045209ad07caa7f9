// What somebody has typed at sign-up, stored in the tab until it is sent, so that a reload loses
// none of it. Never the password.
import { type YearClass, yearClasses } from '../../../domain/year-class.ts';
import { tryStorage } from '../../transport/storage.ts';

const KEY = 'sign-up';

interface SignUpDraft {
  readonly Parent_Name: string;
  readonly Parent_Email: string;
  readonly Parent_Phone_Number: string;
  readonly Student_Name: string;
  readonly year_class: YearClass | null;
}

export const noDraft: SignUpDraft = {
  Parent_Name: '',
  Parent_Email: '',
  Parent_Phone_Number: '',
  Student_Name: '',
  year_class: null,
};
const fields = Object.keys(noDraft) as (keyof SignUpDraft)[];

/** Empty strings for what is not stored. */
export function readSignUpDraft(): SignUpDraft {
  const stored = tryStorage(
    'tab',
    (storage) =>
      JSON.parse(storage.getItem(KEY) ?? 'null') as Partial<Record<keyof SignUpDraft, string>>,
  );
  const texts = fields.map((field) => [field, stored?.[field] ?? '']);
  const draft = Object.fromEntries(texts) as Record<keyof SignUpDraft, string>;
  return { ...draft, year_class: yearClasses.find((year) => year === draft.year_class) ?? null };
}

export function storeSignUpDraft(draft: Partial<SignUpDraft>): void {
  tryStorage('tab', (storage) => storage.setItem(KEY, JSON.stringify(draft, fields)));
}

export function deleteSignUpDraft(): void {
  tryStorage('tab', (storage) => storage.removeItem(KEY));
}
