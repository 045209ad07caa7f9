// <DataDownload>: everything stored about the family, as a JSON file.
import { ukDate } from '../../../../domain/time.ts';
import { useExportData } from '../../../data/family.ts';
import { Button } from '../../../ui/button.tsx';
import { saveFile } from '../../../ui/save-file.ts';

export function DataDownload() {
  const data = useExportData();
  const download = async () => {
    const text = JSON.stringify(await data.mutateAsync(), null, 2);
    saveFile(`my-data-${ukDate(Date.now())}.json`, text, 'application/json');
  };
  return (
    <Button
      variant="secondary"
      busy={data.isPending}
      busyLabel="Collecting..."
      onClick={() => void download()}
    >
      Download my data
    </Button>
  );
}
