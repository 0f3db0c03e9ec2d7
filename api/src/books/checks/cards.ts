import type { Check } from './check.ts'

export const cards: readonly Check[] = [
  {
    name: 'card payments are credited or refunded',
    count: 'select count(*)::int as count from card_order where provider_payment is not null',
    fault: `select 'payment ' || payment.order_no || ' (' || payment.id || ')' as row,
        case when not is_pay then 'it is not paid, and ' || provider_payment || ' paid its card order'
          when card_order.amount <> payment.amount * 100
            then 'it is for RM ' || payment.amount || ', ' || provider_payment || ' paid ' || card_order.amount || ' sen'
          when is_cancelled then 'it is cancelled, and no refund of ' || provider_payment || ' is open or made'
          else 'it is not cancelled, and ' || provider_payment || ' is to be refunded' end as problem
      from card_order join payment on payment.id = card_order.payment
        left join card_refund using (provider, provider_payment)
      where provider_payment is not null
        and (not is_pay or card_order.amount <> payment.amount * 100 or is_cancelled <> (card_refund.id is not null))
      order by payment.order_no limit 1`,
  },
  {
    name: 'card orders stand where their payments stand',
    count: 'select count(*)::int as count from card_order',
    fault: `select 'payment ' || payment.order_no || ' (' || payment.id || ')' as row,
        'it is ' || case when is_rejected then 'rejected' when is_pay then 'paid' else 'pending' end
          || ', and its card order is ' || state as problem
      from card_order join payment on payment.id = card_order.payment
      where state <> case when is_rejected then 'ended' when is_pay then 'paid' else 'open' end
      order by payment.order_no limit 1`,
  },
  {
    name: 'refunds are of the money that came',
    count: 'select count(*)::int as count from card_refund',
    // The order's own money, unless the reason says that another amount came.
    fault: `select 'refund of ' || card_refund.provider_payment || ', payment ' || order_no as row,
        'it is of ' || card_refund.currency || ' ' || card_refund.amount || ' sen, and ' || came || ' sen came' as problem
      from card_refund join card_order using (payment) join payment on payment.id = card_refund.payment
        cross join lateral (select coalesce(substring(reason from ' paid (.+) sen, ordered were '),
          card_order.currency || ' ' || card_order.amount) as came) as money
      where card_refund.currency || ' ' || card_refund.amount <> came
      order by order_no limit 1`,
  },
]
