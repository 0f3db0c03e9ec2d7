import { sql } from 'kysely'
import sharp from 'sharp'
import { expect } from 'vitest'
import type { Client, TestPortal } from './portal.ts'

/** Creates an entry and returns it. */
export async function madeBy(
  clerk: Client,
  path: string,
  body: unknown,
): Promise<Record<string, unknown> & { _id: string }> {
  const answer = await clerk.post(path, body)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json()
}

const pngOf = (color: string) =>
  sharp({ create: { width: 8, height: 8, channels: 3, background: color } })
    .png()
    .toBuffer()

/** A multipart form, with a single-colour picture when a colour is given. */
export async function form(fields: Record<string, string>, color?: string): Promise<FormData> {
  return color ? formWith(fields, await pngOf(color)) : formWith(fields)
}

/** The same with these bytes as the picture, whatever the name claims. */
export function formWith(fields: Record<string, string>, picture?: Uint8Array, name = 'photo.png'): FormData {
  const data = new FormData()
  for (const [field, value] of Object.entries(fields)) data.set(field, value)
  if (picture) data.set('picture', new Blob([new Uint8Array(picture)], { type: 'image/png' }), name)
  return data
}

export const trailOf = (portal: TestPortal, docId: string) =>
  portal.run((tx) =>
    tx.query<{ action: string; description: string; username: string; changeFrom: unknown; changeTo: unknown }>(
      sql`select action, description, username, change_from, change_to from audit_record where doc_id = ${docId} order by position`,
    ),
  )
