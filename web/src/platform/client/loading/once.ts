/** One promise for all who ask: it waits for the sheets of that code, too, which a second import would take for loaded. */
export function once<Code>(load: () => Promise<Code>): () => Promise<Code> {
  let code: Promise<Code> | undefined
  return () => {
    code ??= load().catch((error) => {
      code = undefined
      throw error
    })
    return code
  }
}
