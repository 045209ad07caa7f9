// /admin-import: the tutor moves in from another product.
import { useQuery } from '@tanstack/react-query';
import { useState, type DragEvent } from 'react';

import { fileTooLarge } from '../../../domain/endpoint.ts';
import {
  type Columns,
  type ImportPreview,
  type ImportResult,
  IMPORT,
} from '../../../domain/imports/import.ts';
import { paths } from '../../../domain/paths.ts';
import { AdminFrame } from '../../frames/admin-frame.tsx';
import { pages } from '../../pages.ts';
import { ApiError } from '../../transport/failures.ts';
import { describeFailure } from '../../transport/query-client.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { FileButton } from '../../ui/forms/file-button.tsx';
import { Switch } from '../../ui/forms/switch.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { SkeletonList } from '../../ui/loaded.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import {
  type ChosenFile,
  previewQuery,
  readLastImport,
  useImport,
  familyCount,
  invitingTakes,
  missingColumns,
  totalsInWords,
} from './data.ts';
import { focusOn, ImportResultCard } from './import-result.tsx';
import { ColumnFields, PreviewRows } from './preview-rows.tsx';

export default function AdminImport() {
  return (
    <AdminFrame title={pages[paths.adminImport].title} above={paths.adminFamilies}>
      <PageHeader
        title="Import families from another system"
        text="Bring your families along, with the credits they have left. Export your clients there as a CSV file: parent's name, email, phone and student's name, and the year and credits if you have them. You see everything before it is imported."
        actions={
          <LinkButton variant="secondary" href={paths.adminFamilies}>
            All students
          </LinkButton>
        }
      />
      <ImportView />
    </AdminFrame>
  );
}

const TOO_LARGE = `${fileTooLarge(IMPORT.bytes)} Please split it.`;

/** <ImportView>: moving in from another product: choose a file, look at it, import it, undo it. */
function ImportView() {
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [result, setResult] = useState<ImportResult | null>(() => readLastImport(Date.now()));
  const [isNew, setNew] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const choose = (file: File) => {
    const isTooLarge = file.size > IMPORT.bytes;
    setProblem(isTooLarge ? TOO_LARGE : null);
    setResult(null);
    setChosen(isTooLarge ? null : { file, key: `${file.name} ${performance.now()}` });
  };
  if (result !== null)
    return <ImportResultCard result={result} isNew={isNew} onAgain={() => setResult(null)} />;
  return (
    <>
      {chosen === null && <ChooseFile onFile={choose} />}
      {problem !== null && <Problem text={problem} />}
      {chosen !== null && (
        <Preview
          key={chosen.key}
          chosen={chosen}
          onOther={() => setChosen(null)}
          onDone={(done) => {
            setChosen(null);
            setNew(true);
            setResult(done);
          }}
        />
      )}
    </>
  );
}

interface PreviewProps {
  chosen: ChosenFile;
  onOther: () => void;
  onDone: (result: ImportResult) => void;
}

function Preview({ chosen, onOther, onDone }: PreviewProps) {
  const [columns, setColumns] = useState<Columns>({});
  const { data: preview, error, isFetching, refetch } = useQuery(previewQuery(chosen, columns));
  const isRefused = error instanceof ApiError && error.status < 500;
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <h2 ref={focusOn} tabIndex={-1} className="font-bold wrap-anywhere">
          {chosen.file.name}
        </h2>
        <Button variant="secondary" onClick={onOther}>
          Choose another file
        </Button>
      </div>
      {error !== null && (
        <Problem text={isRefused ? sentenceOf(error) : describeFailure(error).description}>
          {!isRefused && (
            <Button variant="secondary" busy={isFetching} onClick={() => void refetch()}>
              Try again
            </Button>
          )}
        </Problem>
      )}
      {error === null && preview === undefined && (
        <SkeletonList label="Reading the file" rows={6} />
      )}
      {error === null && preview !== undefined && (
        <>
          <ColumnFields
            headers={preview.headers}
            columns={preview.columns}
            onAssign={(field, column) => setColumns({ ...columns, [field]: column })}
          />
          <Ready {...{ chosen, columns, preview, onDone }} isReading={isFetching} />
          <PreviewRows rows={preview.rows} />
        </>
      )}
    </>
  );
}

/** Which of its own fields the server refuses, in its own words. */
const sentenceOf = ({ details, message }: ApiError): string => details[0]?.message ?? message;

interface ReadyProps extends Pick<PreviewProps, 'chosen' | 'onDone'> {
  columns: Columns;
  preview: ImportPreview;
  /** The columns have changed, and the preview is not yet theirs. */
  isReading: boolean;
}

function Ready({ chosen, columns, preview, isReading, onDone }: ReadyProps) {
  const [invite, setInvite] = useState(true);
  const run = useImport();
  const { families } = preview;
  const missing = missingColumns(preview.columns);
  const reason =
    missing.length > 0
      ? `Choose the column for: ${missing.join(', ')}.`
      : families === 0
        ? 'No row can be imported yet.'
        : null;
  return (
    <Card className="grid gap-5 p-5 sm:p-7">
      <p className="figures font-display text-heading font-semibold" aria-live="polite">
        {totalsInWords(preview)}
      </p>
      <Switch
        label="Invite every parent by email"
        hint={`Each gets a link to choose a password, good for ${IMPORT.invitationDays} days. ${families === 0 ? '' : `The emails go out ${invitingTakes(families)}.`}`}
        checked={invite}
        onChange={setInvite}
      />
      <div>
        <Button
          size="large"
          busy={run.isPending || isReading}
          busyLabel={run.isPending ? 'Importing...' : 'Reading...'}
          disabledReason={reason}
          onClick={() => {
            run.mutate({ chosen, columns, invite }, { onSuccess: onDone });
          }}
        >
          {invite
            ? `Import and invite ${familyCount(families)}`
            : `Import ${familyCount(families)}`}
        </Button>
      </div>
    </Card>
  );
}

function Problem({ text, children }: { text: string; children?: React.ReactNode }) {
  return (
    <div role="alert" className="grid justify-items-start gap-3 border-l-4 border-negative pl-4">
      <p className="font-bold">{text}</p>
      {children}
    </div>
  );
}

/** <ChooseFile>: drop the file here, or choose it. */
function ChooseFile({ onFile }: { onFile: (file: File) => void }) {
  const [isOver, setOver] = useState(false);
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file !== undefined) onFile(file);
  };
  return (
    // Dropping is a shortcut; the button within does the same.
    <div
      className={`grid justify-items-center gap-3 rounded-md border-2 border-dashed px-5 py-10 text-center ${isOver ? 'border-signal bg-wash' : 'border-rule'}`}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <FileButton variant="primary" accept=".csv,.tsv,.txt,text/csv" onFile={onFile}>
        Choose a CSV file
      </FileButton>
      <p className="max-w-prose text-pencil">
        or drop it here. Up to {IMPORT.rows.toLocaleString('en-GB')} rows and{' '}
        {IMPORT.bytes / 1024 / 1024} MB.
      </p>
    </div>
  );
}
