import { useId } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { lazyComponent } from '../../platform/client/loading/lazy.ts'
import { useTouch } from '../../platform/shell/appearance.ts'
import { ClockIcon } from '../first/icons.ts'
import { PickerFrame, type PickerProps, useParts } from './PickerFrame.tsx'
import { type Option, optionId, useList } from './use-list.ts'

const OptionList = lazyComponent(() => import('../late/OptionList.tsx'))

const quarters = 96
const two = (part: number) => String(part).padStart(2, '0')
const times: readonly Option<string>[] = Array.from({ length: quarters }, (_, at) => {
  const value = `${two(Math.floor(at / 4))}:${two((at % 4) * 15)}`
  return { value, label: value }
})
/** Where the list of an empty field begins. */
const morning = '09:00'

interface TimePickerProps extends PickerProps {
  /** The time that is chosen, `HH:mm`. */
  value: string | null
  /** Where the list begins while none is chosen. */
  near?: string | undefined
  onPick: (time: string) => void
}

/** A time of day, typed or chosen from a list of quarters of an hour. */
export function TimePicker({ value, near = morning, onPick, ...field }: TimePickerProps) {
  const listId = useId()
  const list = useList({
    options: times,
    chosen: value ? [value] : [],
    several: false,
    searchable: true,
    onSearch: undefined,
    onOpen: undefined,
    isShown: () => document.getElementById(listId) !== null,
    change: ([time]) => time && onPick(time),
  })
  const { open, active } = list
  const parts = useParts(open, list.close)
  const isTouch = useTouch()
  return (
    <>
      <PickerFrame
        {...field}
        {...parts}
        {...(open && active
          ? { 'aria-controls': listId, 'aria-activedescendant': optionId(listId, active.value) }
          : {})}
        open={open}
        popup="listbox"
        name={t('Times')}
        icon={<ClockIcon aria-hidden />}
        preload={OptionList.load}
        onOpen={() => {
          list.show()
          list.point(times.find((time) => time.value >= (value ?? near))?.value)
          // There the focus would bring up the keyboard.
          if (!isTouch) parts.input.current?.focus()
        }}
        onClose={list.close}
        onKey={list.onKeyDown}
        onCommit={() => {
          list.close()
          field.onCommit()
        }}
      />
      {open && (
        <OptionList
          id={listId}
          anchor={parts.frame}
          label={t('Times')}
          options={times}
          chosen={value ? [value] : []}
          active={active?.value}
          several={false}
          loading={false}
          empty={null}
          after={null}
          onPoint={(time) => list.point(String(time))}
          onChoose={({ value: time }) => list.choose({ value: String(time), label: '' })}
          onClose={list.close}
        />
      )}
    </>
  )
}
