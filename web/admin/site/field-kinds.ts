// The kinds of fields that the editor of the site has.
export interface Named {
  /** The key in the part, list or group that has it. */
  readonly key: string;
  readonly label: string;
  readonly hint?: string;
}

export interface TextField extends Named {
  readonly kind: 'text';
  /** Rows of a longer text; left out for one line. */
  readonly rows?: number;
  readonly type?: 'email' | 'tel' | 'url';
  /** 'absent': an empty field removes the value. 'empty': the empty text is the value. */
  readonly optional?: 'absent' | 'empty';
}

export interface ChoiceField extends Named {
  readonly kind: 'choice';
  readonly options: readonly { readonly value: string | number; readonly label: string }[];
}

export interface SwitchField extends Named {
  readonly kind: 'switch';
}

export interface PictureField extends Named {
  readonly kind: 'picture';
  /** Width by height of the part that is kept; null keeps the shape of the picture. */
  readonly shape: number | null;
  readonly description: Named;
}

export interface Group extends Named {
  readonly kind: 'group';
  readonly fields: readonly (TextField | ChoiceField)[];
  /** Can be switched off, which removes it. */
  readonly isOptional?: true;
}

export interface List extends Named {
  readonly kind: 'list';
  /** The name of one entry before its number: 'Review'. */
  readonly one: string;
  readonly min: number;
  readonly max: number;
  /** The fields of an entry; null for a list of lines. */
  readonly fields: readonly (TextField | ChoiceField)[] | null;
  /** A new entry. */
  readonly empty: unknown;
}

export type EditorField = TextField | ChoiceField | SwitchField | PictureField | Group | List;

export interface Part {
  readonly title: string;
  readonly fields: readonly EditorField[];
}
