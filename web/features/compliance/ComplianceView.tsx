import { useQuery } from '@apollo/client/react'
import { ComplianceDocument } from '../../gql/generated/graphql.ts'
import { LoadFailure } from '../../ui/LoadFailure.tsx'
import { Skeleton } from '../../ui/Skeleton.ts'
import { ComplianceLog } from './ComplianceLog.tsx'
import { LiveOrders } from './LiveOrders.tsx'
import { LiveRegister } from './LiveRegister.tsx'
import { OrderBudget } from './OrderBudget.tsx'
import { OutgoingAddress } from './OutgoingAddress.tsx'

/** What an auditor asks of the user's live trading. */
export function ComplianceView() {
  const { data, error, refetch } = useQuery(ComplianceDocument, { fetchPolicy: 'cache-and-network' })
  const compliance = data?.compliance
  return (
    <>
      {error ? <LoadFailure text="Failed to load the compliance page" error={error} onRetry={() => void refetch()} /> : null}
      {compliance ? <OutgoingAddress {...compliance} /> : error ? null : <Skeleton $height={110} />}
      <OrderBudget />
      {compliance ? (
        <>
          <LiveOrders {...compliance} />
          <LiveRegister {...compliance} />
        </>
      ) : null}
      <ComplianceLog />
    </>
  )
}
