// Uploads the tutor's pictures.
import { useMutation } from '@tanstack/react-query';

import * as endpoints from '../../../domain/site/endpoints.ts';
import { call } from '../../transport/client.ts';

/** `mutateAsync(blob)` */
export function useUploadPicture() {
  return useMutation({
    meta: {
      operation: {
        title: 'Picture not used',
        text: 'Unable to upload the picture. Please try again.',
      },
    },
    retry: false,
    mutationFn: async (file: Blob) => (await call(endpoints.uploadPicture, { file })).picture,
  });
}
