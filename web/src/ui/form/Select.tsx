/**
 * A field whose value is chosen from a list. `searchable` filters the options by what is typed; with `onSearch` the
 * caller does, and the options are its answer.
 *
 *   <Select aria-label={t('Year')} value={year} onChange={setYear} options={years} />
 */
import { ListField, type ListFieldProps } from './ListField.tsx'
import type { Value } from './use-list.ts'

export type { Option } from './use-list.ts'

type Own<V extends Value> = Omit<ListFieldProps<V>, 'chosen' | 'several' | 'change' | 'clearable'>

type SelectProps<V extends Value> = Own<V> & { value?: V | null | undefined } & (
    | { clearable?: false; onChange?: ((value: V) => void) | undefined }
    | { clearable: boolean; onChange?: ((value: V | undefined) => void) | undefined }
  )

/** One of several options. */
export function Select<V extends Value>({ value, onChange, clearable = false, ...rest }: SelectProps<V>) {
  const tell = onChange as ((value: V | undefined) => void) | undefined
  return (
    <ListField
      {...rest}
      chosen={value === undefined || value === null ? [] : [value]}
      several={false}
      clearable={clearable}
      change={([next]) => tell?.(next)}
    />
  )
}

type SelectManyProps<V extends Value> = Own<V> & {
  value?: readonly V[] | null | undefined
  onChange?: ((values: V[]) => void) | undefined
  clearable?: boolean
}

/** Any number of them. */
export function SelectMany<V extends Value>({ value, onChange, clearable = false, ...rest }: SelectManyProps<V>) {
  return (
    <ListField
      {...rest}
      chosen={value ?? []}
      several
      searchable
      clearable={clearable}
      change={(values) => onChange?.(values)}
    />
  )
}
