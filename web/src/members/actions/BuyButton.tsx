import { payments } from '@academy/contract/payments/payments.ts'
import { useState } from 'react'
import { OrderDialog } from '../../payments/index.ts'
import { t } from '../../platform/client/i18n.ts'
import { Allowed, ReasonButton } from '../../platform/shell/Guard.tsx'
import { ButtonLink } from '../../platform/table/rows/EntryActions.tsx'
import { ShoppingCartIcon } from '../../ui/first/icons.ts'

interface Buyer {
  _id: string
  name: string
  isDisable: boolean
}

/** Buys a package for the member: at the till with the money in hand, or ordered to be paid for later. */
export function BuyButton({ member }: { member: Buyer }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      {!member.isDisable && (
        <Allowed may={payments.order.may}>
          <ButtonLink to="/till" search={{ member: member._id }}>
            {t('Till')}
          </ButtonLink>
        </Allowed>
      )}
      <ReasonButton
        type="primary"
        icon={<ShoppingCartIcon aria-hidden />}
        may={payments.order.may}
        reason={member.isDisable && 'This member is disabled'}
        onClick={() => setOpen(true)}
      >
        {t('Buy Package')}
      </ReasonButton>
      <OrderDialog open={open} onClose={() => setOpen(false)} member={member} />
    </>
  )
}
