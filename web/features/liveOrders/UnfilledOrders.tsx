import { useQuery } from '@apollo/client/react'
import { spokenOption } from '../../../schema/market/options/spokenOption.ts'
import { UnfilledOrdersDocument } from '../../gql/generated/graphql.ts'
import { formatCount } from '../../lib/formatMoney.ts'
import { formatDayMonth, formatTime } from '../../lib/formatTime.ts'
import { Button } from '../../ui/Button.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { ReasonList, ReasonSection } from '../../ui/ReasonList.ts'
import { Sentence } from '../../ui/Sentence.tsx'
import { toastFailure } from '../../ui/toastFailure.ts'

const PAGE = 10

/** Live entries that ended without being filled whole, and why; nothing without any. */
export default function UnfilledOrders() {
  const { data, error, refetch, fetchMore } = useQuery(UnfilledOrdersDocument, { variables: { first: PAGE } })
  const orders = data?.unfilledOrders.edges.map(({ node }) => node) ?? []
  if (orders.length === 0 && !error) return null

  async function showMore() {
    try {
      await fetchMore({
        variables: { after: data?.unfilledOrders.pageInfo.endCursor ?? null },
        updateQuery: ({ unfilledOrders: shown }, { fetchMoreResult: { unfilledOrders: next } }) => ({
          unfilledOrders: { ...next, edges: [...shown.edges, ...next.edges] },
        }),
      })
    } catch (failure) {
      toastFailure('Failed to load earlier orders', failure)
    }
  }

  return (
    <ReasonSection aria-label="Live orders that were not filled">
      <h2>Live orders that were not filled</h2>
      <p>Live orders of your strategies that were rejected, cancelled or only partly filled. Market time, IST.</p>
      {error ? (
        <LoadFailure text="Failed to load the live orders that were not filled" error={error} onRetry={() => void refetch()} />
      ) : null}
      {orders.length > 0 ? (
        <ReasonList>
          {orders.map(({ id, time, strategy, option, side, quantity, text }) => (
            <li key={id}>
              <time dateTime={time}>
                {formatDayMonth(time)}, {formatTime(time)}
              </time>
              <div>
                {strategy}
                <small>
                  {side} {formatCount(quantity)} × {spokenOption(option)}
                </small>
              </div>
              <p>
                <Sentence text={text} />
              </p>
            </li>
          ))}
        </ReasonList>
      ) : null}
      {data?.unfilledOrders.pageInfo.hasNextPage ? (
        <Button $look="quiet" type="button" onClick={() => void showMore()}>
          Show earlier
        </Button>
      ) : null}
    </ReasonSection>
  )
}
