/** Files encrypted to a public key, as the tool `age` reads and writes them. The library is loaded where it is used. */

/** The bytes of a file, as they come. */
export type Bytes = AsyncIterable<Uint8Array>
/** A stage of a pipeline. */
export type Through = (source: Bytes) => Bytes

const library = () => import('age-encryption')

/** Only what was asked for is read, so that a file of any size takes the memory of a few pieces. */
const through = (work: (source: ReadableStream<Uint8Array>) => Promise<ReadableStream<Uint8Array>>): Through =>
  async function* (source) {
    yield* await work(ReadableStream.from(source))
  }

/** Encrypts to a public key `age1...`. Throws for what is none. */
export async function encryptingTo(recipient: string): Promise<Through> {
  const { Encrypter } = await library()
  const encrypter = new Encrypter()
  try {
    encrypter.addRecipient(recipient)
  } catch {
    throw new Error('BACKUP_RECIPIENT: the public key of age, for example age1..., as age-keygen -y prints it')
  }
  return through((source) => encrypter.encrypt(source))
}

/** Decrypts with the private keys in the text of a file that `age-keygen` wrote. */
export async function decryptingWith(identities: string): Promise<Through> {
  const { Decrypter } = await library()
  const decrypter = new Decrypter()
  const lines = identities.split('\n').map((line) => line.trim())
  const keys = lines.filter((line) => line.startsWith('AGE-SECRET-KEY-'))
  if (keys.length === 0) throw new Error('The identity file has no line that begins with AGE-SECRET-KEY-')
  try {
    for (const key of keys) decrypter.addIdentity(key)
  } catch {
    throw new Error('The identity file has a private key that is not whole')
  }
  return through((source) => decrypter.decrypt(source))
}
