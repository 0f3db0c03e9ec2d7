/** Secrets that the database keeps and cannot read: encrypted with a key of DATA_DIR (`portal.keyed`). */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'

const nonceLength = 12
const tagLength = 16

/** Encrypts a secret; it opens only with the same `about`, which says what it is for. */
export function seal(key: Buffer, about: string, secret: Uint8Array): Buffer {
  const nonce = randomBytes(nonceLength)
  const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(Buffer.from(about))
  const sealed = Buffer.concat([cipher.update(secret), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), sealed])
}

/** Undefined when it was sealed with another key, as after a restore elsewhere, or for something else. */
export function unseal(key: Buffer, about: string, kept: Buffer): Buffer | undefined {
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, kept.subarray(0, nonceLength), { authTagLength: tagLength })
      .setAAD(Buffer.from(about))
      .setAuthTag(kept.subarray(nonceLength, nonceLength + tagLength))
    return Buffer.concat([decipher.update(kept.subarray(nonceLength + tagLength)), decipher.final()])
  } catch {
    return undefined
  }
}
