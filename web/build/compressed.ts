/** Lays a gzip and a brotli form beside every script and sheet, so that the server compresses nothing while it serves. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

const toGzip = promisify(gzip)
const toBrotli = promisify(brotliCompress)
const worthIt = /\.(js|css)$/

export function compressed(): Plugin {
  return {
    name: 'compressed',
    apply: 'build',
    async writeBundle({ dir = '' }, bundle) {
      const made = Object.values(bundle).filter(({ fileName }) => worthIt.test(fileName))
      await Promise.all(
        made.map(async (output) => {
          const content = Buffer.from(output.type === 'chunk' ? output.code : output.source)
          const file = join(dir, output.fileName)
          const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
          await writeFile(`${file}.gz`, await toGzip(content, { level: 9 }))
          await writeFile(`${file}.br`, await toBrotli(content, { params }))
        }),
      )
    },
  }
}
