// <PictureFields>: chooses, crops, describes and removes one picture of the site.
import { useMutation } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';

import * as endpoints from '../../../domain/site/endpoints.ts';
import { type Picture, pictureTypes } from '../../../domain/site/picture-files.ts';
import { call } from '../../transport/client.ts';
import { failing } from '../../transport/failures.ts';
import { Button } from '../../ui/button.tsx';
import { Field, FieldError } from '../../ui/forms/field.tsx';
import { FileButton } from '../../ui/forms/file-button.tsx';
import { PictureElement } from '../../ui/picture-element.tsx';
import {
  CropDialog,
  type rectOf,
  adviceOn,
  type ChosenPicture,
  cutOut,
  readPicture,
} from './crop-dialog.tsx';
import { textAt, useEditing, type PictureField } from './editing.ts';

export function PictureFields({ path, field }: { path: string; field: PictureField }) {
  const { content, pictures, faults, change, fixLayout } = useEditing();
  const upload = useUploadPicture();
  const [chosen, setChosen] = useState<ChosenPicture | null>(null);
  /** The dialog stays until it has closed and the focus has moved on. */
  const [isCropping, setCropping] = useState(false);
  const crop = (isOpen: boolean) => {
    setCropping(isOpen);
    // A tablet that is turned must not lose the picture.
    fixLayout(isOpen);
  };
  useEffect(() => () => fixLayout(false), [fixLayout]);
  const [uploaded, setUploaded] = useState<Picture | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const box = useRef<HTMLFieldSetElement>(null);
  const id = textAt(content, `${path}.id`);
  const current = [uploaded, ...pictures].find((one) => one?.id === id) ?? null;
  const focusOn = (tag: 'textarea' | 'input') =>
    box.current?.querySelector<HTMLElement>(tag) ?? null;

  const read = async (file: File) => {
    const picture = await readPicture(file);
    setFault(picture === null ? adviceOn(file) : null);
    if (picture === null) return;
    setChosen(picture);
    crop(true);
  };
  const use = async (picture: ChosenPicture, rect: ReturnType<typeof rectOf>) => {
    const added = await upload.mutateAsync(await cutOut(picture, rect));
    setUploaded(added);
    change(path, { id: added.id, alt: textAt(content, `${path}.alt`) });
    crop(false);
  };
  return (
    <fieldset
      ref={box}
      className="grid grid-cols-1 gap-4 rounded-md border border-line px-4 pt-1 pb-4"
    >
      <legend className="px-1 font-bold">{field.label}</legend>
      {current !== null && (
        <PictureElement
          picture={current}
          alt={textAt(content, `${path}.alt`)}
          sizes="10rem"
          className="h-40 w-auto max-w-full justify-self-start rounded-md border border-line object-contain"
        />
      )}
      <PictureButtons
        field={field}
        hasPicture={id !== ''}
        error={fault ?? faults.get(`${path}.id`)}
        onFile={(file) => void read(file)}
        onRemove={() => {
          change(path, undefined);
          // The pressed button is gone.
          focusOn('input')?.focus();
        }}
      />
      {id !== '' && <PictureDescription path={path} field={field} />}
      {chosen !== null && (
        <CropDialog
          // Each picture begins uncropped.
          key={chosen.key}
          open={isCropping}
          title={field.label}
          chosen={chosen}
          shape={field.shape}
          isBusy={upload.isPending}
          // The description comes next.
          nextFocus={() => focusOn('textarea') ?? focusOn('input')}
          // The hook reports a failure.
          onUse={(rect) => void use(chosen, rect).catch(() => {})}
          onClose={() => crop(false)}
        />
      )}
    </fieldset>
  );
}

interface PictureButtonsProps {
  field: PictureField;
  hasPicture: boolean;
  /** What is wrong with the file or the picture. */
  error: string | undefined;
  onFile: (file: File) => void;
  onRemove: () => void;
}

/** <PictureButtons>: chooses a picture and removes it. */
function PictureButtons({ field, hasPicture, error, onFile, onRemove }: PictureButtonsProps) {
  const errorId = useId();
  const chooseWords = hasPicture ? 'Choose another picture' : 'Choose a picture';
  return (
    <div>
      <div className="flex flex-wrap gap-x-2 gap-y-2">
        <FileButton
          variant="secondary"
          aria-label={`${chooseWords}: ${field.label}`}
          // An iPhone then sends a JPEG in place of its HEIC.
          accept={pictureTypes.join(',')}
          aria-invalid={error === undefined ? undefined : true}
          aria-describedby={error === undefined ? undefined : errorId}
          onFile={onFile}
        >
          {chooseWords}
        </FileButton>
        {hasPicture && (
          <Button
            variant="quiet"
            size="compact"
            aria-label={`Remove: ${field.label}`}
            onClick={onRemove}
          >
            Remove
          </Button>
        )}
      </div>
      {error !== undefined && <FieldError id={errorId}>{error}</FieldError>}
      {field.hint !== undefined && (
        <p className="mt-1.5 text-sm leading-snug text-pencil">{field.hint}</p>
      )}
    </div>
  );
}

/** <PictureDescription>: what the picture shows, in words. */
function PictureDescription({ path, field }: { path: string; field: PictureField }) {
  const { content, faults, change } = useEditing();
  const { label, hint } = field.description;
  return (
    <Field label={label} hint={hint} error={faults.get(`${path}.alt`)}>
      {(control) => (
        <textarea
          {...control}
          rows={2}
          value={textAt(content, `${path}.alt`)}
          onChange={({ target }) =>
            change(`${path}.alt`, target.value.replaceAll(/\s*\n\s*/g, ' '))
          }
        />
      )}
    </Field>
  );
}

/** `mutateAsync(blob)` */
function useUploadPicture() {
  return useMutation({
    meta: failing('Picture not used', 'Unable to upload the picture. Please try again.'),
    retry: false,
    mutationFn: async (file: Blob) => (await call(endpoints.uploadPicture, { file })).picture,
  });
}
