/** Writes gzip and brotli variants beside every script and sheet, so that the server need not compress. */
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
    generateBundle: {
      // After every plugin that still writes into scripts.
      order: 'post',
      async handler(_options, bundle) {
        const made = Object.values(bundle).filter(({ fileName }) => worthIt.test(fileName))
        await Promise.all(
          made.map(async (output) => {
            const content = Buffer.from(output.type === 'chunk' ? output.code : output.source)
            const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length }
            const add = (ending: string, source: Buffer) =>
              this.emitFile({ type: 'asset', fileName: output.fileName + ending, source })
            add('.gz', await toGzip(content, { level: 9 }))
            add('.br', await toBrotli(content, { params }))
          }),
        )
      },
    },
  }
}
