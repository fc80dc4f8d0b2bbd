import { useQuery } from '@apollo/client/react'
import { useEffect, useState } from 'react'
import { styled } from 'styled-components'
import { DraftLotPreviewsDocument, type DraftLotPreviewsQueryVariables, type StrategyTermsInput } from '../../gql/generated/graphql.ts'
import { describeError } from '../../gql/describeError.ts'
import { Skeleton } from '../../ui/Skeleton.ts'
import { LotPreviewChoice } from './LotPreviewCard.tsx'

const Frame = styled.section`
  display: grid;
  gap: 12px;
  max-width: 34rem;
  min-height: 380px;
  align-content: start;
  margin-top: 20px;

  h3 {
    font-size: var(--text-md);
  }

  & > p {
    color: var(--muted);
    font-size: var(--text-sm);
  }
`

const SETTLED_MS = 400

interface DraftLotProps {
  /** Null: it cannot be read as it is. */
  draft: StrategyTermsInput | null
  instruments: readonly string[]
}

/** What one lot of an edited strategy would open now, saved or not. */
export function DraftLot({ draft, instruments }: DraftLotProps) {
  const wanted = useSettledText(JSON.stringify(draft === null || instruments.length === 0 ? null : { draft, instruments }))
  const asked = JSON.parse(wanted) as DraftLotPreviewsQueryVariables | null
  const { data, previousData, error } = useQuery(DraftLotPreviewsDocument, {
    variables: asked ?? { draft: { rules: {} }, instruments: [] },
    skip: asked === null,
  })
  const previews = (data ?? previousData)?.draftLotPreviews
  return (
    <Frame aria-label="What one lot takes">
      <h3>What one lot takes</h3>
      {asked === null ? (
        <p>Complete the rules and terms and choose an instrument to see what one lot would open.</p>
      ) : error ? (
        <p role="alert">It could not be worked out: {describeError(error).message}.</p>
      ) : previews ? (
        <LotPreviewChoice previews={previews} />
      ) : (
        <Skeleton $height={320} />
      )}
    </Frame>
  )
}

/** A text once it has stood for a moment: nothing is asked for at every key that is pressed. */
function useSettledText(text: string): string {
  const [settled, settle] = useState(text)
  useEffect(() => {
    const timer = window.setTimeout(() => settle(text), SETTLED_MS)
    return () => window.clearTimeout(timer)
  }, [text])
  return settled
}
