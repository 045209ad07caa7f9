// <DataDownload>: everything that is stored about the family, as a JSON file.
import { ukDate } from '../../domain/time.ts';
import { useExportData } from '../api/family.ts';
import { Button } from '../ui/button.tsx';

export function DataDownload() {
  const data = useExportData();
  const download = async () => {
    saveFile(`my-data-${ukDate(Date.now())}.json`, JSON.stringify(await data.mutateAsync(), null, 2));
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

function saveFile(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
