import { messages } from '@academy/contract/platform/messages.ts'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { t } from '../../platform/client/i18n.ts'
import { useToday } from '../../platform/client/today.ts'
import { ask } from '../../platform/feedback/notices.tsx'
import { FieldItems } from '../../platform/form/Fields.tsx'
import { Button } from '../../ui/first/Button.tsx'
import { DeleteIcon, PlusIcon } from '../../ui/first/icons.ts'
import { Form } from '../../ui/form/Form.tsx'
import { childNames, formFields, namesIn } from '../form/form-fields.ts'
import { IdentityNote } from '../form/IdentityNote.tsx'

export const newChild = { nationality: 'Malaysian' } as const

function RemoveButton({ n, onRemove }: { n: number; onRemove: () => void }) {
  return (
    <Button
      icon={<DeleteIcon aria-hidden />}
      aria-label={t('Remove Child {n}', { n })}
      onClick={async () => {
        if (await ask({ question: messages.removePicture, effect: t('Child {n}', { n }) })) onRemove()
      }}
    >
      {t('Remove')}
    </Button>
  )
}

interface NewChildProps {
  title: string
  isAdded: boolean
  /** Its button. */
  remove: ReactNode
  children: ReactNode
}

/** The fields of a child. On a phone what comes after the I/C No., all of it optional, is there once it is asked for. */
function NewChild({ title, isAdded, remove, children }: NewChildProps) {
  const [isWhole, setWhole] = useState(false)
  const frame = useRef<HTMLFieldSetElement>(null)
  // The cursor goes to where the next child is named, and to the first of the fields that were asked for.
  useEffect(() => {
    if (isAdded || isWhole)
      frame.current?.querySelector<HTMLElement>(`.field-grid > :nth-child(${isWhole ? 8 : 1}) input`)?.focus()
  }, [isAdded, isWhole])
  return (
    <fieldset ref={frame} className={isWhole ? 'new-child is-whole' : 'new-child'}>
      <legend>{title}</legend>
      {children}
      <Button className="new-child-more" onClick={() => setWhole(true)}>
        {t('More about {child}', { child: title })}
      </Button>
      {remove}
    </fieldset>
  )
}

/** The children of a parent's form, each with its fields. */
export function NewChildren() {
  const fields = formFields('child', useToday(), false)
  const form = Form.useFormInstance()
  const [added, setAdded] = useState<number>()
  return (
    <section className="form-section">
      <h2>{t('Children')}</h2>
      <Form.List name="children">
        {(items, { add, remove }) => (
          <>
            {items.length === 0 && (
              <p className="muted">
                {t('Children can be registered with the parent here, or on the parent’s page later.')}
              </p>
            )}
            {items.map(({ key, name }, index) => (
              <NewChild
                key={key}
                title={t('Child {n}', { n: index + 1 })}
                isAdded={index === added}
                remove={<RemoveButton n={index + 1} onRemove={() => remove(name)} />}
              >
                <FieldItems
                  fields={fields}
                  only={namesIn(fields, childNames)}
                  settings={{ icNo: { extra: <IdentityNote within={['children', name]} /> } }}
                  within={[name]}
                />
              </NewChild>
            ))}
            <Button
              icon={<PlusIcon aria-hidden />}
              className="add-child"
              // Brothers and sisters mostly have the same coach.
              onClick={() => {
                setAdded(items.length)
                add({ ...newChild, coachIncharge: form.getFieldValue(['children', items.length - 1, 'coachIncharge']) })
              }}
            >
              {t('Add Child')}
            </Button>
          </>
        )}
      </Form.List>
    </section>
  )
}
