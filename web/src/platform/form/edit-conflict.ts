/**
 * A form and somebody else at the same record. Fields that were left alone follow the record; in those that both changed the
 * person chooses. The form is sent under the tag of the record it stands on:
 *
 *   const version = useEditConflict({ form, record: member, valuesOf, read: () => call(members.get, { params: { id } }) })
 *   const save = useAction(members.update, { form, prepare: version.prepare })
 *   ... version.adopt(saved) ... <EditConflictNotice conflict={version} fields={fields} />
 */

import { useEffect, useRef, useState } from 'react'
import type { FormInstance } from '../../ui/form/Form.tsx'
import { ApiError } from '../client/api-error.ts'
import { tagOf } from '../client/document-tag.ts'
import { isChanged, markSaved } from './leave-warning.ts'

type Values = Record<string, unknown>

/** A field that somebody else changed: as it was, as it is now, and what stands in the form. */
export interface Difference {
  name: string
  before: unknown
  theirs: unknown
  yours: unknown
}

/** The newer values that the form stands on already, taken or refused, by name. */
type Resolved = Readonly<Record<string, string>>

interface EditConflictOptions<Doc> {
  form: FormInstance
  /** The record as it was last read. */
  record: Doc
  /** What the form shows of a record. */
  valuesOf: (record: Doc) => Values
  /** The record as it is now. */
  read: () => Promise<Doc>
}

const changedMeanwhile = 'Somebody else changed this record meanwhile. Nothing was saved.'

// A picture's link is signed anew every hour; the file it leads to is the same.
const plain = (value: unknown): string =>
  JSON.stringify(typeof value === 'string' && value.startsWith('/api/files/') ? value.split('?')[0] : value) ?? 'null'

/** The names of the values in which two records differ. */
export const differences = (one: Values, other: Values): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter(
    (name) => plain(one[name] ?? null) !== plain(other[name] ?? null),
  )

/** Whether one record was read before the other; of those that do not say when they changed nothing is known. */
function isOlder(one: object, other: object): boolean {
  const [mine, theirs] = [one, other].map((document) => (document as Values).updatedAt)
  return typeof mine === 'string' && typeof theirs === 'string' && mine <= theirs
}

export function useEditConflict<Doc extends object>({ form, record, valuesOf, read }: EditConflictOptions<Doc>) {
  const [base, setBase] = useState(record)
  const [newer, setNewer] = useState<Doc>()
  const [resolved, setResolved] = useState<Resolved>({})
  const [taken, setTaken] = useState<readonly string[]>([])
  const plainIn = (document: Doc, name: string) => plain(valuesOf(document)[name] ?? null)
  const entered = (name: string) => plain(form.getFieldValue(name) ?? null)

  function resolveAll(document: Doc) {
    setBase(document)
    setNewer(undefined)
    setResolved({})
  }

  function adopt(document: Doc) {
    form.setFieldsValue(valuesOf(document))
    resolveAll(document)
    setTaken([])
  }

  const openIn = (document: Doc, known: Resolved) =>
    differences(valuesOf(base), valuesOf(document)).filter((name) => known[name] !== plainIn(document, name))

  /** Stands on the newer record, under its tag, once nothing of it is left to be decided. */
  function standOn(document: Doc, known: Resolved) {
    const isOpen = openIn(document, known).length > 0
    if (!isOpen) setBase(document)
    setNewer(isOpen ? document : undefined)
    setResolved(isOpen ? known : {})
  }

  /** Fields that this form's own person left alone take the newer values; answers which. */
  function follow(document: Doc) {
    const known = { ...resolved }
    const names = openIn(document, resolved).filter((name) =>
      [plainIn(base, name), resolved[name]].includes(entered(name)),
    )
    for (const name of names) {
      form.setFieldValue(name, valuesOf(document)[name])
      known[name] = plainIn(document, name)
    }
    standOn(document, known)
    return names
  }

  function notice(document: Doc) {
    // The same for this form, under the tag of now.
    if (!differences(valuesOf(base), valuesOf(document)).length) return setBase(document)
    if (isOlder(document, base)) return
    if (isChanged(form)) follow(document)
    else adopt(document)
  }
  // Only what was read anew is news: a caller may make the same record again each time it draws.
  const told = useRef(plain(record))
  useEffect(() => {
    const content = plain(record)
    if (content === told.current) return
    told.current = content
    notice(record)
  })

  /** The form holds ids where a record holds what they name. */
  function differenceOf(name: string, now: Doc): Difference {
    const [before, theirs] = [base, now].map((document) => (document as Values)[name])
    const yours: unknown = form.getFieldValue(name)
    const known = [base, now].find((document) => plainIn(document, name) === entered(name))
    return { name, before, theirs, yours: known ? (known as Values)[name] : yours }
  }

  const resolve = (name: string, now: Doc) => standOn(now, { ...resolved, [name]: plainIn(now, name) })

  return {
    /** Takes the record as saved for what the form stands on from now. */
    adopt,
    /** Takes over what this form's own person changed by another button; the rest stands as it was. */
    accept: (part: Partial<Doc>) => setBase((before) => ({ ...before, ...part })),
    /** What somebody else changed; nothing while there is nothing to decide. */
    changed: newer ? openIn(newer, resolved).map((name) => differenceOf(name, newer)) : [],
    /** Fields with the other's values, for which a saving was refused. */
    taken,
    /** Gives up what was entered. */
    load() {
      if (!newer) return
      markSaved(form)
      adopt(newer)
    },
    /** Puts the other's value into one field. */
    take(name: string) {
      if (!newer) return
      form.setFieldValue(name, valuesOf(newer)[name])
      resolve(name, newer)
    },
    /** Keeps what was entered in a field, or in all: the next sending overwrites the other's change. */
    keep(name?: string) {
      if (!newer) return
      if (name !== undefined) return resolve(name, newer)
      resolveAll(newer)
    },
    /**
     * For `useAction`: under the tag of the record that the form stands on. Where there is none, or it is an old one, the
     * record is read: what the form does not show may have changed, and is left as it is now.
     */
    async prepare<Input extends object>(input: Input, again = false): Promise<Input & { ifMatch: string | undefined }> {
      const known = again ? undefined : tagOf(base)
      if (known) return { ...input, ifMatch: known }
      const document = await read()
      if (differences(valuesOf(base), valuesOf(document)).length > 0) {
        setTaken(follow(document))
        throw new ApiError({ statusCode: 412, error: 'Precondition Failed', message: changedMeanwhile })
      }
      return { ...input, ifMatch: tagOf(document) }
    },
  }
}

export type EditConflict = Pick<ReturnType<typeof useEditConflict>, 'changed' | 'taken' | 'load' | 'take' | 'keep'>
