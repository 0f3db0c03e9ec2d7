import { type BrandDocument, brandFields } from '@academy/contract/brand/brand.ts'
import { MessageSampleButton } from '../members/index.ts'
import type { FormInstance } from '../ui/form/Form.tsx'

/** What members would be told with what was entered; what is refused, or not given, is as it stands. */
export function SampleMessage({ brand: { now, fixed }, form }: { brand: BrandDocument; form: FormInstance }) {
  const entered = <Detail extends 'companyName' | 'creditPrice' | 'lowBalance' | 'language'>(detail: Detail) =>
    fixed[detail] ? null : brandFields[detail].schema.safeParse(form.getFieldValue(detail)).data
  return (
    <MessageSampleButton
      sampleOf={() => ({
        academy: String(entered('companyName') ?? now.companyName),
        creditPrice: String(entered('creditPrice') ?? now.creditPrice),
        language: brandFields.language.schema.safeParse(entered('language')).data ?? now.language,
        lowBalance: Number(entered('lowBalance') ?? now.lowBalance),
      })}
    />
  )
}
