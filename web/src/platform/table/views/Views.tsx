/** The views of a list: chosen, kept and deleted. Loaded when they are opened. */
import { tidy } from '@academy/contract/platform/text.ts'
import { type SavedView, viewFields, views } from '@academy/contract/views/views.ts'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../../ui/first/Button.tsx'
import { CloseIcon } from '../../../ui/first/icons.ts'
import { Spinner } from '../../../ui/first/Spinner.tsx'
import { Checkbox } from '../../../ui/form/Checkbox.tsx'
import { Input } from '../../../ui/form/Input.tsx'
import { errorMessage } from '../../client/api-error.ts'
import { t } from '../../client/i18n.ts'
import { useCall } from '../../client/query.ts'
import { useAction } from '../../client/use-action.ts'
import { useAddress } from '../address.ts'
import { useShowView } from './use-show-view.ts'
import { isShown, type Look, lookOf } from './view-look.ts'

interface ViewsProps {
  /** Path and name of the list. */
  list: string
  /** Of its columns, those not shown. */
  hidden: readonly string[]
  onHide: (hidden: string[]) => void
  onClose: () => void
}

export default function Views({ list, hidden, onHide, onClose }: ViewsProps) {
  const { data, error } = useCall(views.list, { query: { list } })
  const now = lookOf(useAddress(), hidden)
  const show = useShowView()
  const remove = useAction(views.remove)

  function choose(view: Look) {
    onClose()
    show(view.search)
    onHide(view.hidden)
  }
  if (error) return <p className="views-words">{errorMessage(error)}</p>
  if (!data) return <Spinner />
  return (
    <>
      {data.total === 0 && (
        <p className="views-words muted">{t('Keep the filters, the order and the columns you see under a name.')}</p>
      )}
      <ul className="plain-list">
        {data.items.map((view) => (
          <li key={view._id} className="view-line">
            <Button type="text" aria-current={isShown(view, now) || undefined} onClick={() => choose(view)}>
              {view.name}
              {(view.owner ?? view.isShared) && (
                <small>{view.owner ? t('of {owner}', { owner: view.owner }) : t('shared')}</small>
              )}
            </Button>
            {view.owner === null && (
              <Button
                type="text"
                size="small"
                icon={<CloseIcon />}
                aria-label={t('Delete view {name}', { name: view.name })}
                onClick={() => {
                  // A question would stand behind what is open.
                  onClose()
                  void remove.send({ params: { id: view._id } })
                }}
              />
            )}
          </li>
        ))}
      </ul>
      <SaveForm list={list} look={now} own={data.items.filter(({ owner }) => owner === null)} />
    </>
  )
}

const nameKey = (name: string) => tidy(name).toLowerCase()

/** A view of a name that is there already takes its place, which is said before, and stays shared unless that is unticked. */
function SaveForm({ list, look, own }: { list: string; look: Look; own: readonly SavedView[] }) {
  const id = useId()
  const [name, setName] = useState('')
  const [ticked, setTicked] = useState<boolean>()
  const same = own.find((view) => nameKey(view.name) === nameKey(name))
  const isShared = ticked ?? same?.isShared ?? false
  const [problem, setProblem] = useState<string>()
  const save = useAction(views.save, {
    confirm: false,
    done: ({ name: saved }) => t('View {name} is kept', { name: saved }),
    onDone: () => {
      setName('')
      setTicked(undefined)
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    const wrong = viewFields.name.schema.safeParse(name).error?.issues[0]?.message
    setProblem(wrong)
    if (!wrong) void save.send({ body: { list, name, isShared, ...look } })
  }
  return (
    <form className="view-form" onSubmit={submit}>
      <Input
        aria-label={t('Name of the view')}
        placeholder={t('Name of the view')}
        maxLength={viewFields.name.max}
        value={name}
        onChange={({ target }) => setName(target.value)}
        {...(problem ? { 'aria-invalid': true, 'aria-describedby': id } : {})}
      />
      <div id={id} role="alert" className="filter-problem">
        {problem && t(problem)}
      </div>
      <p role="status" className="muted">
        {same && t('Takes the place of your view {name}.', { name: same.name })}
      </p>
      <Checkbox checked={isShared} onChange={({ target }) => setTicked(target.checked)}>
        {t('Everybody in my group has it')}
      </Checkbox>
      <Button type="primary" size="small" htmlType="submit" loading={save.sending}>
        {t(same ? 'Replace view' : 'Save view')}
      </Button>
    </form>
  )
}
