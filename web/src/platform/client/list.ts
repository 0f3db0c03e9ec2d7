/**
 * A server-paged list: state in the address, rows from the route.
 *
 *   const list = useList(beltRoutes.list)
 *   const list = useList(payments.list, { query: { paymentType: 'Cash' }, status: false })
 *   const list = useList(members.list, { query: { walletFilterAmount: 50 }, inAddress: false, size: 5 })
 *
 *   <ListFilters list={list} />
 *   <ListTable list={list} columns={...} actions={(row) => ...} />
 */

import type { Endpoint, ResultOf } from '@academy/contract/platform/endpoint.ts'
import { sortFieldsOf } from '@academy/contract/platform/query.ts'
import { useRef } from 'react'
import { listQuery } from '../table/list-query.ts'
import { type ListStateOptions, useListState } from '../table/list-state.ts'
import { addressOf, anyInput, type CallInput, type QueryValue } from './call-input.ts'
import { useCall } from './query.ts'

type Filters = Record<string, QueryValue>

export type RowOf<R extends Endpoint> = ResultOf<R> extends { items: (infer Row)[] } ? Row : never

interface ListOptions<R extends Endpoint> extends ListStateOptions {
  /** Filters beside those of the shared layout. */
  query?: NonNullable<CallInput<R>['query']>
  params?: CallInput<R>['params']
  /** False when the list has no Active/Inactive/All. */
  status?: boolean
  enabled?: boolean
  /** Caches the rows on this device and shows them again while the portal cannot be reached. */
  offline?: boolean
}

export function useList<R extends Endpoint>(
  route: R,
  { query, params, status = true, enabled = true, offline = false, ...where }: ListOptions<R> = {},
) {
  const { state, change } = useListState(where)
  const input = { params, query: listQuery(state, { status, query: query as Filters }) } as unknown as CallInput<R>
  const answer = useCall(route, input as never, { keep: true, enabled, offline })
  const page = answer.data as { items: RowOf<R>[]; total: number } | undefined
  return {
    state,
    change,
    /** Of the call that reads it. */
    address: addressOf(route.path, anyInput(input)),
    hasStatus: status,
    /** Its state stands in the address. */
    inAddress: where.inAddress !== false,
    /** The fields the server sorts by. */
    sortable: sortFieldsOf(route),
    rows: page?.items ?? [],
    total: page?.total ?? 0,
    /** The whole response, for what an endpoint returns beside the rows. */
    answer: answer.data,
    /** Nothing to show yet. */
    isPending: answer.isPending && enabled,
    isFetching: answer.isFetching,
    /** The rows still belong to the previous page, order or search. */
    isOutdated: answer.isPlaceholderData,
    error: answer.error,
    /** In milliseconds: of when the rows are that could not be renewed. */
    oldSince: answer.error && page ? answer.dataUpdatedAt : undefined,
    again: answer.refetch,
  }
}

/** What was asked for the rows that are shown: while others are on their way it is no longer what is asked for. */
export function useOfRows<Asked>({ isOutdated }: { isOutdated: boolean }, asked: Asked): Asked {
  const last = useRef(asked)
  if (!isOutdated) last.current = asked
  return last.current
}

export type ListOf<Row> = Omit<ReturnType<typeof useList>, 'rows' | 'again'> & { rows: Row[]; again: () => unknown }
