import { messages, pictureLimit } from '@academy/contract/platform/messages.ts'
import { useEffect, useRef, useState } from 'react'
import { Button } from '../../ui/first/Button.tsx'
import { DeleteIcon, UploadIcon } from '../../ui/first/icons.ts'
import { Form } from '../../ui/form/Form.tsx'
import { t } from '../client/i18n.ts'
import { isChanged, markSaved } from './leave-warning.ts'

/** What is wrong with a chosen file, in the specification's words. */
export function pictureProblem(
  file: { name: string; size: number },
  kilobytes: number = pictureLimit.kilobytes,
): string | undefined {
  const ending = file.name.split('.').pop()?.toLowerCase() ?? ''
  if (!pictureLimit.types.some((type) => type === ending)) return messages.fileTypes
  if (file.size > kilobytes * 1024) return messages.fileSize(kilobytes)
  return undefined
}

/** The file name, the last part of a picture's link, as the removal endpoints expect it. */
export const fileOf = (address: string): string => decodeURIComponent(address.split(/[?#]/)[0]?.split('/').pop() ?? '')

/** Where the browser finds a picture: a saved one, or a chosen file that will do. */
export function usePictureAddress(value: File | string | null | undefined): string | undefined {
  const [known, setKnown] = useState<string>()
  useEffect(() => {
    if (!(value instanceof File) || pictureProblem(value))
      return setKnown(typeof value === 'string' ? value : undefined)
    const address = URL.createObjectURL(value)
    setKnown(address)
    return () => URL.revokeObjectURL(address)
  }, [value])
  return known
}

interface PictureProps {
  /** A chosen file, or the address of the current picture. */
  value?: File | string | null
  onChange?: (value: File | null) => void
  /** Removes the saved picture on the server; resolves to false when it stayed. */
  onRemoveSaved?: (address: string) => Promise<boolean>
  id?: string
  /** For the preview's alternative text. */
  label?: string
  disabled?: boolean
  /** What is wrong with it. */
  'aria-describedby'?: string
}

/** Chooses a png or jpeg with a preview. Its value stays in the form until it is sent. */
export function PictureInput({
  value,
  onChange,
  onRemoveSaved,
  id,
  label = 'Picture',
  disabled = false,
  'aria-describedby': describedBy,
}: PictureProps) {
  const form = Form.useFormInstance()
  const input = useRef<HTMLInputElement>(null)
  const preview = usePictureAddress(value)

  const removable = value instanceof File || (typeof value === 'string' && value !== '' && onRemoveSaved !== undefined)

  async function remove() {
    const isSaved = typeof value === 'string' && onRemoveSaved !== undefined
    if (isSaved && !(await onRemoveSaved(value))) return
    if (input.current) input.current.value = ''
    const hadChanges = isChanged(form)
    onChange?.(null)
    // It is removed on the server already, so nothing is unsaved.
    if (isSaved && !hadChanges) markSaved(form)
  }

  return (
    <div className="picture-input">
      {preview && <img src={preview} alt={t('{label} preview', { label: t(label) })} />}
      <input
        ref={input}
        id={id}
        type="file"
        hidden
        disabled={disabled}
        accept={pictureLimit.types.map((type) => `.${type}`).join(',')}
        onChange={(event) => {
          const [file] = event.target.files ?? []
          if (file) onChange?.(file)
        }}
      />
      <Button
        icon={<UploadIcon aria-hidden />}
        disabled={disabled}
        {...(describedBy ? { 'aria-describedby': describedBy } : {})}
        onClick={() => input.current?.click()}
      >
        {t(value ? 'Change picture' : 'Choose picture')}
      </Button>
      {removable && (
        <Button icon={<DeleteIcon aria-hidden />} disabled={disabled} onClick={remove}>
          {t('Remove')}
        </Button>
      )}
      {value instanceof File && <span className="file-name">{value.name}</span>}
    </div>
  )
}
