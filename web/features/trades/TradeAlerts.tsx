import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { HANDED_OVER_TEXT } from '../../../schema/trading/exits.ts'
import { LET_GO_TEXT } from '../../../schema/trading/removedStop.ts'
import { LiveOrdersDocument, type TradePartsFragment } from '../../gql/generated/graphql.ts'
import { Alert } from '../../ui/Alert.ts'
import { Sentence } from '../../ui/Sentence.tsx'

/** No paragraph: a card's paragraphs are quiet, and this must not be. */
const Loud = styled(Alert).attrs({ as: 'div' })`
  font-weight: 600;
`

/** What lasts, and is no alarm. */
const Note = styled(Alert).attrs({ as: 'div', role: 'note' })``

/**
 * What the owner of a running trade must know: whether it is his, or closing it is up to him, what is wrong with its orders, and which stop
 * does not rest at the exchange.
 */
export function TradeAlerts({ trade: { id, mode, letGo, handedOver, warnings } }: { trade: TradePartsFragment }) {
  // The notices of every screen keep it current.
  const { data } = useQuery(LiveOrdersDocument, { fetchPolicy: 'cache-first', skip: mode !== 'LIVE' })
  const watched = data?.liveOrders.incidents.filter(({ kind, tradeId }) => kind === 'STOP_WATCHED' && tradeId === id) ?? []
  return (
    <>
      {watched.map((incident) => (
        <Note key={incident.id}>
          <Sentence text={incident.text} />
        </Note>
      ))}
      {letGo ? <Loud>{LET_GO_TEXT}</Loud> : null}
      {handedOver ? <Loud>{HANDED_OVER_TEXT}</Loud> : null}
      {warnings.map((warning) => (
        <Loud key={warning}>
          <Sentence text={warning} />
        </Loud>
      ))}
    </>
  )
}
