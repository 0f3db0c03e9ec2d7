/** The picture under the whole page of the receipts that are issued from now on. */
import { z } from 'zod'
import { endpoint } from '../platform/endpoint.ts'
import { picture } from '../platform/field.ts'
import { messages } from '../platform/messages.ts'
import { brand } from './brand.ts'

export const backgroundFields = { picture: picture('Receipt Background') }

export const backgroundRoutes = {
  updateBackground: endpoint({
    method: 'PUT',
    path: '/brand/background',
    may: 'docFormat.edit',
    body: z.object({}),
    result: brand,
    upload: 'picture',
    confirm: messages.submit,
    done: messages.updated,
  }),
  previewBackground: endpoint({
    method: 'POST',
    path: '/brand/background/preview',
    may: 'docFormat.edit',
    summary: 'A sample receipt as it would be with this background; nothing is saved',
    body: z.object({}),
    result: { file: 'pdf' },
    upload: 'picture',
    status: 200,
  }),
  removeBackground: endpoint({
    method: 'PUT',
    path: '/brand/background/remove/:file',
    may: 'docFormat.edit',
    params: z.object({ file: z.string().max(200) }),
    result: brand,
    confirm: messages.removePicture,
    done: messages.removed,
  }),
}
