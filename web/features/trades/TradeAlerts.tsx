import { styled } from 'styled-components'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { Alert } from '../../ui/Alert.ts'
import { Sentence } from '../../ui/Sentence.tsx'
import { useTradeAlerts, type TradeAlert } from './useTradeAlerts.ts'

/** No paragraph: a card's paragraphs are quiet, and this must not be. */
const Loud = styled(Alert).attrs({ as: 'div' })`
  font-weight: 600;
`

/** What lasts, and is no alarm. */
const Note = styled(Alert).attrs({ as: 'div', role: 'note' })``

/** What the owner of a running trade must know, right above the button that says it is closing. */
export function TradeAlerts({ trade }: { trade: TradePartsFragment }) {
  return <AlertList alerts={useTradeAlerts(trade)} />
}

/** The same, where it is known already. */
export function AlertList({ alerts }: { alerts: readonly TradeAlert[] }) {
  return alerts.map(({ key, text, isLoud }) => {
    const Frame = isLoud ? Loud : Note
    return (
      <Frame key={key}>
        <Sentence text={text} />
      </Frame>
    )
  })
}
