import { messages } from '@academy/contract/platform/messages.ts'
import { useState } from 'react'
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

/** The cursor goes to where the next child is named. */
const enterFirst = (child: HTMLElement | null) => child?.querySelector('input')?.focus()

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
              <fieldset key={key} ref={index === added ? enterFirst : undefined} className="new-child">
                <legend>{t('Child {n}', { n: index + 1 })}</legend>
                <FieldItems
                  fields={fields}
                  only={namesIn(fields, childNames)}
                  settings={{ icNo: { extra: <IdentityNote within={['children', name]} /> } }}
                  within={[name]}
                />
                <Button
                  icon={<DeleteIcon aria-hidden />}
                  aria-label={t('Remove Child {n}', { n: index + 1 })}
                  onClick={async () => {
                    if (await ask({ question: messages.removePicture, effect: t('Child {n}', { n: index + 1 }) }))
                      remove(name)
                  }}
                >
                  {t('Remove')}
                </Button>
              </fieldset>
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
