import { formatRM } from '@academy/contract/wallet/rules.ts'
import { t } from '../../platform/client/i18n.ts'
import { PageWaiting } from '../../platform/shell/Page.tsx'
import { RadioGroup } from '../../ui/form/Radio.tsx'
import { creditText, monthText, type Package, usePriceOf } from '../packages.ts'

interface PackageChoiceProps {
  packages: readonly Package[]
  /** Whether all of them are known. */
  isRead: boolean
  /** Enter on a package that is chosen. */
  onEnter: () => void
  id?: string
  value?: string
  onChange?: (id: string) => void
}

/** All packages in sight: one click, or the arrow keys, choose. */
export function PackageChoice({ packages, isRead, onEnter, value, ...control }: PackageChoiceProps) {
  const priceOf = usePriceOf()
  if (!isRead) return <PageWaiting />
  if (packages.length === 0) return <p className="muted">{t('No active package. Add one under Credit Package.')}</p>
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the key is pressed in the radios
    <div
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || !value) return
        event.preventDefault()
        onEnter()
      }}
    >
      <RadioGroup
        {...control}
        className="till-packages"
        value={value}
        options={packages.map((each) => ({
          value: each._id,
          label: (
            <>
              <strong>{each.title}</strong>
              <b className="number">{formatRM(priceOf(each))}</b>
              <small>
                {creditText(each)}, {monthText(each.duration)}
              </small>
            </>
          ),
        }))}
      />
    </div>
  )
}
