import { useQuery } from '@apollo/client/react'
import { useState } from 'react'
import { styled } from 'styled-components'
import { MINUTE } from '../../../schema/time.ts'
import { LotPreviewsDocument } from '../../gql/generated/graphql.ts'
import { Card } from '../../ui/Card.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { LotFacts } from './LotFacts.tsx'
import type { LotPreview } from './lotTexts.ts'

const Frame = styled(Card)`
  display: grid;
  gap: 12px;

  h2 {
    font-size: var(--text-md);
  }
`

/** What one lot of a strategy would open now on each of its indices. */
export function LotPreviewCard({ strategyId }: { strategyId: string }) {
  const { data, error, refetch } = useQuery(LotPreviewsDocument, {
    variables: { strategyId },
    fetchPolicy: 'cache-and-network',
    pollInterval: MINUTE,
    skipPollAttempt: () => document.hidden,
  })
  return (
    <Frame aria-label="What one lot takes">
      <h2>What one lot takes</h2>
      {error && !data ? (
        <LoadFailure text="Failed to load what one lot takes" error={error} onRetry={() => void refetch()} />
      ) : data ? (
        <LotPreviewChoice previews={data.lotPreviews} />
      ) : (
        <Skeleton $height={320} />
      )}
    </Frame>
  )
}

/** One of several indices at a time. */
export function LotPreviewChoice({ previews }: { previews: readonly LotPreview[] }) {
  const [chosen, choose] = useState<string | null>(null)
  const shown = previews.find(({ instrument }) => instrument === chosen) ?? previews[0]
  if (!shown) return <p>It trades no index yet.</p>
  return (
    <>
      {previews.length > 1 ? (
        <SegmentedControl
          label="Index"
          value={shown.instrument}
          options={previews.map(({ instrument }) => ({ value: instrument, label: instrument }))}
          onChange={choose}
        />
      ) : null}
      <LotFacts preview={shown} />
    </>
  )
}
