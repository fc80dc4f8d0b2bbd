import { useState } from 'react'
import { styled } from 'styled-components'
import { INDEX_SYMBOLS, shownIndex } from '../../../schema/market/indices.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { SegmentedControl } from '../../ui/SegmentedControl.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { EvidenceMeter } from './EvidenceMeter.tsx'
import { gateSentence } from './gateSentence.ts'
import { HonestyPanel } from './HonestyPanel.tsx'
import { useKeyRecords } from './useKeyRecords.ts'

const Choices = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: 8px;
`

const Note = styled.p`
  color: var(--muted);
  font-size: var(--text-sm);
`

const INDEX_CHOICES = INDEX_SYMBOLS.map((symbol) => ({ value: shownIndex(symbol), label: shownIndex(symbol) }))

interface KeyPanelProps {
  /** What of the record: how near its gate is, or how good its forecasts were. */
  shows: 'evidence' | 'honesty'
  /** What is shown first. */
  index: string
  lookback: number
}

/** The record of the shadow grid's keys, one of them chosen: at first the one next to what the user's agent looks at. */
export function KeyPanel({ shows, index: firstIndex, lookback: firstLookback }: KeyPanelProps) {
  const { keys, error, refetch } = useKeyRecords()
  const [index, setIndex] = useState(firstIndex)
  const [lookback, setLookback] = useState(firstLookback)
  if (error && !keys) return <LoadFailure text="Failed to load the record" error={error} onRetry={() => void refetch()} />
  if (!keys) return <Skeleton $height={900} />
  const ofIndex = keys.filter((key) => key.index === index)
  const sentence = gateSentence(firstLookback, ofIndex)
  const chosen = ofIndex.toSorted((a, b) => Math.abs(a.lookback - lookback) - Math.abs(b.lookback - lookback))[0]
  return (
    <>
      <Choices>
        <SegmentedControl label="Index" value={index} options={INDEX_CHOICES} onChange={setIndex} />
        {chosen ? (
          <SegmentedControl
            label="Lookback"
            value={String(chosen.lookback)}
            options={ofIndex.map((key) => ({ value: String(key.lookback), label: String(key.lookback) }))}
            onChange={(value) => setLookback(Number(value))}
          />
        ) : null}
      </Choices>
      {sentence === null ? null : <Note>{sentence}</Note>}
      {chosen === undefined ? (
        <Note>No record of {index} yet: the walk-forward through its finished sessions begins after the engine’s start.</Note>
      ) : shows === 'evidence' ? (
        <EvidenceMeter keys={ofIndex} chosen={chosen} />
      ) : (
        <HonestyPanel chosen={chosen} />
      )}
    </>
  )
}
