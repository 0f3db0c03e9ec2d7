import { rates } from '@academy/contract/rates/rates.ts'
import { apiModule, rowVersion } from '../platform/http/index.ts'
import { createRate, listRates, rateById, removeRate, updateRate } from './rates.ts'

const conflicts = {
  coach_rate_once: { path: 'since', message: 'There is a rate from that day already. Change that one instead.' },
}

export const ratesModule = apiModule(
  rates,
  {
    list: (tx, { query }) => listRates(tx, query),
    get: (tx, { params }) => rateById(tx, params.id),
    create: (tx, { body }) => createRate(tx, body),
    update: (tx, { params, body }) => updateRate(tx, params.id, body),
    remove: (tx, { params }) => removeRate(tx, params.id),
  },
  conflicts,
  rowVersion('coach_rate'),
)
