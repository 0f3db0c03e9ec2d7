import { backgroundFields, backgroundRoutes } from '@academy/contract/brand/background.ts'
import { type BrandDocument, brandRoutes } from '@academy/contract/brand/brand.ts'
import { useId } from 'react'
import { call } from '../platform/client/client.ts'
import { t } from '../platform/client/i18n.ts'
import { useAction } from '../platform/client/use-action.ts'
import { useEditConflict } from '../platform/form/edit-conflict.ts'
import { FieldItem, GuardedForm } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { fileOf } from '../platform/form/PictureInput.tsx'
import { Form } from '../ui/form/Form.tsx'
import { fixedWords } from './fixed.ts'
import { ReceiptPreview } from './ReceiptPreview.tsx'

/** The picture under receipts that are issued from now on. */
export function BackgroundSection({ brand }: { brand: BrandDocument }) {
  const id = useId()
  const variable = brand.fixed.background
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{t('Receipts')}</h2>
      {variable ? (
        <p className="muted">
          {t('Receipt Background')}: {fixedWords(variable)}
        </p>
      ) : (
        <BackgroundForm brand={brand} />
      )}
    </section>
  )
}

const valuesOf = ({ background }: BrandDocument) => ({ picture: background })

function BackgroundForm({ brand }: { brand: BrandDocument }) {
  const [form] = Form.useForm()
  const record = useEditConflict({ form, record: brand, valuesOf, read: () => call(brandRoutes.get) })
  const save = useAction(backgroundRoutes.updateBackground, { form, onDone: record.adopt })
  const removal = useAction(backgroundRoutes.removeBackground, { danger: true, okText: 'Remove', onDone: record.adopt })
  const chosen: unknown = Form.useWatch('picture', form)
  const remove = async (address: string) => (await removal.send({ params: { file: fileOf(address) } })) !== undefined

  return (
    <GuardedForm form={form} initial={valuesOf(brand)} onFinish={({ picture }) => save.send({ body: { picture } })}>
      <FieldItem
        name="picture"
        field={backgroundFields.picture}
        onRemovePicture={remove}
        extra={t('An upright A5 page, png or jpg, pale enough to read on. Receipts issued before keep what they had.')}
      />
      {chosen instanceof File && (
        <FormButtons sending={save.sending} submitText="Save Background">
          <ReceiptPreview route={backgroundRoutes.previewBackground} body={() => ({ picture: chosen })} />
        </FormButtons>
      )}
    </GuardedForm>
  )
}
