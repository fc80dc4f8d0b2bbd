import { useQuery } from '@apollo/client/react'
import { CircleSlash } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router-dom'
import { DenialsDocument, SignalDeniedDocument, type DenialPartsFragment, type DenialsQuery } from '../../gql/generated/graphql.ts'
import { formatDayMonth, formatTime } from '../../lib/formatTime.ts'
import { Button } from '../../ui/Button.ts'
import { EmptyState } from '../../ui/EmptyState.tsx'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { ReasonList, ReasonSection } from '../../ui/ReasonList.ts'
import { Sentence } from '../../ui/Sentence.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { toastFailure } from '../../ui/toastFailure.ts'

const PAGE = 10

/** What a signal would have bought, or its direction on the index. */
const SIDES = { LONG: 'CALL', SHORT: 'PUT', NEUTRAL: 'NEUTRAL' } as const

/** The latest signals that were not taken and why, of one strategy or (null) of all; new ones come by themselves. */
export function NotTaken({ strategyId }: { strategyId: string | null }) {
  const { data, error, refetch, fetchMore, subscribeToMore } = useQuery(DenialsDocument, { variables: { strategyId, first: PAGE } })
  const denials = data?.denials.edges.map(({ node }) => node)
  const section = useRef<HTMLElement>(null)
  const { hash } = useLocation()
  const wanted = hash === '#not-taken' && denials !== undefined

  // The target above it is not rendered yet when the browser would follow the link.
  useEffect(() => {
    if (wanted) section.current?.scrollIntoView()
  }, [wanted])

  useEffect(
    () =>
      subscribeToMore({
        document: SignalDeniedDocument,
        updateQuery: (_, { previousData, complete, subscriptionData: { data } }) => {
          if (!complete || (strategyId !== null && data.signalDenied.strategyId !== strategyId)) return undefined
          return { denials: withDenial(previousData.denials, data.signalDenied) }
        },
      }),
    [subscribeToMore, strategyId],
  )

  async function showMore() {
    try {
      await fetchMore({
        variables: { after: data?.denials.pageInfo.endCursor ?? null },
        updateQuery: ({ denials: shown }, { fetchMoreResult: { denials: next } }) => ({
          denials: { ...next, edges: [...shown.edges, ...next.edges] },
        }),
      })
    } catch (failure) {
      toastFailure('Failed to load earlier signals', failure)
    }
  }

  return (
    <ReasonSection ref={section} aria-label="Skipped signals">
      <h2>Skipped signals</h2>
      <p>Signals that did not open a trade, and why. Market time, IST.</p>
      {error ? <LoadFailure text="Failed to load the skipped signals" error={error} onRetry={() => void refetch()} /> : null}
      {denials || error ? null : <Skeleton $height={180} />}
      {denials?.length === 0 ? (
        <EmptyState icon={CircleSlash} title="No signals were skipped" text="When a signal is skipped, the reason appears here." />
      ) : null}
      {denials && denials.length > 0 ? (
        <>
          <ReasonList>
            {denials.map((denial) => (
              <li key={denial.id}>
                <time dateTime={denial.time}>
                  {formatDayMonth(denial.time)}, {formatTime(denial.time)}
                </time>
                <div>
                  {denial.strategy}
                  <small>
                    {denial.index} {SIDES[denial.side]}
                  </small>
                </div>
                <p>
                  <Sentence text={denial.text.replace(/^Skipped: /, '')} />
                </p>
              </li>
            ))}
          </ReasonList>
          {data?.denials.pageInfo.hasNextPage ? (
            <Button $look="quiet" type="button" onClick={() => void showMore()}>
              Show earlier
            </Button>
          ) : null}
        </>
      ) : null}
    </ReasonSection>
  )
}

/** The denials with a new one on top, once, however often it is sent. */
function withDenial(known: DenialsQuery['denials'], denied: DenialPartsFragment): DenialsQuery['denials'] {
  const edge = { __typename: 'DenialEdge' as const, cursor: denied.id, node: denied }
  return { ...known, edges: [edge, ...known.edges.filter(({ cursor }) => cursor !== denied.id)] }
}
