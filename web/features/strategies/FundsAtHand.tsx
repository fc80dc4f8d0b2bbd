import { useQuery } from '@apollo/client/react'
import { styled } from 'styled-components'
import { LiveReadinessDocument, type AccountPartsFragment, type UserStrategyPartsFragment } from '../../gql/generated/graphql.ts'
import { formatDateTime } from '../../lib/formatTime.ts'
import { Rupees } from '../../ui/Rupees.tsx'

const Funds = styled.p`
  margin-top: 10px;
  color: var(--muted);
  font-size: var(--text-sm);

  b {
    color: var(--text);
    font-weight: 600;
  }
`

interface FundsAtHandProps {
  own: Pick<UserStrategyPartsFragment, 'id' | 'paperTrade'>
  /** Null while it is not known. */
  account: Pick<AccountPartsFragment, 'available' | 'paperFunds'> | null
}

/** What a subscription's trades have to spend: on paper what is free of the paper funds, live what the broker said last. */
export function FundsAtHand({ own: { id, paperTrade }, account }: FundsAtHandProps) {
  const { data } = useQuery(LiveReadinessDocument, { variables: { id }, skip: paperTrade })
  if (paperTrade)
    return (
      <Funds>
        Funds at hand:{' '}
        <b>
          <Rupees value={account?.available ?? null} />
        </b>{' '}
        of <Rupees value={account?.paperFunds ?? null} /> paper funds
      </Funds>
    )
  const { funds, fundsAt } = data?.liveReadiness ?? { funds: null, fundsAt: null }
  return (
    <Funds>
      Funds at hand:{' '}
      <b>
        <Rupees value={funds} />
      </b>{' '}
      at your broker{fundsAt === null ? '' : `, as of ${formatDateTime(fundsAt)} IST`}
    </Funds>
  )
}
