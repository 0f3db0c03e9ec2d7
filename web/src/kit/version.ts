/**
 * A form and somebody else at the same record. The form follows the record while nothing was entered; once something
 * was, it says what changed meanwhile and lets the person choose. Sending looks at the record once more:
 *
 *   const version = useVersion({ form, record: member, valuesOf, read: () => tagged(members.get, { params: { id } }) })
 *   const save = useSend(members.update, { form, prepare: version.prepare })
 *   ... version.adopt(saved) ... <NewerNotice version={version} fields={fields} />
 */
import type { FormInstance } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { ApiError } from './api-error.ts'
import { isChanged, markSaved } from './leave-warning.ts'

type Values = Record<string, unknown>

interface VersionOptions<Doc> {
  form: FormInstance
  /** The record as it was last read. */
  record: Doc
  /** What the form shows of a record. */
  valuesOf: (record: Doc) => Values
  /** The record as it is now, with its tag. */
  read: () => Promise<{ document: Doc; tag: string | undefined }>
}

export const changedMeanwhile = 'Somebody else changed this record meanwhile. Nothing was saved.'

// A picture's link is signed anew every hour; the file it leads to is the same.
const plain = (value: unknown): string =>
  JSON.stringify(typeof value === 'string' && value.startsWith('/api/files/') ? value.split('?')[0] : value) ?? 'null'

/** The names of the values in which two records differ. */
export const differences = (one: Values, other: Values): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => plain(one[name] ?? null) !== plain(other[name] ?? null),
  )

export function useVersion<Doc extends { updatedAt: string }>({ form, record, valuesOf, read }: VersionOptions<Doc>) {
  const [base, setBase] = useState(record)
  const [newer, setNewer] = useState<Doc>()

  function adopt(document: Doc) {
    form.setFieldsValue(valuesOf(document))
    setBase(document)
    setNewer(undefined)
  }

  function notice(document: Doc) {
    if (document.updatedAt <= base.updatedAt || !differences(valuesOf(base), valuesOf(document)).length) return
    if (isChanged(form)) setNewer(document)
    else adopt(document)
  }
  // Only what was read anew is news.
  const latest = useRef(notice)
  latest.current = notice
  useEffect(() => latest.current(record), [record])

  return {
    /** Takes the record as saved for what the form stands on from now. */
    adopt,
    /** Takes over what this form's own person changed by another button; the rest stands as it was. */
    accept: (part: Partial<Doc>) => setBase((before) => ({ ...before, ...part })),
    /** Names of the fields that somebody else changed; none while there is nothing to decide. */
    changed: newer ? differences(valuesOf(base), valuesOf(newer)) : [],
    /** Gives up what was entered. */
    load() {
      if (!newer) return
      markSaved(form)
      adopt(newer)
    },
    /** Keeps what was entered: the next sending overwrites the other's change. */
    keep() {
      if (!newer) return
      setBase(newer)
      setNewer(undefined)
    },
    /** For `useSend`: sends under the tag of the record as it is now, unless it is no longer what the form stands on. */
    async prepare<Input extends object>(input: Input): Promise<Input & { ifMatch: string | undefined }> {
      const { document, tag } = await read()
      if (differences(valuesOf(base), valuesOf(document)).length > 0) {
        setNewer(document)
        throw new ApiError({ statusCode: 412, error: 'Precondition Failed', message: changedMeanwhile })
      }
      return { ...input, ifMatch: tag }
    },
  }
}

export type Version = Pick<ReturnType<typeof useVersion>, 'changed' | 'load' | 'keep'>
