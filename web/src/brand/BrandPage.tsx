import {
  type AcademyDetail,
  academyDetails,
  type BrandDocument,
  brandFields,
  brandRoutes,
  usableHex,
} from '@academy/contract/brand/brand.ts'
import { defaultHex } from '@academy/contract/brand/palette.ts'
import { languageNames } from '@academy/contract/messages/languages.ts'
import { auth } from '@academy/contract/staff/auth.ts'
import { SupplierPanel } from '../einvoice/index.ts'
import { call } from '../platform/client/client.ts'
import { rememberConfig } from '../platform/client/config/config.ts'
import { t } from '../platform/client/i18n.ts'
import { useCall } from '../platform/client/query.ts'
import { useAction } from '../platform/client/use-action.ts'
import { EditConflictNotice } from '../platform/form/EditConflictNotice.tsx'
import { useEditConflict } from '../platform/form/edit-conflict.ts'
import { bodyOf, FieldItem, GuardedForm } from '../platform/form/Fields.tsx'
import { FormButtons } from '../platform/form/FormButtons.tsx'
import { fileOf, usePictureAddress } from '../platform/form/PictureInput.tsx'
import { Page } from '../platform/shell/Page.tsx'
import { Form } from '../ui/form/Form.tsx'
import { Input } from '../ui/form/Input.tsx'
import { Labelled } from '../ui/form/Labelled.tsx'
import { BackgroundSection } from './BackgroundSection.tsx'
import { BrandPreview } from './BrandPreview.tsx'
import { ColourInput } from './ColourInput.tsx'
import { fixedWords } from './fixed.ts'
import { MailSection } from './MailSection.tsx'
import { ReceiptPreview } from './ReceiptPreview.tsx'
import { SampleMessage } from './SampleMessage.tsx'
import './brand.css'

/** Where the owner says what the academy is called, costs and looks like; colour and logo are seen before they are saved. */
export function BrandPage() {
  const { data } = useCall(brandRoutes.get, {})
  return (
    <Page title="Academy" loading={!data}>
      {data && (
        <>
          <BrandForm brand={data} />
          <BackgroundSection brand={data} />
          <SupplierPanel />
          <MailSection />
        </>
      )}
    </Page>
  )
}

const valuesOf = ({ hex, picture, ...brand }: BrandDocument) => ({
  hex,
  picture,
  ...Object.fromEntries(academyDetails.map((detail) => [detail, brand[detail]])),
})

/** What the environment says is not sent. */
function sent({ fixed }: BrandDocument, entered: Record<string, unknown>) {
  const body = Object.entries(bodyOf(brandFields, entered)).filter(([key]) => !(key in fixed))
  return { hex: null, ...Object.fromEntries(body) }
}

/** The shell, the sign-in page and the sheet of colours follow. */
const showSaved = async () => rememberConfig(await call(auth.config, { quiet: true }))

function BrandForm({ brand }: { brand: BrandDocument }) {
  const [form] = Form.useForm()
  const version = useEditConflict({ form, record: brand, valuesOf, read: () => call(brandRoutes.get) })
  const save = useAction(brandRoutes.update, {
    form,
    prepare: version.prepare,
    onDone: (saved) => {
      version.adopt(saved)
      return showSaved()
    },
  })
  const removal = useAction(brandRoutes.removePicture, { danger: true, okText: 'Remove', onDone: showSaved })
  const values = valuesOf(brand)
  const hex: unknown = Form.useWatch('hex', form) ?? null
  const picture = usePictureAddress(Form.useWatch('picture', form) as File | string | null | undefined)

  async function removePicture(address: string) {
    const without = await removal.send({ params: { file: fileOf(address) } })
    if (without) version.accept({ picture: null, updatedAt: without.updatedAt })
    return without !== undefined
  }

  return (
    <div className="panel">
      <EditConflictNotice conflict={version} fields={brandFields} />
      <GuardedForm form={form} initial={values} onFinish={(entered) => save.send({ body: sent(brand, entered) })}>
        <div className="field-grid">
          {academyDetails.map((detail) => (
            <Detail key={detail} detail={detail} brand={brand} />
          ))}
        </div>
        <div className="brand-form">
          <div>
            <FieldItem
              name="hex"
              field={brandFields.hex}
              control={<ColourInput />}
              extra={t('Empty for the portal’s own colour.')}
            />
            <FieldItem
              name="picture"
              field={brandFields.picture}
              onRemovePicture={removePicture}
              extra={t('Square, png or jpg. Without one the academy’s initials stand in its place.')}
            />
          </div>
          <BrandPreview hex={usableHex(hex) ?? defaultHex} picture={picture ?? null} />
        </div>
        <div className="brand-samples">
          <ReceiptPreview route={brandRoutes.preview} body={async () => sent(brand, await form.validateFields())} />
          <SampleMessage brand={brand} form={form} />
        </div>
        <FormButtons sending={save.sending} />
      </GuardedForm>
    </div>
  )
}

/** What stands now, as it is shown. */
const nowOf = ({ now }: BrandDocument, detail: AcademyDetail): string =>
  detail === 'language' ? languageNames[now.language] : String(now[detail])

/** What stands in the field where nothing was given; a detail that the environment says is only read. */
function Detail({ detail, brand }: { detail: AcademyDetail; brand: BrandDocument }) {
  const field = brandFields[detail]
  const variable = brand.fixed[detail]
  if (!variable) return <FieldItem name={detail} field={{ ...field, placeholder: nowOf(brand, detail) }} />
  const id = `fixed-${detail}`
  return (
    <Labelled label={t(field.label)} id={id} extra={fixedWords(variable)}>
      <Input value={nowOf(brand, detail)} disabled />
    </Labelled>
  )
}
