import { styled } from 'styled-components'
import { HANDED_OVER_TEXT } from '../../../schema/trading/exits.ts'
import { LET_GO_TEXT } from '../../../schema/trading/removedStop.ts'
import type { TradePartsFragment } from '../../gql/generated/graphql.ts'
import { Alert } from '../../ui/Alert.ts'
import { Sentence } from '../../ui/Sentence.tsx'

/** No paragraph: a card's paragraphs are quiet, and this must not be. */
const Loud = styled(Alert).attrs({ as: 'div' })`
  font-weight: 600;
`

/** What the owner of a running trade must know: whether it is his, or closing it is up to him, and what is wrong with its orders. */
export function TradeAlerts({ trade: { letGo, handedOver, warnings } }: { trade: TradePartsFragment }) {
  return (
    <>
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
